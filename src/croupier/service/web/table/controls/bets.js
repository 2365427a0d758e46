// The stakes that a player puts together before betting them.

import { money } from "../../format.js";
import { phrase } from "../../words.js";

/** @import { Choice, Draft, Layout, Spot } from "../../types.js" */

/**
 * The wagers that are placed before the deal.
 * @param {Layout} layout
 */
export const spots = (layout) => layout.wagers.filter((it) => it.placed === "before the deal");
/** @param {Draft} draft */
export const totalStake = (draft) => Object.values(draft).reduce((sum, it) => sum + it, 0);

/**
 * @param {Layout} layout
 * @param {string} name
 */
const spotOf = (layout, name) => /** @type {Spot} */ (spots(layout).find((it) => it.name === name));

/**
 * The wager whose stake a spot follows.
 * @param {Layout} layout
 * @param {string} name
 */
const leader = (layout, name) => spots(layout).find((it) => it.name === name)?.equal_to || name;
/**
 * All spots whose stakes are equal to this one's.
 * @param {Layout} layout
 * @param {string} name
 */
const equalSpots = (layout, name) => {
	const first = leader(layout, name);
	return spots(layout).filter((it) => it.name === first || it.equal_to === first);
};

/**
 * @param {Spot} spot
 * @param {number} stake
 */
const withinLimits = (spot, stake) => Math.min(spot.most, Math.max(spot.least, stake));

/**
 * The draft with a chip more on a spot, within its limits.
 * @param {Layout} layout
 * @param {Draft} draft
 * @param {string} name
 * @param {number} cents
 * @returns {Draft}
 */
export function addChip(layout, draft, name, cents) {
	const spot = spotOf(layout, name);
	const stake = withinLimits(spot, (draft[leader(layout, name)] || 0) + cents);
	const all = equalSpots(layout, name);
	const next = { ...draft };
	for (const it of all) next[it.name] = Math.min(stake, ...all.map((one) => one.most));
	for (const needed of spot.needs) {
		if (!next[needed]) Object.assign(next, addChip(layout, next, needed, 0));
	}
	return next;
}

/**
 * The draft with a chip less on a spot; less than the minimum is nothing.
 * @param {Layout} layout
 * @param {Draft} draft
 * @param {string} name
 * @param {number} cents
 */
export function removeChip(layout, draft, name, cents) {
	const spot = spotOf(layout, name);
	const stake = (draft[leader(layout, name)] || 0) - cents;
	const next = { ...draft };
	for (const it of equalSpots(layout, name)) {
		if (stake >= spot.least) next[it.name] = stake;
		else delete next[it.name];
	}
	return withoutStranded(layout, next);
}

/**
 * The draft without wagers that need another which is not there.
 * @param {Layout} layout
 * @param {Draft} draft
 */
function withoutStranded(layout, draft) {
	const next = { ...draft };
	for (const spot of spots(layout)) {
		if (next[spot.name] && spot.needs.some((needed) => !next[needed])) delete next[spot.name];
	}
	return next;
}

/**
 * @param {Layout} layout
 * @param {Draft} draft
 */
export function doubleBets(layout, draft) {
	/** @type {Draft} */
	const next = {};
	for (const spot of spots(layout)) if (draft[spot.name]) next[spot.name] = withinLimits(spot, draft[spot.name] * 2);
	return next;
}

/**
 * Why a draft cannot be bet as it is.
 * @param {Layout} layout
 * @param {Draft} draft
 * @param {number} purse
 * @returns {{ spot?: Spot, why: string } | null}
 */
export function missingFor(layout, draft, purse) {
	const missing = spots(layout).find((it) => it.required && !draft[it.name]);
	if (missing) return { spot: missing, why: "missing" };
	return totalStake(draft) > purse ? { why: "money" } : null;
}

/**
 * The draft of an earlier round, as far as it still fits the layout.
 * @param {Layout} layout
 * @param {Draft | null} draft
 * @returns {Draft}
 */
export function repeatBets(layout, draft) {
	const known = new Set(spots(layout).map((it) => it.name));
	const kept = Object.fromEntries(Object.entries(draft || {}).filter(([name, stake]) => known.has(name) && stake > 0));
	return Object.keys(kept).length ? kept : { ...layout.least };
}

/** @param {Layout} layout */
export function chipValues(layout) {
	const least = Math.min(...spots(layout).map((it) => it.least));
	return [100, 500, 2500, 10000, 50000, 100000].filter((it) => it >= Math.min(100, least)).slice(0, 5);
}

/**
 * The bounds of a wager's stake in words.
 * @param {Layout["wagers"][number]} it
 * @param {Layout["wagers"]} wagers
 */
export function stakeText(it, wagers) {
	/** @param {string | null} name */
	const titleOf = (name) => wagers.find((one) => one.name === name)?.title;
	if (it.equal_to) return phrase("bets.equal_to", { equal_to: titleOf(it.equal_to) });
	if (it.of) return phrase("bets.times", { times: it.times.join(", "), what: titleOf(it.of) });
	return it.least === it.most ? money(it.least) : phrase("bets.to", { least: money(it.least), most: money(it.most) });
}

/** @param {Choice} it a card goes with it as soon as it is picked */
export const goesAtOnce = (it) => it.discards === 1 && it.fewest === undefined && it.most === undefined;
