// What lies on the table, folded from the events so that each can be shown in turn.
//
// When all events of a message are shown, it is laid again from the house's view; after a round it stays to be looked at.

import { lineOf } from "./telling.js";

export const HIDDEN = "??";

export const noSeat = () => ({ cards: [], discard: [], wagers: {}, lines: [], decisions: [], ending: "", words: "" });

export function laid(view) {
	const seats = {};
	for (const it of view.seats) {
		const { cards, discard, wagers, decisions, ending } = it;
		seats[it.seat] = { ...noSeat(), cards, discard, wagers, decisions, ending };
	}
	return { round: view.round, over: false, dealer: view.dealer, community: view.community, words: "", seats };
}

// The last round, as the house tells it to who comes later.
export function ofLast(last) {
	const seats = {};
	for (const it of last.seats) seats[it.seat] = { ...noSeat(), ...it, lines: [...it.lines, ...it.limits] };
	return { round: last.round, over: true, dealer: last.dealer, community: last.community, words: "", seats };
}

// After all events of a message the house's own view decides.
export function settled(scene, view) {
	if (view.phase !== "round") return scene.over ? scene : laid(view);
	const fresh = laid(view);
	for (const [number, seat] of Object.entries(fresh.seats)) {
		const shown = scene.seats[number];
		if (shown) {
			seat.lines = shown.lines;
			seat.words = shown.words;
			seat.wagers = {
				...Object.fromEntries(shown.lines.map((line) => [line.wager, shown.wagers[line.wager] ?? line.stake])),
				...seat.wagers,
			};
			if (!seat.cards.length && shown.cards.length) seat.cards = shown.cards; // collected: they stay to be looked at
		}
	}
	if (!fresh.dealer.length) fresh.dealer = scene.dealer;
	if (!fresh.community.length) fresh.community = scene.community;
	return { ...fresh, words: scene.words };
}

function turnedUp(cards, faces) {
	if (cards.length === faces.length) return faces;
	const left = [...faces];
	return cards.map((it) => (it === HIDDEN && left.length ? left.shift() : it));
}

const changed = (scene, number, change) => {
	const seat = scene.seats[number] || noSeat();
	return { ...scene, seats: { ...scene.seats, [number]: { ...seat, ...change(seat) } } };
};

const dealt = (scene, { to, card }, face) => {
	const shown = card === undefined ? HIDDEN : face(card);
	if (to === "dealer" || to === "community") return { ...scene, [to]: [...scene[to], shown] };
	return /^\d+$/.test(to) ? changed(scene, to, (seat) => ({ cards: [...seat.cards, shown] })) : scene;
};

const FOLDS = {
	closed: (scene, _, __, view) => {
		const next = laid({ ...view, dealer: [], community: [], seats: [] });
		for (const [number, seat] of Object.entries(scene.seats))
			next.seats[number] = { ...noSeat(), wagers: scene.over ? {} : seat.wagers };
		for (const it of view.seats) next.seats[it.seat] = { ...noSeat(), wagers: next.seats[it.seat]?.wagers ?? {} };
		return next;
	},
	placed: (scene, { seat, wagers }) =>
		changed(
			scene.over ? { ...scene, over: false, dealer: [], community: [], words: "", seats: {} } : scene,
			seat,
			() => ({ wagers }),
		),
	dealt,
	community: (scene, { card }, face) => ({ ...scene, community: [...scene.community, face(card)] }),
	burned: (scene, { of }) => (of === "community" ? { ...scene, community: scene.community.slice(1) } : scene),
	turned: (scene, { of, cards }, face) => {
		const faces = cards.map(face);
		if (of === "dealer" || of === "community") return { ...scene, [of]: turnedUp(scene[of], faces) };
		return changed(scene, of, (seat) => ({ cards: turnedUp(seat.cards, faces) }));
	},
	exposed: (scene, { of, card }, face) => (of === "stub" ? scene : FOLDS.turned(scene, { of, cards: [card] }, face)),
	announced: (scene, { of, words }) => (of === "dealer" ? { ...scene, words } : changed(scene, of, () => ({ words }))),
	decided: (scene, { seat, choice, wager, amount, discard }, face) =>
		changed(scene, seat, (it) => {
			const gone = (discard || []).map(face);
			return {
				decisions: [...it.decisions, choice],
				wagers: wager ? { ...it.wagers, [wager]: (it.wagers[wager] || 0) + amount } : it.wagers,
				cards: gone.length ? it.cards.filter((card) => !gone.includes(card)) : it.cards,
				discard: [...it.discard, ...gone],
			};
		}),
	settled: (scene, { seat, line: parts }) => changed(scene, seat, (it) => ({ lines: [...it.lines, lineOf(parts)] })),
	over: (scene) => ({ ...scene, over: true }),
};

export function folded(scene, { kind, data }, deck, view) {
	const fold = FOLDS[kind];
	return fold ? fold(scene, data, (card) => deck[card] ?? HIDDEN, view) : scene;
}
