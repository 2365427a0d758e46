// The house's log as this browser keeps it: the first visit's key, the last checkpoint, and rounds that wait for one.

import { get, phrase } from "../index.js";
import { keep, keepFirst, keptFirst } from "./contribution.js";
import { factsHash, goesOnFindings, isReceipt, logFindings, readCheckpoint } from "./verify.js";

/** @import { Finding, Receipt } from "../types.js" */

const CHECKPOINT = "checkpoint";
const PAUSE = 10_000; // milliseconds between two looks
const LONGEST = 3_600_000; // milliseconds that a round waits without any checkpoint before it is told
const MOST_WAITING = 100; // rounds; the oldest are forgotten
const PATIENCE = 2; // checkpoints that are signed after a round has ended, of which the last has to cover it

/** Rounds that no checkpoint covers yet. @type {Map<string, { facts: string, signed: number, since: number }>} */
const waiting = new Map();
let looked = Number.NEGATIVE_INFINITY;
let houseKey = "";

/**
 * @param {boolean | null} holds
 * @param {string} says
 * @returns {Finding}
 */
const finding = (holds, says) => ({ holds, says, beyond: false });

/** The key with which the house signs now. */
export async function keyOfHouse() {
	houseKey ||= (await get("/log")).key;
	return houseKey;
}

/**
 * Remember a round whose receipt has no place in the log yet.
 * @param {Receipt} receipt
 */
export async function awaitCheckpoint(receipt) {
	if (receipt.checkpoint) return;
	waiting.set(`${receipt.session}/${receipt.round}`, {
		facts: await told(receipt),
		signed: 0,
		since: Date.now(),
	});
	if (waiting.size > MOST_WAITING) waiting.delete([...waiting.keys()][0]);
}

/** @param {Receipt} receipt */
const told = async (receipt) => `${await factsHash(receipt)} ${receipt.head}`;

/**
 * Look at the log: its key, its growth since the checkpoint that was kept, and the rounds that waited for one.
 * @returns {Promise<Finding[]>}
 */
export async function logNews() {
	const first = keepFirst("house key", await keyOfHouse());
	if (Date.now() - looked >= PAUSE) {
		looked = Date.now();
		const seen = await get("/log");
		houseKey = seen.key;
		if (first === houseKey) return [...(await goOn(seen.checkpoint)), ...overdue()];
	}
	if (first === houseKey) return [];
	const says = phrase("house_log.whether_the_house_signs_with", { first, houseKey });
	return [finding(null, says)];
}

/**
 * Hold a checkpoint against the one that was kept, and keep it in its place.
 * @param {string} note
 */
async function goOn(note) {
	const kept = keptFirst(CHECKPOINT);
	if (!note) return kept ? [finding(false, phrase("house_log.the_house_has_a_log"))] : [];
	if (note === kept) return [];
	const [before, now] = [readCheckpoint(kept), readCheckpoint(note)];
	const asks = before?.size && now && (before.origin !== now.origin || before.size < now.size);
	const since = asks
		? await get(`/log/since/${before.size}?origin=${encodeURIComponent(before.origin)}`)
		: { checkpoint: note };
	const found = await goesOnFindings(kept || note, since, houseKey);
	if (found.some((it) => it.holds === false)) return found;
	keep(CHECKPOINT, since.checkpoint);
	return [...(kept ? found : []), ...(await covered())];
}

/** Tell of rounds that have waited too long, since the house signs nothing; each once. */
function overdue() {
	const late = [...waiting].filter(([, it]) => !it.signed && Date.now() - it.since > LONGEST).map(([name]) => name);
	for (const name of late) waiting.delete(name);
	const rounds = late.map((name) => name.split("/")[1]).join(", ");
	return late.length ? [finding(null, phrase("house_log.whether_the_log_has_rounds", { rounds }))] : [];
}

/** Ask again for the receipts of rounds that waited for a checkpoint. */
async function covered() {
	const found = [];
	for (const [name, about] of [...waiting]) {
		about.signed += 1;
		const [session, round] = name.split("/");
		const again = await get(`/rounds/${session}/${round}/receipt`);
		if (again.checkpoint) {
			waiting.delete(name);
			const says = phrase("house_log.the_receipt_of_round_is", { round });
			const same = isReceipt(again) && (await told(again)) === about.facts;
			found.push(finding(same, says), ...(same ? await logFindings(again, houseKey) : []));
			const [its, kept] = [readCheckpoint(again.checkpoint), readCheckpoint(keptFirst(CHECKPOINT))];
			if (its?.size === kept?.size && its?.parted[1] !== kept?.parted[1])
				found.push(finding(false, phrase("house_log.there_is_one_log_of", { size: its?.size })));
		} else if (about.signed >= PATIENCE) {
			waiting.delete(name);
			const says = phrase("house_log.whether_round_is_in_the", { round });
			found.push(finding(null, says));
		}
	}
	return found;
}
