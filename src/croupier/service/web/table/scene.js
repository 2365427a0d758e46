// The scene: what lies on the table, worked out event by event so that each can be shown in turn.
//
// When all events of a message are shown, the house's view replaces the scene; after a round the scene stays.

import { settlementLine } from "./narration.js";

/** @import { LastRound, Scene, SeatScene, TableEvent, View } from "../types.js" */

export const HIDDEN = "??";

/** @returns {SeatScene} */
export const emptySeat = () => ({
	cards: [],
	discard: [],
	wagers: {},
	lines: [],
	decisions: [],
	ending: "",
	words: "",
	made: [],
});

/**
 * @param {View} view
 * @returns {Scene}
 */
export function sceneOfView(view) {
	/** @type {Scene["seats"]} */
	const seats = {};
	for (const it of view.seats) {
		const { cards, discard, wagers, decisions, ending } = it;
		seats[it.seat] = { ...emptySeat(), cards, discard, wagers, decisions, ending };
	}
	return { round: view.round, over: false, dealer: view.dealer, community: view.community, words: "", made: [], seats };
}

/** @param {{ wagers: Record<string, number> }} seat */
const hasBet = ({ wagers }) => Object.keys(wagers).length > 0;
/**
 * A seat with its bet on the next round, whose part in the last one stays to be looked at.
 * @param {SeatScene} seat
 * @param {Record<string, number>} wagers
 * @returns {SeatScene}
 */
const betAhead = (seat, wagers) => ({ ...seat, ahead: wagers, wagers: seat.lines.length ? seat.wagers : wagers });

/**
 * True if the viewer looks at the last round still: no bet on the next one lies yet, or for a player none of the own.
 * @param {View} view
 * @param {number[]} yours
 */
export const looksBack = ({ phase, seats }, yours) =>
	phase !== "round" && !seats.some((it) => (!yours.length || yours.includes(it.seat)) && hasBet(it));

/**
 * The last round, for a person who comes after it, with the bets that others have placed since. Whoever has come to a
 * seat since then has no part in it.
 * @param {LastRound} last
 * @param {View} view
 * @returns {Scene}
 */
export function sceneOfLastRound(last, view) {
	/** @type {Scene["seats"]} */
	const seats = {};
	for (const it of last.seats)
		if (!view.seats.some((one) => one.seat === it.seat && one.name !== it.name))
			seats[it.seat] = { ...emptySeat(), ...it, lines: [...it.lines, ...it.limits] };
	for (const { seat, wagers } of view.seats)
		if (hasBet({ wagers })) seats[seat] = betAhead(seats[seat] ?? emptySeat(), wagers);
	const { round, dealer, community, words, made } = last;
	return { round, over: true, dealer, community, words, made, seats };
}

/**
 * The scene of a round that is over, with the words and the cards of each hand as the house tells them.
 * @param {Scene} scene
 * @param {LastRound} last
 * @returns {Scene}
 */
export function withMadeHands(scene, last) {
	const seats = { ...scene.seats };
	for (const { seat, words, made } of last.seats)
		if (seats[seat]) seats[seat] = { ...seats[seat], words: words || seats[seat].words, made };
	return { ...scene, words: last.words || scene.words, made: last.made, seats };
}

/**
 * The scene after all events of a message, where the house's view decides. A round that is over stays to be looked at.
 * @param {Scene} scene
 * @param {View} view
 * @param {number[]} [yours]
 * @returns {Scene}
 */
export function reconcile(scene, view, yours = []) {
	if (view.phase !== "round") return scene.over && looksBack(view, yours) ? scene : sceneOfView(view);
	const fresh = sceneOfView(view);
	for (const [number, seat] of Object.entries(fresh.seats)) {
		const shown = scene.seats[number];
		if (shown) {
			seat.lines = shown.lines;
			seat.words = shown.words;
			seat.wagers = {
				...Object.fromEntries(shown.lines.map((line) => [line.wager, shown.wagers[line.wager] ?? line.stake])),
				...seat.wagers,
			};
			if (!seat.cards.length && shown.cards.length) seat.cards = shown.cards; // collected cards stay to be looked at
		}
	}
	if (!fresh.dealer.length) fresh.dealer = scene.dealer;
	if (!fresh.community.length) fresh.community = scene.community;
	return { ...fresh, words: scene.words };
}

/**
 * Cards of a hand, of which these faces are seen now.
 * @param {string[]} cards
 * @param {string[]} faces
 */
function turnUp(cards, faces) {
	if (cards.length === faces.length) return faces;
	const left = [...faces];
	return cards.map((it) => (it === HIDDEN ? (left.shift() ?? it) : it));
}

/**
 * @param {Scene} scene
 * @param {string | number} number
 * @param {(seat: SeatScene) => Partial<SeatScene>} change
 * @returns {Scene}
 */
const withSeat = (scene, number, change) => {
	const seat = scene.seats[number] || emptySeat();
	return { ...scene, seats: { ...scene.seats, [number]: { ...seat, ...change(seat) } } };
};

/**
 * True for cards that belong to no seat.
 * @param {string} of
 * @returns {of is "dealer" | "community"}
 */
const isCommon = (of) => of === "dealer" || of === "community";

/**
 * @param {Scene} scene
 * @param {Record<string, any>} data
 * @param {(card: number) => string} face
 * @returns {Scene}
 */
const dealt = (scene, { to, card }, face) => {
	const shown = card === undefined ? HIDDEN : face(card);
	if (isCommon(to)) return { ...scene, [to]: [...scene[to], shown] };
	return /^\d+$/.test(to) ? withSeat(scene, to, (seat) => ({ cards: [...seat.cards, shown] })) : scene;
};

/**
 * Real cards as they lie after a report or a correction, which the view tells while the round is in play.
 * @type {(scene: Scene, data: Record<string, any>, face: (card: number) => string, view: View) => Scene}
 */
const asTheyLie = (scene, _, __, view) => {
	if (view.phase !== "round") return scene;
	const seats = view.seats.map((it) => [it.seat, { ...(scene.seats[it.seat] || emptySeat()), cards: it.cards }]);
	const { dealer, community } = view;
	return { ...scene, dealer, community, seats: { ...scene.seats, ...Object.fromEntries(seats) } };
};

/**
 * The change that each kind of event makes to the scene.
 * @typedef {(scene: Scene, data: Record<string, any>, face: (card: number) => string, view: View) => Scene} Reducer
 * @type {Record<string, Reducer>}
 */
const REDUCERS = {
	closed: (scene, _, __, view) => {
		const next = sceneOfView({ ...view, dealer: [], community: [], seats: [] });
		for (const [number, seat] of Object.entries(scene.seats))
			next.seats[number] = { ...emptySeat(), wagers: scene.over ? (seat.ahead ?? {}) : seat.wagers };
		for (const it of view.seats) next.seats[it.seat] = { ...emptySeat(), wagers: next.seats[it.seat]?.wagers ?? {} };
		return next;
	},
	placed: (scene, { seat, wagers }) => withSeat(scene, seat, (it) => (scene.over ? betAhead(it, wagers) : { wagers })),
	sat: (scene, { seat }) => withSeat(scene, seat, () => ({ ...emptySeat(), ahead: undefined })),
	dealt,
	community: (scene, { card }, face) => ({ ...scene, community: [...scene.community, face(card)] }),
	burned: (scene, { of }) => (of === "community" ? { ...scene, community: scene.community.slice(1) } : scene),
	turned: (scene, { of, cards, number }, face) => {
		const faces = cards.map(face);
		/** @param {string[]} hand */
		const turn = (hand) => (number ? hand.with(number - 1, faces[0]) : turnUp(hand, faces));
		if (isCommon(of)) return { ...scene, [of]: turn(scene[of]) };
		return withSeat(scene, of, (seat) => ({ cards: turn(seat.cards) }));
	},
	exposed: (scene, { of, card }, face, view) =>
		of === "stub" || of === "rack" || card === undefined
			? scene
			: REDUCERS.turned(scene, { of, cards: [card] }, face, view),
	...Object.fromEntries(["relaid", "miscounted", "strayed", "corrected"].map((kind) => [kind, asTheyLie])),
	found_face_up: (scene, data, face, view) => (data.from ? asTheyLie(scene, data, face, view) : scene),
	announced: (scene, { of, words }) => (of === "dealer" ? { ...scene, words } : withSeat(scene, of, () => ({ words }))),
	decided: (scene, { seat, choice, wager, amount, discard }, face) =>
		withSeat(scene, seat, (it) => {
			const gone = (discard || []).map(face);
			return {
				decisions: [...it.decisions, choice],
				wagers: wager ? { ...it.wagers, [wager]: (it.wagers[wager] || 0) + amount } : it.wagers,
				cards: gone.length ? it.cards.filter((card) => !gone.includes(card)) : it.cards,
				discard: [...it.discard, ...gone],
			};
		}),
	settled: (scene, { seat, line: parts }) =>
		withSeat(scene, seat, (it) => ({ lines: [...it.lines, settlementLine(parts)] })),
	over: (scene) => ({ ...scene, over: true }),
};

/**
 * The scene after an event.
 * @param {Scene} scene
 * @param {TableEvent} event
 * @param {string[]} deck
 * @param {View} view
 * @returns {Scene}
 */
export function applyEvent(scene, { kind, data }, deck, view) {
	const fold = REDUCERS[kind];
	return fold ? fold(scene, data, (card) => deck[card] ?? HIDDEN, view) : scene;
}
