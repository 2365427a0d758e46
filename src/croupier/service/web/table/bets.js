// The stakes that a player puts together, before they are bet.

// What may be put down before the deal.
export const spots = (layout) => layout.wagers.filter((it) => it.placed === "before the deal");
export const totalStake = (draft) => Object.values(draft).reduce((sum, it) => sum + it, 0);

// The wager that a spot's stake follows, and all that follow it.
const leader = (layout, name) => spots(layout).find((it) => it.name === name)?.equal_to || name;
const equalSpots = (layout, name) => {
	const first = leader(layout, name);
	return spots(layout).filter((it) => it.name === first || it.equal_to === first);
};

const withinLimits = (spot, stake) => Math.min(spot.most, Math.max(spot.least, stake));

// A chip is added to a spot, within its limits.
export function addChip(layout, draft, name, cents) {
	const spot = spots(layout).find((it) => it.name === name);
	const stake = withinLimits(spot, (draft[leader(layout, name)] || 0) + cents);
	const all = equalSpots(layout, name);
	const next = { ...draft };
	for (const it of all) next[it.name] = Math.min(stake, ...all.map((one) => one.most));
	for (const needed of spot.needs) {
		if (!next[needed]) Object.assign(next, addChip(layout, next, needed, 0));
	}
	return next;
}

// A chip is taken off; less than the least is nothing.
export function removeChip(layout, draft, name, cents) {
	const spot = spots(layout).find((it) => it.name === name);
	const stake = (draft[leader(layout, name)] || 0) - cents;
	const next = { ...draft };
	for (const it of equalSpots(layout, name)) {
		if (stake >= spot.least) next[it.name] = stake;
		else delete next[it.name];
	}
	return withoutStranded(layout, next);
}

function withoutStranded(layout, draft) {
	const next = { ...draft };
	for (const spot of spots(layout)) {
		if (next[spot.name] && spot.needs.some((needed) => !next[needed])) delete next[spot.name];
	}
	return next;
}

export function doubleBets(layout, draft) {
	const next = {};
	for (const spot of spots(layout)) if (draft[spot.name]) next[spot.name] = withinLimits(spot, draft[spot.name] * 2);
	return next;
}

// Why a draft cannot be bet as it is.
export function missingFor(layout, draft, bankroll) {
	const missing = spots(layout).find((it) => it.required && !draft[it.name]);
	if (missing) return { spot: missing, why: "missing" };
	return totalStake(draft) > bankroll ? { why: "money" } : null;
}

// A draft of an earlier round, as far as it still fits the layout.
export function repeatBets(layout, draft) {
	const known = new Set(spots(layout).map((it) => it.name));
	const kept = Object.fromEntries(Object.entries(draft || {}).filter(([name, stake]) => known.has(name) && stake > 0));
	return Object.keys(kept).length ? kept : { ...layout.least };
}

export function chipValues(layout) {
	const least = Math.min(...spots(layout).map((it) => it.least));
	return [100, 500, 2500, 10000, 50000, 100000].filter((it) => it >= Math.min(100, least)).slice(0, 5);
}
