// Narration: sentences about what happened, which the log, the text view and the live region share.

import { capitalize, countText, joinWords, money } from "../index.js";

/** @import { Layout, Line, NarrationContext, Scene, ShownMessage, TableEvent } from "../types.js" */

/** @type {Record<string, string>} */
const PLACES = { dealer: "the dealer", community: "the community cards", "community left": "the community cards" };
/** @type {Record<Line["result"], (line: Line) => string>} */
const VERBS = {
	lose: () => "loses",
	push: () => "pushes, and the stake stays with the player",
	returned: () => "goes back",
	withdrawn: () => "was withdrawn",
	void: () => "is void and goes back",
	limit: (line) => `takes ${money(-line.amount)} off`,
	win: (line) => (line.stake ? `wins ${money(line.amount)}` : `earns ${money(line.amount)} besides`),
};

/**
 * A line of a settlement, by the names of its parts.
 * @param {any[]} parts
 * @returns {Line}
 */
export const settlementLine = ([wager, stake, result, amount, because, clauses, pays, rulings]) => ({
	wager,
	stake,
	result,
	amount,
	because,
	clauses,
	pays,
	rulings,
});

/**
 * @param {Layout} layout
 * @param {string} wager
 */
export const wagerTitle = (layout, wager) => layout.wagers.find((it) => it.name === wager)?.title || capitalize(wager);

/**
 * A reason in the third person: the house words it for the player, and says "you" and "your" of nobody else.
 * @param {string} because
 */
const ofThePlayer = (because) => because.replace(/\byour\b/g, "the player's").replace(/\byou\b/g, "the player");

/**
 * Why a line was paid. The citation stands apart, so that it can be opened.
 * @param {Layout} layout
 * @param {Line} line
 */
export function lineText(layout, line) {
	const what = line.result === "limit" ? "The payout limit" : wagerTitle(layout, line.wager);
	const stake = line.result === "limit" || !line.stake ? "" : ` ${money(line.stake)}`;
	const at = line.pays && line.result === "win" ? `, ${line.pays.includes(" to ") ? "at" : "paid"} ${line.pays}` : "";
	return `${what}${stake} ${VERBS[line.result](line)}${at}: ${line.because}`;
}

/**
 * @param {Layout} layout
 * @param {string} face
 */
export const cardName = (layout, face) => (face === "??" ? "a hidden card" : layout.deck.faces[face] || face);
/**
 * @param {Layout} layout
 * @param {string[]} faces
 */
export const cardNames = (layout, faces) => joinWords(faces.map((it) => cardName(layout, it)));

/**
 * @param {NarrationContext} context
 * @param {number} seat
 */
export function seatName(context, seat) {
	if (context.yours.includes(seat)) return context.yours.length > 1 ? `You, at seat ${seat},` : "You";
	const name = context.names[seat];
	return name ? `${name} at seat ${seat}` : `Seat ${seat}`;
}

/**
 * @param {NarrationContext} context
 * @param {number} seat
 * @param {string} you
 * @param {string} other
 */
const verb = (context, seat, you, other) => (context.yours.includes(seat) ? you : other);
/**
 * @param {NarrationContext} context
 * @param {string} of
 */
const placeName = (context, of) => (/^\d+$/.test(of) ? seatName(context, Number(of)) : PLACES[of] || of);
/**
 * @param {Layout} layout
 * @param {Record<string, number>} wagers
 */
const wagersText = (layout, wagers) =>
	joinWords(Object.entries(wagers).map(([name, stake]) => `${money(stake)} on ${wagerTitle(layout, name)}`)) ||
	"nothing";

/**
 * The clauses and rulings that an event names.
 * @param {NarrationContext} context
 * @param {Record<string, any>} data
 */
const citedText = (context, data) => {
	const rulings = data.rulings?.length ? `; ruling ${data.rulings.join(", ")}` : "";
	return `${context.layout.short} ${data.clauses.join(", ")}${rulings}`;
};

/**
 * @param {NarrationContext} c
 * @param {number} seat
 */
const announcedName = (c, seat) =>
	c.yours.includes(seat) ? `your hand${c.yours.length > 1 ? ` at seat ${seat}` : ""}` : seatName(c, seat);

/** @type {Record<string, (c: NarrationContext, d: Record<string, any>) => string>} */
const EVENT_TEXTS = {
	sat: (c, d) => `${seatName(c, d.seat)} ${verb(c, d.seat, "sit", "sits")} down.`,
	left: (c, d) => `${seatName(c, d.seat)} ${verb(c, d.seat, "leave", "leaves")} the table.`,
	away: (c, d) =>
		`${seatName(c, d.seat)} ${d.away ? verb(c, d.seat, "sit out", "sits out") : verb(c, d.seat, "are back", "is back")}.`,
	bought: (c, d) =>
		`${seatName(c, d.seat)} ${verb(c, d.seat, "buy", "buys")} chips${d.amount ? ` for ${money(d.amount)}` : ""}.`,
	chips_moved: (_c, d) =>
		`Chips${d.amount ? ` worth ${money(d.amount)}` : ""} move from seat ${d.seat} to seat ${d.to}.`,
	placed: (c, d) =>
		Object.keys(d.wagers).length
			? `${seatName(c, d.seat)} ${verb(c, d.seat, "bet", "bets")} ${wagersText(c.layout, d.wagers)}.`
			: "",
	notice: (c, d) => `${capitalize(d.says)} (${citedText(c, d)}).`,
	column: (c, d) => `${wagerTitle(c.layout, d.wager)} pays for ${d.hands} hands.`,
	closed: () => "No more bets.",
	meter: (_, d) => `The progressive stands at ${money(d.amount)}.`,
	bonus_chips: (_, d) => `${countText(d.chips, "bonus chip")} collected, ${d.accepted} accepted by the devices.`,
	community: (c, d) => `Community card: ${cardName(c.layout, c.deck[d.card])}.`,
	turned: (c, d) => {
		const cards = cardNames(
			c.layout,
			d.cards.map((/** @type {number} */ it) => c.deck[it]),
		);
		if (d.of === "community") return `Turned up: ${cards}.`;
		const seat = Number(d.of);
		return d.of === "dealer"
			? `The dealer has ${cards}.`
			: `${seatName(c, seat)} ${verb(c, seat, "have", "has")} ${cards}.`;
	},
	announced: (c, d) =>
		`The dealer announces ${d.of === "dealer" ? "the dealer's hand" : announcedName(c, Number(d.of))}: ${d.words}.`,
	decided: (c, d) => {
		const gone = d.discard?.length
			? `, putting away ${cardNames(
					c.layout,
					d.discard.map((/** @type {number} */ it) => c.deck[it]),
				)}`
			: "";
		const paid = d.amount ? ` for ${money(d.amount)}` : "";
		return `${seatName(c, d.seat).replace(/,$/, "")}: ${d.choice}${paid}${gone}${d.absent ? ", being away" : ""}.`;
	},
	settled: (c, d) => {
		const text = capitalize(lineText(c.layout, settlementLine(d.line)));
		return c.yours.includes(d.seat) ? `${text}.` : `${seatName(c, d.seat)}: ${ofThePlayer(text)}.`;
	},
	exposed: (c, d) => `A card of ${placeName(c, d.of)} was seen${seenCard(c, d.card)}.`,
	reported: (_, d) => `A report waits for the floor, ${d.says}.`,
	miscounted: (c, d) => `A wrong number of cards, ${placeName(c, d.of)}: ${d.number}.`,
	relaid: (c, d) => `A wrong number of cards, ${placeName(c, d.of)}: ${d.number}.`,
	strayed: (c, d) => `A card for ${placeName(c, d.of)} went to ${placeName(c, d.to)}.`,
	drawn: () => "A card is drawn by mistake, its face unseen.",
	corrected: (c, d) =>
		`A misread card is corrected, number ${d.number} of ${placeName(c, d.to)}${seenCard(c, d.shown ?? d.card)}${
			d.round ? `, in round ${d.round}: the ledger is corrected` : ""
		}. ${d.reason}`,
	count_due: (_, d) => `The deck is to be counted ${d.by}.`,
	counted: (_, d) => `Counted, the ${d.of}: ${countText(d.cards, "card")}.`,
	found_face_up: (c, d) => `A card is found face up: ${cardName(c.layout, c.deck[d.card])}.`,
	put_right: (c, d) => `A card of ${placeName(c, d.of)} ${d.how}.`,
	irregular: (c, d) => `Irregularity: ${d.says} (${citedText(c, d)}).`,
	pending: (_, d) => `The floor is called: ${d.says.replace(/\.$/, "")}.`,
	ruled: (_, d) => `The floor rules: ${d.choice}. ${d.reason}`,
	jammed: (_, d) => `The ${d.device} has failed.`,
	device: (_, d) => `The ${d.device} is ${d.is}${d.from ? ` again, and back with ${d.from}` : ""}.`,
	kept_out: (c, d) => `The hand of ${placeName(c, String(d.seat))} stays out as the highest.`,
	recut: (_, d) => `The cards are cut again: ${d.reason}.`,
	removed: (_, d) => `The deck leaves the table: ${d.reason}.`,
	over: (_, d) => (d.void ? `Round ${d.round} is void.` : `Round ${d.round} is over.`),
};

/**
 * A card that was seen, if it is known which.
 * @param {NarrationContext} c
 * @param {number | undefined} card
 */
const seenCard = (c, card) => (card === undefined ? "" : `: ${cardName(c.layout, c.deck[card])}`);

/**
 * The context that the sentences need.
 * @param {Layout} layout
 * @param {ShownMessage} message
 * @returns {NarrationContext}
 */
export function narrationContext(layout, message) {
	const names = Object.fromEntries(message.view.seats.map((it) => [it.seat, it.name]));
	return { layout, deck: layout.deck.order, names, yours: message.yours };
}

/**
 * @param {TableEvent} event
 * @param {NarrationContext} about
 */
export function eventText(event, about) {
	const tells = EVENT_TEXTS[event.kind];
	return tells ? tells(about, event.data) : "";
}

/**
 * Cards that come to a hand, told together.
 * @param {TableEvent[]} events
 * @param {NarrationContext} about
 */
export function dealtTexts(events, about) {
	/** @type {Record<string, string[]>} */
	const own = {};
	for (const { kind, data } of events) {
		if (kind !== "dealt" || data.card === undefined) continue;
		own[data.to] ||= [];
		own[data.to].push(about.deck[data.card]);
	}
	return Object.entries(own).map(
		([seat, cards]) =>
			`${seatName(about, Number(seat))} ${verb(about, Number(seat), "get", "gets")} ${cardNames(about.layout, cards)}.`,
	);
}

/**
 * A hand by its cards, or only by their number where none of them is seen.
 * @param {Layout} layout
 * @param {string[]} cards
 * @param {string} hidden
 */
const handText = (layout, cards, hidden) =>
	cards.every((it) => it === "??") ? countText(cards.length, hidden) : cardNames(layout, cards);

/**
 * The table as text, part by part.
 * @param {Layout} layout
 * @param {ShownMessage} message
 * @param {Scene} scene
 */
export function describeTable(layout, message, scene) {
	const about = narrationContext(layout, message);
	const { view } = message;
	const seats = view.seats.map((it) => {
		const here = scene.seats[it.seat];
		/** @type {string[]} */
		const parts = [];
		/**
		 * @param {string} you
		 * @param {string} other
		 */
		const does = (you, other) => verb(about, it.seat, you, other);
		if (it.away) parts.push(does("sit out", "sits out"));
		const wagers = here && Object.keys(here.wagers).length ? here.wagers : it.wagers;
		if (Object.keys(wagers).length) parts.push(`${does("have", "has")} ${wagersText(layout, wagers)}`);
		if (here?.cards.length) parts.push(`${does("hold", "holds")} ${handText(layout, here.cards, "card")}`);
		if (it.decisions.length) parts.push(`${does("have", "has")} said ${it.decisions.join(", ")}`);
		if (it.ready && view.phase === "betting") parts.push(does("are ready", "is ready"));
		const name = seatName(about, it.seat).replace(/,$/, "");
		return `${name}${message.programs.includes(it.seat) ? " (a program)" : ""}: ${parts.join("; ") || "no wager"}.`;
	});
	return {
		phase:
			view.phase === "round"
				? `Round ${view.round} is in play.`
				: view.phase === "betting"
					? "Bets are open."
					: `The table is ${view.phase}.`,
		dealer: scene.dealer.length
			? `The dealer has ${handText(layout, scene.dealer, "hidden card")}${scene.words ? `, ${scene.words}` : ""}.`
			: "The dealer has no cards.",
		community: layout.cards.community
			? scene.community.length
				? `On the table: ${cardNames(layout, scene.community)}.`
				: "No community cards yet."
			: "",
		seats: seats.length ? seats : ["Nobody sits here."],
	};
}
