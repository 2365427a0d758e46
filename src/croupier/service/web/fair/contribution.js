// A player's contribution to the shuffles: numbers promised and given, and what was shown before the bets.
//
// The page keeps what the table's messages said when each of them came. So it checks a receipt against what the house
// showed before the round, and not against what the house says afterwards.

import { hex, sha256, unhex, utf8 } from "./sha256.js";

/** @import { Contribution, KnownBefore, Receipt, TableMessage, View } from "../types.js" */

const MOST_ROOTS = 16;
export const COMMITTED = new Set(["committed", "practice: seeded"]); // the sources of cards that a root binds

/**
 * A number from the player's own text, or else from a seed that all windows of this browser know: so each window
 * knows what another has promised.
 * @param {Contribution} part
 */
async function drawNumber(part) {
	return hex(await sha256(utf8(`croupier number 1\0${part.text || part.seed}\0${++part.count}`)));
}

/**
 * @param {Partial<Contribution>} kept
 * @returns {Promise<Contribution>}
 */
export async function newContribution(kept) {
	const part = {
		text: "",
		seed: hex(crypto.getRandomValues(new Uint8Array(32))),
		count: 0,
		number: "",
		following: "",
		promised: false,
		next: { commitment: "", number: "" },
		decks: {},
		roots: {},
		readyFor: "",
		betOn: "",
		...kept,
	};
	if (!part.number) part.number = await drawNumber(part);
	if (!part.following) part.following = await drawNumber(part);
	return part;
}

/**
 * Draw numbers from another text; a number that is promised already stays.
 * @param {Contribution} part
 * @param {string} text
 */
export async function chooseText(part, text) {
	part.text = text;
	part.count = 0;
	if (!part.promised) part.number = await drawNumber(part);
	part.following = await drawNumber(part);
}

/** @param {View} view */
export const takesNumbers = (view) => COMMITTED.has(view.source);

/**
 * @param {Contribution} part
 * @param {View} view
 */
export async function promisedHash(part, view) {
	return takesNumbers(view) && !part.promised ? { next: hex(await sha256(unhex(part.number))) } : {};
}

/**
 * What goes with a bet: the number for the next shuffle, and the hash of the number after it.
 * @param {Contribution} part
 * @param {TableMessage} message
 */
export async function numbersForBet(part, message) {
	const onRecord = message.yours.some((seat) => message.view.numbers.includes(seat));
	if (!takesNumbers(message.view) || onRecord) return {};
	return { number: part.number, next: hex(await sha256(unhex(part.following))) };
}

/** @param {TableMessage} message */
const isReady = (message) => message.view.seats.some((it) => it.ready && message.yours.includes(it.seat));

/**
 * Take up what a message of the table says of the shuffles.
 * @param {Contribution} part
 * @param {TableMessage | undefined} before
 * @param {TableMessage} message
 */
export async function observe(part, before, message) {
	if (!before || message.what !== "happened") {
		part.next = { commitment: message.view.commitment, number: "" };
		part.readyFor = "";
		part.betOn = "";
		part.decks = {};
		return;
	}
	for (const { kind, data } of message.events) {
		if (kind === "opened") {
			// Another session: nothing that was shown or promised before holds there.
			part.promised = false;
			part.next = { commitment: data.commitment, number: "" };
			part.decks = {};
		} else if (kind === "number" && message.yours.includes(data.seat)) await observeNumber(part, data);
		else if (kind === "shuffled") {
			part.decks[data.deck] = part.next;
			part.next = { commitment: data.commitment || "", number: "" };
		} else if (kind === "loaded" && data.root) {
			part.roots[data.root] = part.decks[data.deck] || { commitment: "", number: "" };
			const roots = Object.keys(part.roots);
			if (roots.length > MOST_ROOTS) delete part.roots[roots[0]];
		} else if (kind === "closed") part.betOn = part.readyFor || before.view.root;
	}
	part.promised = part.promised && message.yours.length > 0;
	part.readyFor = isReady(message) ? (isReady(before) ? part.readyFor : before.view.root) : "";
}

/**
 * @param {Contribution} part
 * @param {Record<string, any>} data
 */
async function observeNumber(part, data) {
	part.promised = true;
	if (data.number === part.number) {
		part.number = part.following;
		part.following = await drawNumber(part);
	}
	if (data.counts) part.next = { ...part.next, number: data.number };
}

/**
 * What the player knew before the round, for checking a receipt.
 * @param {Contribution} part
 * @param {Receipt} receipt
 * @returns {KnownBefore}
 */
export function knownBefore(part, receipt) {
	const shuffle = part.roots[receipt.root] || part.roots[part.betOn] || { commitment: "", number: "" };
	return { root: part.betOn, number: shuffle.number, commitment: shuffle.commitment };
}
