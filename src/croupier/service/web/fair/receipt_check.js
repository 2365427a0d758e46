// The padlock: the receipt of each round, checked against what was shown before.

import {
	announce,
	get,
	loadLaterWords,
	Problem,
	phrase,
	readStored,
	state,
	updatePart,
	writeStored,
} from "../index.js";
import { knownBefore, newContribution } from "./contribution.js";

/** @import { Check, Contribution, Finding, OwnContribution } from "../types.js" */

// The scripts that check are loaded with the first receipt.
async function loadChecks() {
	try {
		await loadLaterWords();
		return await Promise.all([import("./verify.js"), import("./house_log.js")]);
	} catch {
		throw new Problem({ detail: phrase("receipt_check.the_scripts_that_check_it") }, 0);
	}
}

/** @param {string} name */
const storageKey = (name) => `croupier part ${name}`;

/**
 * The player's contribution at a table, as this browser stored it. Whatever changes it takes its turn.
 * @param {string} name
 * @returns {Promise<OwnContribution>}
 */
export async function loadContribution(name) {
	const kept = readStored(storageKey(name));
	const part = await newContribution(kept && kept.person === (state().me?.person || "") ? kept : {});
	/** @type {Promise<unknown>} */
	let last = Promise.resolve();
	Object.defineProperty(part, "turn", {
		value: (/** @type {() => Promise<unknown>} */ act) => {
			last = last.then(act);
			return last;
		},
		enumerable: false,
	});
	return /** @type {OwnContribution} */ (part);
}

/**
 * @param {string} name
 * @param {Contribution} part
 */
export const saveContribution = (name, part) =>
	writeStored(storageKey(name), { ...part, person: state().me?.person || "" });

/**
 * @param {string} name
 * @param {Contribution} part
 * @param {number} round
 */
export async function checkReceipt(name, part, round) {
	const about = { table: name, round };
	updatePart("table", ({ check }) => ({ check: { .../** @type {Check} */ (check), checking: true } }));
	const check = { ...(await fetchAndVerify(about, part)), round, checking: false };
	if (state().table?.name !== name) return;
	updatePart("table", { check });
	if (check.state === "broken") announce(phrase("receipt_check.the_receipt_of_round_does", { round }));
}

/**
 * @param {{ table: string, round: number }} about
 * @param {Contribution} part
 * @returns {Promise<Omit<Check, "round" | "checking">>}
 */
async function fetchAndVerify(about, part) {
	try {
		const [{ outcome, verify }, log] = await loadChecks();
		const houseKey = await log.keyOfHouse();
		let receipt = await get(`/tables/${about.table}/receipt`);
		// The table has gone on since: the round's receipt comes from the record.
		if (receipt.round > about.round) receipt = await get(`/rounds/${part.session}/${about.round}/receipt`);
		const deck = state().table?.layout.deck.order;
		const known = knownBefore(part, receipt);
		const findings = await verify(receipt, about, known, houseKey, deck);
		findings.push(...(await logFindings(log)));
		if (findings.every((it) => it.holds !== false)) await log.awaitCheckpoint(receipt);
		if (part.alarm) findings.unshift({ holds: false, says: part.alarm, beyond: false });
		return { receipt, findings, known, state: outcome(findings) };
	} catch (problem) {
		if (problem.body === undefined) throw problem;
		/** @type {Finding[]} */
		const findings = [
			{
				holds: null,
				says: phrase("receipt_check.its_receipt_could_not_be", { message: problem.message }),
				beyond: false,
			},
		];
		if (part.alarm) findings.unshift({ holds: false, says: part.alarm, beyond: false });
		return { receipt: null, findings, state: part.alarm ? "broken" : "open" };
	}
}

/**
 * @param {typeof import("./house_log.js")} log
 * @returns {Promise<Finding[]>}
 */
async function logFindings(log) {
	try {
		return await log.logNews();
	} catch (problem) {
		if (problem.body === undefined) throw problem;
		return [
			{
				holds: null,
				says: phrase("receipt_check.the_houses_log_could_not", { message: problem.message }),
				beyond: false,
			},
		];
	}
}
