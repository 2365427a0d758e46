// A player's contribution to the last cuts: numbers promised and revealed, and what was shown before the bets.
//
// The page keeps what the table's messages said when each of them came. So it checks a receipt against what the house
// showed before the round, and not against what the house says afterwards.

import { readStored, writeStored } from "../local_storage.js";
import { phrase } from "../words.js";
import { hex, sha256, unhex, utf8 } from "./sha256.js";

/** @import { Contribution, KnownBefore, Receipt, TableEvent, TableMessage, View } from "../types.js" */

const MOST_SHUFFLES = 16;
export const COMMITTED = new Set(["committed", "practice: seeded"]); // the sources of cards that a root binds

/**
 * A number from a seed that all windows of this browser know, so that each window knows what another has promised.
 * The session and the player's own text, if there is one, are mixed in; the count never goes back, so that no number
 * comes twice.
 * @param {Contribution} part
 */
async function drawNumber(part) {
	return hex(await sha256(utf8(`croupier number 2\0${part.session}\0${part.text}\0${part.seed}\0${++part.count}`)));
}

/**
 * @param {Partial<Contribution>} kept
 * @returns {Promise<Contribution>}
 */
export async function newContribution(kept) {
	const part = {
		session: "",
		text: "",
		seed: hex(crypto.getRandomValues(new Uint8Array(32))),
		count: 0,
		number: "",
		following: "",
		given: {},
		counted: {},
		open: [],
		ended: [],
		unended: [],
		lost: [],
		promises: [],
		cuts: null,
		staked: false,
		roots: {},
		readyFor: "",
		betOn: "",
		alarm: "",
		void: null,
		moved: false,
		saw: {},
		shown: {},
		seats: [],
		...kept,
	};
	if (!part.number) part.number = await drawNumber(part);
	if (!part.following) part.following = await drawNumber(part);
	return part;
}

/**
 * Draw numbers from another text; a number that a round may wait for already stays.
 * @param {Contribution} part
 * @param {string} text
 */
export async function chooseText(part, text) {
	part.text = text;
	part.seed = hex(crypto.getRandomValues(new Uint8Array(32)));
	if (!part.staked) part.number = await drawNumber(part);
	part.following = await drawNumber(part);
}

/** @param {View} view */
export const takesNumbers = (view) => COMMITTED.has(view.source);

/**
 * The promise that goes with sitting down, with a bet and with being ready: the hash of a number that nobody has heard.
 * @param {Contribution} part
 * @param {TableMessage} message
 * @returns {Promise<{ next?: string }>}
 */
export async function promisedHash(part, message) {
	const { view } = message;
	if (!takesNumbers(view)) return {};
	while (!view.owing.length && wasGiven(part)) await spendNumber(part);
	return { next: await promiseOf(part.number) };
}

/** @param {string} number */
const promiseOf = async (number) => hex(await sha256(unhex(number)));

/**
 * The number that the round waits for, with the seat that promised it, kept before it is revealed; null if it waits for
 * none of this browser's. A number is revealed for one shuffle: a house that has heard it could choose the order of any
 * other. For one shuffle one number is revealed, and after an alarm none.
 * @param {Contribution} part
 * @param {TableMessage} message
 */
export async function numberDue(part, message) {
	const { view, yours, table } = message;
	const seat = yours.find((it) => view.owing.includes(it));
	if (!seat || view.phase !== "round" || !view.deck || !view.root || part.alarm) return null;
	if (view.promises[seat] !== (await promiseOf(part.number)) || wasGiven(part)) return null;
	const { shuffle } = view.deck;
	if (keepFirst(givenName(table, part.session, shuffle), part.number) !== part.number) return null;
	part.given[shuffle] = part.number;
	part.open = [...new Set([...part.open, shuffle])];
	forgetOldest(part.given);
	part.cuts = view.deck.cuts ?? null;
	return { seat, args: { number: part.number, next: await promiseOf(part.following) } };
}

/**
 * True if the number was revealed already, in this window or in another one of this browser.
 * @param {Contribution} part
 */
const wasGiven = (part) => [...Object.values(part.given), ...Object.values(allKept())].includes(part.number);

/**
 * Forget the oldest value of a shuffle, so that an evening of many rounds takes no more memory than a short one.
 * @param {Record<string, unknown>} values
 */
function forgetOldest(values) {
	const names = Object.keys(values);
	if (names.length > MOST_SHUFFLES) delete values[names[0]];
}

/** @param {Contribution} part */
async function spendNumber(part) {
	part.number = part.following;
	part.following = await drawNumber(part);
}

// ---- what was shown first

const KEPT = "croupier kept";
const MOST_KEPT = 2000;

/** Values that this browser could not store. @type {Record<string, string>} */
let memory = {};

/** @returns {Record<string, string>} */
const allKept = () => ({ ...memory, ...readStored(KEPT) });

/**
 * Keep a value under a name, for all windows of this browser; of values that belong to a moment the oldest go.
 * @param {string} name
 * @param {string} value
 */
export function keep(name, value) {
	const kept = { ...allKept(), [name]: value };
	const passing = Object.keys(kept).filter((it) => PASSING.test(it));
	if (passing.length > MOST_KEPT) delete kept[passing[0]];
	memory = writeStored(KEPT, kept) ? {} : kept;
}
const PASSING = /^(commitment|shuffled|root|given) /;

/**
 * The value that was kept first under a name; this one, if none was. All windows of this browser share what was kept.
 * @param {string} name
 * @param {string} value
 * @returns {string}
 */
export function keepFirst(name, value) {
	const first = allKept()[name];
	if (first !== undefined) return first;
	keep(name, value);
	return value;
}

/** @param {string} name */
export const keptFirst = (name) => allKept()[name] ?? "";

/**
 * For one shuffle of one session there is one commitment and one root: the first that were shown. Another is an alarm.
 * @param {Contribution} part
 * @param {string} table
 * @param {number} shuffle
 * @param {string} value
 * @param {"commitment" | "root"} what
 */
function keepShown(part, table, shuffle, value, what = "commitment") {
	if (!value) return;
	const name = what === "root" ? shuffledName : commitmentName;
	const first = keepFirst(name(table, part.session, shuffle), value);
	if (first !== value && !part.alarm)
		part.alarm = keepFirst(
			`alarm ${table} ${part.session}`,
			phrase("contribution.the_house_contradicts_itself_for", { shuffle, table, what, first }) +
				phrase("contribution.shows_it_may_have_looked", { value }),
		);
}

/**
 * @param {string} table
 * @param {string} session
 * @param {number} shuffle
 */
const commitmentName = (table, session, shuffle) => `commitment ${table} ${session} ${shuffle}`;

/**
 * The name of the root of a shuffle.
 * @param {string} table
 * @param {string} session
 * @param {number} shuffle
 */
const shuffledName = (table, session, shuffle) => `shuffled ${table} ${session} ${shuffle}`;

/**
 * The name of the root that was shown before the bets of a round closed.
 * @param {string} table
 * @param {string} session
 * @param {number} round
 */
const rootName = (table, session, round) => `root ${table} ${session} ${round}`;

/**
 * The name of the number that was given for a shuffle.
 * @param {string} table
 * @param {string} session
 * @param {number} shuffle
 */
const givenName = (table, session, shuffle) => `given ${table} ${session} ${shuffle}`;

/** @param {TableMessage} message */
const isReady = (message) => message.view.seats.some((it) => it.ready && message.yours.includes(it.seat));

/**
 * Take up what a message of the table says of the shuffles and the cards.
 * @param {Contribution} part
 * @param {TableMessage | undefined} before
 * @param {TableMessage} message
 */
export async function observe(part, before, message) {
	const { view, session, table } = message;
	if (session !== part.session) await beginSession(part, table, session);
	if (!before || message.what !== "happened") {
		part.readyFor = "";
		part.betOn = "";
		if (part.round !== view.round) forgetCards(part);
	} else {
		for (const { kind, data } of message.events) await observeEvent(part, before, message, kind, data);
		if (message.events.some((it) => it.kind === "closed")) {
			part.promises = await promisesAwaited(before, message.view, message.events);
			part.cuts = before.view.deck?.cuts ?? null;
		}
		part.readyFor = isReady(message) ? (isReady(before) ? part.readyFor : before.view.root) : "";
	}
	part.round = view.round;
	part.staked = view.seats.some((it) => message.yours.includes(it.seat) && Object.keys(it.wagers).length > 0);
	const lying = [
		["dealer", view.dealer],
		["community", view.community],
	];
	for (const it of view.seats) {
		lying.push([String(it.seat), [...it.cards, ...it.discard]]);
		if (it.cards.length && message.yours.includes(it.seat)) part.seats = [...new Set([...part.seats, it.seat])];
	}
	for (const [holder, cards] of /** @type {[string, string[]][]} */ (lying))
		part.shown[holder] = mostOf(
			part.shown[holder] ?? [],
			cards.filter((it) => it !== "??"),
		);
	keepShown(part, table, view.shuffle, view.commitment);
	if (!view.deck || !view.root) return;
	keepShown(part, table, view.deck.shuffle, view.deck.commitment);
	keepShown(part, table, view.deck.shuffle, view.root, "root");
	part.roots[view.root] = view.deck.shuffle;
	forgetOldest(part.roots);
}

/**
 * The hashes of the numbers that a round waits for; none if one of them was not shown before its bets closed.
 * @param {TableMessage} before
 * @param {View} view
 * @param {TableEvent[]} events
 */
async function promisesAwaited(before, view, events) {
	const closing = events.findIndex((it) => it.kind === "closed");
	const promised = events.slice(0, closing).filter((it) => it.kind === "promised");
	const shown = [...Object.values(before.view.promises), ...promised.map((it) => it.data.next)];
	const revealed = events.filter((it) => it.kind === "revealed").map((it) => promiseOf(it.data.number));
	const awaited = view.owing.map((it) => view.promises[it] ?? "");
	const hashes = [...new Set([...awaited, ...(await Promise.all(revealed))])];
	return hashes.every((it) => shown.includes(it)) ? hashes : [];
}

/**
 * Another session: nothing that was shown or promised before holds there.
 * @param {Contribution} part
 * @param {string} table
 * @param {string} session
 */
async function beginSession(part, table, session) {
	const left = part.open.map((shuffle) =>
		phrase("contribution.shuffle_of_session", { shuffle, session: part.session }),
	);
	Object.assign(part, {
		unended: [...part.unended, ...left],
		session,
		given: {},
		counted: {},
		open: [],
		ended: [],
		roots: {},
		readyFor: "",
		betOn: "",
	});
	part.alarm = keptFirst(`alarm ${table} ${session}`);
	part.number = await drawNumber(part);
	part.following = await drawNumber(part);
	forgetCards(part);
}

/** @param {Contribution} part */
const forgetCards = (part) =>
	Object.assign(part, { saw: {}, shown: {}, seats: [], promises: [], cuts: null, moved: false, void: null });

const MOVED = new Set(["irregular", "put_right", "dealer_void", "ruled", "exposed", "found_face_up"]);

/**
 * @param {Contribution} part
 * @param {TableMessage} before
 * @param {TableMessage} message
 * @param {string} kind
 * @param {Record<string, any>} data
 */
async function observeEvent(part, before, message, kind, data) {
	if (kind === "dealt" && message.yours.includes(Number(data.to)))
		part.seats = [...new Set([...part.seats, Number(data.to)])];
	if (MOVED.has(kind) || (kind === "burned" && data.of === "community")) part.moved = true;
	/** @type {(holder: string | number, cards: number[]) => void} */
	const see = (holder, cards) => {
		part.saw[holder] = [...new Set([...(part.saw[holder] ?? []), ...cards])];
	};
	if (kind === "opened") {
		keepShown(part, message.table, 1, data.commitment);
	} else if (kind === "revealed" && message.yours.includes(data.seat)) {
		part.counted[(before.view.deck ?? message.view.deck)?.shuffle ?? 0] = data.number;
		forgetOldest(part.counted);
		if (data.number === part.number) await spendNumber(part);
	} else if (kind === "shuffled" && data.shuffle) {
		keepShown(part, message.table, data.shuffle + 1, data.commitment);
	} else if (kind === "closed") {
		forgetCards(part);
		part.betOn = part.readyFor || before.view.root;
		if (part.betOn) keepFirst(rootName(message.table, part.session, before.view.round + 1), part.betOn);
	} else if (kind === "dealt" && data.card !== undefined) see(data.to, [data.card]);
	else if (kind === "community") see("community", [data.card]);
	else if (kind === "turned") see(data.of, data.cards);
	else if (kind === "exposed" || kind === "found_face_up") see("", [data.card]);
	else if (kind === "over") {
		part.void = Boolean(data.void);
		part.ended = part.open;
		part.lost = part.unended;
		part.open = [];
		part.unended = [];
	}
}

/**
 * Of each face as many as either list has.
 * @param {string[]} one
 * @param {string[]} other
 */
function mostOf(one, other) {
	const left = [...one];
	return [
		...one,
		...other.filter((it) => {
			const at = left.indexOf(it);
			if (at >= 0) left.splice(at, 1);
			return at < 0;
		}),
	];
}

/**
 * The knowledge of the player from before and during the round, for checking a receipt.
 * @param {Contribution} part
 * @param {Receipt} receipt
 * @returns {KnownBefore}
 */
export function knownBefore(part, receipt) {
	// A window that came, or came back, after the bets had closed goes by what another one has kept before.
	const root = part.betOn || keptFirst(rootName(receipt.table, part.session, receipt.round));
	const told = part.roots[receipt.root] || part.roots[root] || 0;
	const shuffle = told || Number(receipt.shuffle?.number) || 0;
	const given = part.given[shuffle] || keptFirst(givenName(receipt.table, part.session, shuffle));
	const number = part.counted[shuffle] || (receipt.shuffle?.numbers?.includes(given) ? given : "");
	/** @type {Record<string, string[]>} */
	const cards = {};
	for (const holder of new Set([...Object.keys(part.saw), ...Object.keys(part.shown)])) {
		const faces = (part.saw[holder] ?? []).map((it) => receipt.faces?.[it] ?? String(it));
		const seen = mostOf(faces, part.shown[holder] ?? []);
		if (seen.length) cards[holder] = seen;
	}
	return {
		root,
		number,
		shuffle: told,
		commitment: keptFirst(commitmentName(receipt.table, part.session, shuffle)),
		cards: part.moved ? {} : cards,
		anywhere: part.moved ? Object.values(cards).flat() : [],
		void: part.void,
		seats: part.seats,
		promises: part.promises,
		cuts: part.cuts,
		revealed: revealedFor(part, receipt),
		unended: part.lost,
	};
}

/**
 * The shuffles that had to end with a round at the latest, since a number was revealed for them: here, or, of those
 * that the receipt says to have left, in any window of this browser.
 * @param {Contribution} part
 * @param {Receipt} receipt
 */
function revealedFor(part, receipt) {
	const named = Array.isArray(receipt.decks) ? receipt.decks.map((it) => it?.shuffle) : [];
	const kept = named.filter((it) => keptFirst(givenName(receipt.table, part.session, it)));
	return [...new Set([...part.ended, ...kept])].sort((a, b) => a - b);
}
