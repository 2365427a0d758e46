// The scene: what lies on the table, worked out event by event so that each can be shown in turn.
//
// When all events of a message are shown, the house's view replaces the scene; after a round the scene stays.

import { settlementLine } from "./narration.js";

export const HIDDEN = "??";

export const emptySeat = () => ({
	cards: [],
	discard: [],
	wagers: {},
	lines: [],
	decisions: [],
	ending: "",
	words: "",
});

export function sceneOfView(view) {
	const seats = {};
	for (const it of view.seats) {
		const { cards, discard, wagers, decisions, ending } = it;
		seats[it.seat] = { ...emptySeat(), cards, discard, wagers, decisions, ending };
	}
	return { round: view.round, over: false, dealer: view.dealer, community: view.community, words: "", seats };
}

// The last round, as the house tells it to who comes later.
export function sceneOfLastRound(last) {
	const seats = {};
	for (const it of last.seats) seats[it.seat] = { ...emptySeat(), ...it, lines: [...it.lines, ...it.limits] };
	return { round: last.round, over: true, dealer: last.dealer, community: last.community, words: "", seats };
}

// After all events of a message the house's own view decides.
export function reconcile(scene, view) {
	if (view.phase !== "round") return scene.over ? scene : sceneOfView(view);
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
			if (!seat.cards.length && shown.cards.length) seat.cards = shown.cards; // collected: they stay to be looked at
		}
	}
	if (!fresh.dealer.length) fresh.dealer = scene.dealer;
	if (!fresh.community.length) fresh.community = scene.community;
	return { ...fresh, words: scene.words };
}

function turnUp(cards, faces) {
	if (cards.length === faces.length) return faces;
	const left = [...faces];
	return cards.map((it) => (it === HIDDEN && left.length ? left.shift() : it));
}

const withSeat = (scene, number, change) => {
	const seat = scene.seats[number] || emptySeat();
	return { ...scene, seats: { ...scene.seats, [number]: { ...seat, ...change(seat) } } };
};

const dealt = (scene, { to, card }, face) => {
	const shown = card === undefined ? HIDDEN : face(card);
	if (to === "dealer" || to === "community") return { ...scene, [to]: [...scene[to], shown] };
	return /^\d+$/.test(to) ? withSeat(scene, to, (seat) => ({ cards: [...seat.cards, shown] })) : scene;
};

const REDUCERS = {
	closed: (scene, _, __, view) => {
		const next = sceneOfView({ ...view, dealer: [], community: [], seats: [] });
		for (const [number, seat] of Object.entries(scene.seats))
			next.seats[number] = { ...emptySeat(), wagers: scene.over ? {} : seat.wagers };
		for (const it of view.seats) next.seats[it.seat] = { ...emptySeat(), wagers: next.seats[it.seat]?.wagers ?? {} };
		return next;
	},
	placed: (scene, { seat, wagers }) =>
		withSeat(
			scene.over ? { ...scene, over: false, dealer: [], community: [], words: "", seats: {} } : scene,
			seat,
			() => ({ wagers }),
		),
	dealt,
	community: (scene, { card }, face) => ({ ...scene, community: [...scene.community, face(card)] }),
	burned: (scene, { of }) => (of === "community" ? { ...scene, community: scene.community.slice(1) } : scene),
	turned: (scene, { of, cards }, face) => {
		const faces = cards.map(face);
		if (of === "dealer" || of === "community") return { ...scene, [of]: turnUp(scene[of], faces) };
		return withSeat(scene, of, (seat) => ({ cards: turnUp(seat.cards, faces) }));
	},
	exposed: (scene, { of, card }, face) => (of === "stub" ? scene : REDUCERS.turned(scene, { of, cards: [card] }, face)),
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

export function applyEvent(scene, { kind, data }, deck, view) {
	const fold = REDUCERS[kind];
	return fold ? fold(scene, data, (card) => deck[card] ?? HIDDEN, view) : scene;
}
