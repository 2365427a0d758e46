// What happened, in sentences: the same in the log, in text mode and in the live region.

import { capital, listed, many, money } from "../kit.js";

const PLACES = { dealer: "the dealer", community: "the community cards", "community left": "the community cards" };
const VERBS = {
	lose: () => "loses",
	push: () => "pushes, and the stake stays with the player",
	returned: () => "goes back",
	withdrawn: () => "was withdrawn",
	void: () => "is void and goes back",
	limit: (line) => `takes ${money(-line.amount)} off`,
	win: (line) => (line.stake ? `wins ${money(line.amount)}` : `earns ${money(line.amount)} besides`),
};

export const lineOf = ([wager, stake, result, amount, because, clauses, pays, rulings]) => ({
	wager,
	stake,
	result,
	amount,
	because,
	clauses,
	pays,
	rulings,
});

export const titleOf = (layout, wager) => layout.wagers.find((it) => it.name === wager)?.title || capital(wager);

// Why was this paid? The citation stands apart, so that it can be opened.
export function lineSaid(layout, line) {
	const what = line.result === "limit" ? "The payout limit" : titleOf(layout, line.wager);
	const stake = line.result === "limit" || !line.stake ? "" : ` ${money(line.stake)}`;
	const at = line.pays && line.result === "win" ? `, ${line.pays.includes(" to ") ? "at" : "paid"} ${line.pays}` : "";
	return `${what}${stake} ${VERBS[line.result](line)}${at}: ${line.because}`;
}

export const cardNamed = (layout, face) => (face === "??" ? "a hidden card" : layout.deck.faces[face] || face);
export const cardsNamed = (layout, faces) => listed(faces.map((it) => cardNamed(layout, it)));

export function who(context, seat) {
	if (context.yours.includes(seat)) return context.yours.length > 1 ? `You, at seat ${seat},` : "You";
	const name = context.names[seat];
	return name ? `${name} at seat ${seat}` : `Seat ${seat}`;
}

const verb = (context, seat, you, other) => (context.yours.includes(seat) ? you : other);
const place = (context, of) => (/^\d+$/.test(of) ? who(context, Number(of)) : PLACES[of] || of);
const wagersSaid = (layout, wagers) =>
	listed(Object.entries(wagers).map(([name, stake]) => `${money(stake)} on ${titleOf(layout, name)}`)) || "nothing";

const TELLS = {
	sat: (c, d) => `${who(c, d.seat)} ${verb(c, d.seat, "sit", "sits")} down.`,
	left: (c, d) => `${who(c, d.seat)} ${verb(c, d.seat, "leave", "leaves")} the table.`,
	away: (c, d) =>
		`${who(c, d.seat)} ${d.away ? verb(c, d.seat, "sit out", "sits out") : verb(c, d.seat, "are back", "is back")}.`,
	bought: (c, d) =>
		`${who(c, d.seat)} ${verb(c, d.seat, "buy", "buys")} chips${d.amount ? ` for ${money(d.amount)}` : ""}.`,
	placed: (c, d) =>
		Object.keys(d.wagers).length
			? `${who(c, d.seat)} ${verb(c, d.seat, "bet", "bets")} ${wagersSaid(c.layout, d.wagers)}.`
			: "",
	notice: (c, d) =>
		`${capital(d.says)} (${c.layout.short} ${d.clauses.join(", ")}${d.rulings?.length ? `; ruling ${d.rulings.join(", ")}` : ""}).`,
	column: (c, d) => `${titleOf(c.layout, d.wager)} pays for ${d.hands} hands.`,
	closed: () => "No more bets.",
	meter: (c, d) => `The progressive stands at ${money(d.amount)}.`,
	bonus_chips: (c, d) => `${many(d.chips, "bonus chip")} collected, ${d.accepted} accepted by the devices.`,
	community: (c, d) => `Community card: ${cardNamed(c.layout, c.deck[d.card])}.`,
	turned: (c, d) => {
		const cards = cardsNamed(
			c.layout,
			d.cards.map((it) => c.deck[it]),
		);
		if (d.of === "community") return `Turned up: ${cards}.`;
		const seat = Number(d.of);
		return d.of === "dealer" ? `The dealer has ${cards}.` : `${who(c, seat)} ${verb(c, seat, "have", "has")} ${cards}.`;
	},
	announced: (c, d) => `The dealer announces ${d.of === "dealer" ? "the dealer's hand" : place(c, d.of)}: ${d.words}.`,
	decided: (c, d) => {
		const gone = d.discard?.length
			? `, putting away ${cardsNamed(
					c.layout,
					d.discard.map((it) => c.deck[it]),
				)}`
			: "";
		const paid = d.amount ? ` for ${money(d.amount)}` : "";
		return `${who(c, d.seat).replace(/,$/, "")}: ${d.choice}${paid}${gone}${d.absent ? ", being away" : ""}.`;
	},
	settled: (c, d) =>
		`${c.yours.includes(d.seat) ? "" : `${who(c, d.seat)}: `}${capital(lineSaid(c.layout, lineOf(d.line)))}.`,
	exposed: (c, d) => `A card of ${place(c, d.of)} was seen: ${cardNamed(c.layout, c.deck[d.card])}.`,
	found_face_up: (c, d) => `A card is found face up: ${cardNamed(c.layout, c.deck[d.card])}.`,
	put_right: (c, d) => `A card of ${place(c, d.of)} ${d.how}.`,
	irregular: (c, d) => `Irregularity: ${d.says} (${c.layout.short} ${d.clauses.join(", ")}).`,
	pending: (c, d) => `The floor is called: ${d.says.replace(/\.$/, "")}.`,
	ruled: (c, d) => `The floor rules: ${d.choice}. ${d.reason}`,
	jammed: (c, d) => `The ${d.device} has failed.`,
	device: (c, d) => `The ${d.device} is ${d.is}.`,
	kept_out: (c, d) => `The hand of ${place(c, String(d.seat))} stays out as the highest.`,
	recut: (c, d) => `The cards are cut again: ${d.reason}.`,
	removed: (c, d) => `The deck leaves the table: ${d.reason}.`,
	over: (c, d) => (d.void ? `Round ${d.round} is void.` : `Round ${d.round} is over.`),
};

// What a sentence needs to know.
export function context(layout, message) {
	const names = Object.fromEntries(message.view.seats.map((it) => [it.seat, it.name]));
	return { layout, deck: layout.deck.order, names, yours: message.yours };
}

export function said(event, about) {
	const tells = TELLS[event.kind];
	return tells ? tells(about, event.data) : "";
}

// Cards as they come to a hand are told together, once they are there.
export function dealtSaid(events, about) {
	const own = {};
	for (const { kind, data } of events) {
		if (kind === "dealt" && data.card !== undefined) (own[data.to] ||= []).push(about.deck[data.card]);
	}
	return Object.entries(own).map(
		([seat, cards]) =>
			`${who(about, Number(seat))} ${verb(about, Number(seat), "get", "gets")} ${cardsNamed(about.layout, cards)}.`,
	);
}

// The table as text, part by part.
export function described(layout, message, scene) {
	const about = context(layout, message);
	const { view } = message;
	const seats = view.seats.map((it) => {
		const here = scene.seats[it.seat];
		const parts = [];
		const does = (you, other) => verb(about, it.seat, you, other);
		if (it.away) parts.push(does("sit out", "sits out"));
		const wagers = here && Object.keys(here.wagers).length ? here.wagers : it.wagers;
		if (Object.keys(wagers).length) parts.push(`${does("have", "has")} ${wagersSaid(layout, wagers)}`);
		if (here?.cards.length)
			parts.push(
				`${does("hold", "holds")} ${here.cards.every((card) => card === "??") ? many(here.cards.length, "card") : cardsNamed(layout, here.cards)}`,
			);
		if (it.decisions.length) parts.push(`${does("have", "has")} said ${it.decisions.join(", ")}`);
		if (it.ready && view.phase === "betting") parts.push(does("are ready", "is ready"));
		return `${who(about, it.seat).replace(/,$/, "")}${message.programs.includes(it.seat) ? " (a program)" : ""}: ${parts.join("; ") || "no wager"}.`;
	});
	return {
		phase:
			view.phase === "round"
				? `Round ${view.round} is in play.`
				: view.phase === "betting"
					? "Bets are open."
					: `The table is ${view.phase}.`,
		dealer: scene.dealer.length
			? `The dealer has ${scene.dealer.every((it) => it === "??") ? many(scene.dealer.length, "hidden card") : cardsNamed(layout, scene.dealer)}${scene.words ? `, ${scene.words}` : ""}.`
			: "The dealer has no cards.",
		community: layout.cards.community
			? scene.community.length
				? `On the table: ${cardsNamed(layout, scene.community)}.`
				: "No community cards yet."
			: "",
		seats: seats.length ? seats : ["Nobody sits here."],
	};
}
