// The padlock: the receipt of each round, checked against what was shown before.

import { get, change, keep, recalled, say, state } from "../kit.js";
import { known, newPart } from "../fair/part.js";
import { verify } from "../fair/verify.js";

const keyOf = (name) => `croupier part ${name}`;
let houseKey = "";

// One's part at a table, as this browser kept it; what changes it takes its turn.
export async function takePart(name) {
	const kept = recalled(keyOf(name));
	const part = await newPart(kept && kept.person === (state().me?.person || "") ? kept : {});
	let last = Promise.resolve();
	Object.defineProperty(part, "turn", {
		value: (act) => (last = last.then(act)),
		enumerable: false,
	});
	return part;
}

export const savePart = (name, part) => keep(keyOf(name), { ...part, person: state().me?.person || "" });

export async function checkLast(name, part, round) {
	const about = { table: name, round };
	change("table", (table) => ({ check: { ...table.check, checking: true } }));
	const [receipt, findings] = await checked(about, part);
	if (state().table?.name !== name) return;
	const holds = findings.every((it) => it.holds !== false);
	const open = findings.filter((it) => it.holds === null).length;
	change("table", { check: { round, receipt, findings, holds, open, checking: false } });
	if (!holds) say(`The receipt of round ${round} does not hold. Open the padlock to see why.`);
}

async function checked(about, part) {
	try {
		houseKey ||= (await get("/log")).key;
		const receipt = await get(`/tables/${about.table}/receipt`);
		const deck = state().table?.layout.deck.order;
		return [receipt, await verify(receipt, about, known(part, receipt), houseKey, deck)];
	} catch (problem) {
		if (problem.body === undefined) throw problem;
		return [null, [{ holds: null, says: `its receipt could not be had: ${problem.message}` }]];
	}
}
