// The padlock: the receipt of each round, checked against what was shown before.

import { knownBefore, newContribution } from "../fair/contribution.js";
import { outcome, verify } from "../fair/verify.js";
import { announce, get, readStored, state, updatePart, writeStored } from "../index.js";
import { awaitCheckpoint, keyOfHouse, logNews } from "./house_log.js";

/** @import { Check, Contribution, Finding, KnownBefore, OwnContribution, Receipt } from "../types.js" */

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
	const [receipt, findings, known] = await fetchAndVerify(about, part);
	if (state().table?.name !== name) return;
	if (part.alarm) findings.unshift({ holds: false, says: part.alarm, beyond: false });
	const check = outcome(findings);
	updatePart("table", { check: { round, receipt, findings, known, state: check, checking: false } });
	if (check === "broken") announce(`The receipt of round ${round} does not hold. Open the padlock to see why.`);
}

/**
 * @param {{ table: string, round: number }} about
 * @param {Contribution} part
 * @returns {Promise<[Receipt | null, Finding[], KnownBefore | undefined]>}
 */
async function fetchAndVerify(about, part) {
	try {
		const houseKey = await keyOfHouse();
		let receipt = await get(`/tables/${about.table}/receipt`);
		// The table has gone on since: the round's receipt comes from the record.
		if (receipt.round > about.round) receipt = await get(`/rounds/${part.session}/${about.round}/receipt`);
		const deck = state().table?.layout.deck.order;
		const known = knownBefore(part, receipt);
		const findings = await verify(receipt, about, known, houseKey, deck);
		findings.push(...(await logFindings()));
		if (findings.every((it) => it.holds !== false)) await awaitCheckpoint(receipt);
		return [receipt, findings, known];
	} catch (problem) {
		if (problem.body === undefined) throw problem;
		return [
			null,
			[{ holds: null, says: `its receipt could not be had: ${problem.message}`, beyond: false }],
			undefined,
		];
	}
}

/** @returns {Promise<Finding[]>} */
async function logFindings() {
	try {
		return await logNews();
	} catch (problem) {
		if (problem.body === undefined) throw problem;
		return [{ holds: null, says: `the house's log could not be had: ${problem.message}`, beyond: false }];
	}
}
