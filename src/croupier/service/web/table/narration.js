// Narration: sentences about what happened, which the log, the text view and the live region share.

import { capitalize, countText, joinWords, money, phaseText, phrase } from "../index.js";

/** @import { Layout, Line, NarrationContext, Scene, ShownMessage, TableEvent } from "../types.js" */
/** @import { Key } from "../words.js" */

/** @type {Record<string, string>} */
const PLACES = {
	dealer: phrase("narration.the_dealer"),
	community: phrase("narration.the_community_cards"),
	"community left": phrase("narration.the_community_cards"),
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
const ofThePlayer = (because) =>
	because.replace(/\byour\b/g, phrase("narration.the_players")).replace(/\byou\b/g, phrase("narration.the_player"));

/**
 * Why a line was paid. The citation stands apart, so that it can be opened.
 * @param {Layout} layout
 * @param {Line} line
 */
export function lineText(layout, line) {
	const { result, stake, because } = line;
	const amount = money(Math.abs(line.amount));
	if (result === "limit") return phrase("line.limit", { amount, because });
	const title = wagerTitle(layout, line.wager);
	const wager = stake ? `${title} ${money(stake)}` : title;
	const pays = result === "win" ? line.pays : "";
	const at = pays && phrase(pays.includes(" to ") ? "line.at" : "line.paid", { pays });
	const key = result === "win" && !stake ? "line.earn" : /** @type {const} */ (`line.${result}`);
	return phrase(key, { wager, amount, at, because });
}

/**
 * @param {Layout} layout
 * @param {string} face
 */
const cardName = (layout, face) => (face === "??" ? phrase("cards.a_hidden_card") : layout.deck.faces[face] || face);
/**
 * @param {Layout} layout
 * @param {string[]} faces
 */
export const cardNames = (layout, faces) => joinWords(faces.map((it) => cardName(layout, it)));

/**
 * @param {NarrationContext} context
 * @param {number} seat
 */
function seatName(context, seat) {
	if (context.yours.includes(seat)) return phrase(context.yours.length > 1 ? "seat.own_at" : "seat.own", { seat });
	const name = context.names[seat];
	return phrase(name ? "seat.name_at" : "felt.seat", { name, number: seat, seat });
}

/**
 * A sentence about a seat; there is one for the player's own.
 * @param {NarrationContext} context
 * @param {number} seat
 * @param {Personal} key
 * @param {Record<string, string | number>} [values]
 */
const told = (context, seat, key, values) =>
	phrase(context.yours.includes(seat) ? /** @type {const} */ (`${key}.you`) : key, {
		who: seatName(context, seat),
		...values,
	});
/**
 * Keys of words that are there in the second person, too.
 * @typedef {{ [K in Key]: K extends `${infer Stem}.you` ? Stem : never }[Key]} Personal
 */
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
	joinWords(
		Object.entries(wagers).map(([name, stake]) =>
			phrase("narration.on", { stake: money(stake), wager: wagerTitle(layout, name) }),
		),
	) || phrase("narration.nothing");

/**
 * The clauses and rulings that an event names.
 * @param {NarrationContext} context
 * @param {Record<string, any>} data
 */
const citedText = (context, data) => {
	const clauses = `${context.layout.short} ${data.clauses.join(", ")}`;
	return data.rulings?.length ? phrase("narration.cited", { clauses, rulings: data.rulings.join(", ") }) : clauses;
};

/**
 * @param {NarrationContext} c
 * @param {string} of
 */
const announcedName = (c, of) => {
	const seat = Number(of);
	if (of === "dealer") return phrase("narration.the_dealers_hand");
	if (!c.yours.includes(seat)) return seatName(c, seat);
	return phrase(c.yours.length > 1 ? "narration.your_hand_at" : "narration.your_hand", { seat });
};

/** @type {Record<string, (c: NarrationContext, d: Record<string, any>) => string>} */
const EVENT_TEXTS = {
	sat: (c, d) => told(c, d.seat, "event.sat"),
	left: (c, d) => told(c, d.seat, "event.left"),
	away: (c, d) => told(c, d.seat, d.away ? "event.away" : "event.back"),
	bought: (c, d) => told(c, d.seat, d.amount ? "event.bought_for" : "event.bought", { amount: money(d.amount ?? 0) }),
	chips_moved: (_c, d) =>
		phrase(d.amount ? "event.chips_worth_moved" : "event.chips_moved", {
			amount: money(d.amount ?? 0),
			from: d.seat,
			to: d.to,
		}),
	placed: (c, d) =>
		Object.keys(d.wagers).length ? told(c, d.seat, "event.placed", { wagers: wagersText(c.layout, d.wagers) }) : "",
	notice: (c, d) => phrase("event.notice", { says: capitalize(d.says), cited: citedText(c, d) }),
	column: (c, d) => phrase("event.column", { wager: wagerTitle(c.layout, d.wager), hands: d.hands }),
	closed: () => phrase("event.closed"),
	meter: (_, d) => phrase("event.meter", { amount: money(d.amount) }),
	bonus_chips: (_, d) => phrase("event.bonus_chips", { chips: countText(d.chips, "bonus_chip"), accepted: d.accepted }),
	community: (c, d) => phrase("event.community", { card: cardName(c.layout, c.deck[d.card]) }),
	turned: (c, d) => {
		const cards = cardNames(
			c.layout,
			d.cards.map((/** @type {number} */ it) => c.deck[it]),
		);
		if (d.of === "community") return phrase("event.turned_up", { cards });
		return d.of === "dealer" ? phrase("event.dealer_has", { cards }) : told(c, Number(d.of), "event.turned", { cards });
	},
	announced: (c, d) => phrase("event.announced", { of: announcedName(c, d.of), words: d.words }),
	decided: (c, d) => {
		const cards = (d.discard ?? []).map((/** @type {number} */ it) => c.deck[it]);
		return phrase("event.decided", {
			who: plainName(c, d.seat),
			choice: d.choice,
			paid: d.amount ? phrase("event.decided_for", { amount: money(d.amount) }) : "",
			gone: cards.length ? phrase("event.decided_without", { cards: cardNames(c.layout, cards) }) : "",
			absent: d.absent ? phrase("event.decided_away") : "",
		});
	},
	settled: (c, d) => {
		const text = capitalize(lineText(c.layout, settlementLine(d.line)));
		return c.yours.includes(d.seat)
			? phrase("event.settled.you", { text })
			: phrase("event.settled", { who: seatName(c, d.seat), text: ofThePlayer(text) });
	},
	exposed: (c, d) => phrase("event.exposed", { of: placeName(c, d.of), card: seenCard(c, d.card) }),
	reported: (_, d) => phrase("event.reported", { says: d.says }),
	miscounted: (c, d) => phrase("event.miscounted", { of: placeName(c, d.of), number: d.number }),
	relaid: (c, d) => phrase("event.miscounted", { of: placeName(c, d.of), number: d.number }),
	strayed: (c, d) => phrase("event.strayed", { of: placeName(c, d.of), to: placeName(c, d.to) }),
	drawn: () => phrase("event.drawn"),
	corrected: (c, d) =>
		phrase("event.corrected", {
			number: d.number,
			of: placeName(c, d.to),
			card: seenCard(c, d.shown ?? d.card),
			round: d.round ? phrase("event.corrected_in", { round: d.round }) : "",
			reason: d.reason,
		}),
	count_due: (_, d) => phrase("event.count_due", { by: d.by }),
	counted: (_, d) => phrase("event.counted", { of: d.of, cards: countText(d.cards, "card") }),
	found_face_up: (c, d) => phrase("event.found_face_up", { card: cardName(c.layout, c.deck[d.card]) }),
	put_right: (c, d) => phrase("event.put_right", { of: placeName(c, d.of), how: d.how }),
	irregular: (c, d) => phrase("event.irregular", { says: d.says, cited: citedText(c, d) }),
	pending: (_, d) => phrase("table.the_floor_is_called", { pending: d.says.replace(/\.$/, "") }),
	ruled: (_, d) => phrase("event.ruled", { choice: d.choice, reason: d.reason }),
	jammed: (_, d) => phrase("event.jammed", { device: d.device }),
	device: (_, d) => phrase(d.from ? "event.device_back" : "event.device", { device: d.device, is: d.is, from: d.from }),
	kept_out: (c, d) => phrase("event.kept_out", { of: placeName(c, String(d.seat)) }),
	recut: (_, d) => phrase("event.recut", { reason: d.reason }),
	removed: (_, d) => phrase("event.removed", { reason: d.reason }),
	over: (_, d) => phrase(d.void ? "event.void" : "event.over", { round: d.round }),
};

/**
 * The name of a seat where no verb follows.
 * @param {NarrationContext} c
 * @param {number} seat
 */
const plainName = (c, seat) => seatName(c, seat).replace(/,$/, "");

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
	return Object.entries(own).map(([seat, cards]) =>
		told(about, Number(seat), "event.dealt", { cards: cardNames(about.layout, cards) }),
	);
}

/**
 * A hand by its cards, or only by their number where none of them is seen.
 * @param {Layout} layout
 * @param {string[]} cards
 * @param {"card" | "hidden_card"} hidden
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
		const shown = scene.seats[it.seat];
		const here = shown?.ahead ? undefined : shown; // whoever has bet again is told by the bet
		/** @type {string[]} */
		const parts = [];
		/**
		 * @param {Personal} key
		 * @param {Record<string, string>} [values]
		 */
		const tell = (key, values) => parts.push(told(about, it.seat, key, values));
		if (it.away) tell("seat.sits_out");
		const wagers = here && Object.keys(here.wagers).length ? here.wagers : it.wagers;
		if (Object.keys(wagers).length) tell("seat.has", { wagers: wagersText(layout, wagers) });
		if (here?.cards.length) tell("seat.holds", { cards: handText(layout, here.cards, "card") });
		if (it.decisions.length) tell("seat.said", { decisions: it.decisions.join(", ") });
		if (it.ready && view.phase === "betting") tell("seat.ready");
		return phrase(message.programs.includes(it.seat) ? "seat.of_program" : "seat.of", {
			who: plainName(about, it.seat),
			parts: parts.join("; ") || phrase("seat.no_wager"),
		});
	});
	const words = scene.words ? `, ${scene.words}` : "";
	return {
		phase:
			view.phase === "round"
				? phrase("narration.round_is_in_play", { round: view.round })
				: view.phase === "betting"
					? phrase("narration.bets_are_open")
					: phrase("narration.the_table_is", { phase: phaseText(view.phase) }),
		dealer: scene.dealer.length
			? phrase("event.dealer_has", { cards: handText(layout, scene.dealer, "hidden_card") + words })
			: phrase("narration.the_dealer_has_no_cards"),
		community: layout.cards.community
			? scene.community.length
				? phrase("narration.on_the_table", { cards: cardNames(layout, scene.community) })
				: phrase("narration.no_community_cards_yet")
			: "",
		seats: seats.length ? seats : [phrase("floor.nobody_sits_here")],
	};
}
