// The padlock: the receipt of each round, checked against what was shown before.

import { knownBefore, newContribution } from "../fair/contribution.js";
import { verify } from "../fair/verify.js";
import { announce, get, readStored, state, updatePart, writeStored } from "../index.js";

const storageKey = (name) => `croupier part ${name}`;
let houseKey = "";

// One's part at a table, as this browser kept it; what changes it takes its turn.
export async function loadContribution(name) {
	const kept = readStored(storageKey(name));
	const part = await newContribution(kept && kept.person === (state().me?.person || "") ? kept : {});
	let last = Promise.resolve();
	Object.defineProperty(part, "turn", {
		value: (act) => {
			last = last.then(act);
			return last;
		},
		enumerable: false,
	});
	return part;
}

export const saveContribution = (name, part) =>
	writeStored(storageKey(name), { ...part, person: state().me?.person || "" });

export async function checkReceipt(name, part, round) {
	const about = { table: name, round };
	updatePart("table", (table) => ({ check: { ...table.check, checking: true } }));
	const [receipt, findings] = await fetchAndVerify(about, part);
	if (state().table?.name !== name) return;
	const holds = findings.every((it) => it.holds !== false);
	const open = findings.filter((it) => it.holds === null).length;
	updatePart("table", { check: { round, receipt, findings, holds, open, checking: false } });
	if (!holds) announce(`The receipt of round ${round} does not hold. Open the padlock to see why.`);
}

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
