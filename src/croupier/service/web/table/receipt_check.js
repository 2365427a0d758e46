// The padlock: the receipt of each round, checked against what was shown before.

import { knownBefore, newContribution } from "../fair/contribution.js";
import { verify } from "../fair/verify.js";
import { announce, get, readStored, state, updatePart, writeStored } from "../index.js";

/** @import { Check, Contribution, Finding, OwnContribution, Receipt } from "../types.js" */

/** @param {string} name */
const storageKey = (name) => `croupier part ${name}`;
let houseKey = "";

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
	const [receipt, findings] = await fetchAndVerify(about, part);
	if (state().table?.name !== name) return;
	const holds = findings.every((it) => it.holds !== false);
	const open = findings.filter((it) => it.holds === null).length;
	updatePart("table", { check: { round, receipt, findings, holds, open, checking: false } });
	if (!holds) announce(`The receipt of round ${round} does not hold. Open the padlock to see why.`);
}

/**
 * @param {{ table: string, round: number }} about
 * @param {Contribution} part
 * @returns {Promise<[Receipt | null, Finding[]]>}
 */
async function fetchAndVerify(about, part) {
	try {
		houseKey ||= (await get("/log")).key;
		const receipt = await get(`/tables/${about.table}/receipt`);
		const deck = state().table?.layout.deck.order;
		return [receipt, await verify(receipt, about, knownBefore(part, receipt), houseKey, deck)];
	} catch (problem) {
		if (problem.body === undefined) throw problem;
		return [null, [{ holds: null, says: `its receipt could not be had: ${problem.message}` }]];
	}
}
