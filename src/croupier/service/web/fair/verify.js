// Checking a receipt: what holds (true), what does not (false), and what could not be checked (null).
//
// The sentences and the bytes are those of `croupier verify`.

import { COMMITTED } from "./contribution.js";
import { bigEndian, browserHashes, concat, equal, fromBase64, hex, hmacSha256, sha256, unhex, utf8 } from "./sha256.js";

/** @import { Finding, KnownBefore, Receipt } from "../types.js" */

/**
 * @param {boolean | null} holds
 * @param {string} says
 * @param {boolean} [beyond]
 * @returns {Finding}
 */
const finding = (holds, says, beyond = false) => ({ holds, says, beyond });

/**
 * The state of a check: broken, open where something was not compared that could have been, or else it holds.
 * @param {Finding[]} findings
 * @returns {"holds" | "open" | "broken"}
 */
export function outcome(findings) {
	if (findings.some((it) => it.holds === false)) return "broken";
	return findings.some((it) => it.holds) && findings.every((it) => it.holds || it.beyond) ? "holds" : "open";
}
/**
 * @param {number} digits
 * @returns {(value: unknown) => boolean}
 */
const isHex = (digits) => (value) => typeof value === "string" && new RegExp(`^[0-9a-f]{${digits}}$`).test(value);
/**
 * @param {any} value
 * @returns {boolean}
 */
const isWhole = (value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32;
/**
 * @param {any} value
 * @returns {boolean}
 */
const isSmall = (value) => Number.isInteger(value) && value >= 0 && value < 64;
/** @param {unknown} value */
const isText = (value) => typeof value === "string" && value.length <= 1000;
/**
 * @param {(value: any) => boolean} fits
 * @returns {(value: unknown) => boolean}
 */
const isListOf = (fits) => (value) => Array.isArray(value) && value.length <= 1000 && value.every(fits);
/**
 * @param {any} value
 * @returns {boolean}
 */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const digest = isHex(64);
/** @param {unknown} value */
const rootOrNone = (value) => value === "" || digest(value);

const LAST_CUT = 3; // the format of receipts since which the players' numbers are the last cut

const FIELDS = {
	receipt: (/** @type {unknown} */ value) => value === 1 || value === 2 || value === LAST_CUT,
	void: (/** @type {unknown} */ value) => typeof value === "boolean",
	house: isText,
	table: isText,
	session: isText,
	round: isWhole,
	source: isText,
	faces: isListOf(isText),
	shown: rootOrNone,
	changes: isListOf(isText),
	root: rootOrNone,
	leaves: isListOf(digest),
	shuffle: isObject,
	dealt: isListOf(isText),
	cards: isListOf(
		(card) => isObject(card) && isSmall(card.place) && isSmall(card.leaf) && isSmall(card.card) && isHex(32)(card.salt),
	),
};
const SHUFFLE = {
	number: isWhole,
	commitment: digest,
	numbers: isListOf(digest),
	cuts: isListOf(isSmall),
	recuts: isListOf(isText),
};

const ENDS = new Set(["dealt", "void", "withdrawn"]);
const COUNTS = ["decks", "void", "withdrawn", "withheld"];
/** The fields that a receipt has since its second format. */
const ACCOUNTS = {
	holder: isText,
	seats: isListOf((it) => isObject(it) && isSmall(it.seat) && digest(it.holder)),
	decks: isListOf(
		(it) => isObject(it) && isWhole(it.shuffle) && ENDS.has(it.end) && isText(it.reason) && isWhole(it.numbers),
	),
	counts: (/** @type {any} */ value) => isObject(value) && COUNTS.every((name) => isWhole(value[name])),
};

/** @param {Receipt} receipt */
function firstMissing(receipt) {
	const isFirst = /** @type {any} */ (receipt)?.receipt === 1;
	const missing = firstBadField(receipt, isFirst ? FIELDS : { ...FIELDS, ...ACCOUNTS });
	if (missing || !receipt.leaves.length) return missing;
	return firstBadField(receipt.shuffle, isFirst ? SHUFFLE : { ...SHUFFLE, withheld: isWhole });
}

/** @param {Receipt} receipt */
export const isReceipt = (receipt) => firstMissing(receipt) === undefined;

/**
 * The first field that is missing or is not what it should be.
 * @param {any} value
 * @param {Record<string, (value: any) => boolean>} kinds
 */
function firstBadField(value, kinds) {
	return isObject(value) ? Object.keys(kinds).find((name) => !kinds[name](value[name])) : "fields";
}

/**
 * Check a receipt for the round that it should be for, with what was shown before and the house's key.
 * @param {Receipt} receipt
 * @param {{ table: string, round: number }} about
 * @param {KnownBefore} known
 * @param {string} key
 * @param {string[] | undefined} deck
 * @returns {Promise<Finding[]>}
 */
export async function verify(receipt, about, known, key, deck) {
	const missing = firstMissing(receipt);
	if (missing) return [finding(false, `it is a receipt, but it has no ${missing}, or one that is none`)];
	const right = receipt.table === about.table && receipt.round === about.round;
	const found = [finding(right, `it is for round ${about.round} at ${about.table}`)];
	if (!COMMITTED.has(receipt.source)) {
		found.push(finding(null, `the cards were ${receipt.source}: there is no root, and nothing to check`));
		if (known.root) found.push(finding(false, "you were shown a root, and it has none"));
		return found;
	}
	if (!receipt.leaves.length) {
		found.push(finding(null, "no card was dealt, and nothing is to check"));
		if (!receipt.void || receipt.dealt.length || Object.keys(known.cards).length)
			found.push(finding(false, "it has commitments to the cards that were dealt"));
		found.push(...rootFindings(receipt, known), ...voidFindings(receipt, known));
		return [...found, ...(await seatFindings(receipt, known)), ...endFindings(receipt)];
	}
	if (String(receipt.faces) !== String(deck))
		return [...found, finding(false, "its cards are numbered as in the deck of this table")];
	found.push(
		...(await deckFindings(receipt, known)),
		...(await cardFindings(receipt)),
		...seenFindings(receipt, known),
		...voidFindings(receipt, known),
		...(await seatFindings(receipt, known)),
		...endFindings(receipt),
		...(await numberFindings(receipt, known)),
	);
	found.push(...commitmentFindings(receipt, known), ...(await logFindings(receipt, key)));
	if (!browserHashes())
		found.push(
			finding(null, "the browser has no WebCrypto here (plain HTTP): hashes are by this page's own code", true),
		);
	return found;
}

/**
 * House, table and session, each behind its length.
 * @param {Receipt} given
 */
const placeOf = (given) =>
	concat(...[given.house, given.table, given.session].map(utf8).map((it) => concat(bigEndian(it.length, 2), it)));

/**
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
async function deckFindings(given, known) {
	const size = given.faces.length;
	const about = concat(utf8("croupier root 1\0"), placeOf(given), bigEndian(given.shuffle.number, 4));
	const made = hex(await sha256(concat(about, ...given.leaves.map(unhex))));
	return [
		finding(given.leaves.length === size, `there are ${given.leaves.length} commitments, for a deck of ${size} cards`),
		finding(
			made === given.root,
			`the root ${given.root.slice(0, 16)}… stands for them, and for shuffle ${given.shuffle.number} of this table`,
		),
		...(known.shuffle
			? [
					finding(
						known.shuffle === given.shuffle.number,
						`shuffle ${known.shuffle} was made for this round, as you were told before it`,
					),
				]
			: []),
		...rootFindings(given, known),
	];
}

/**
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
function rootFindings(given, known) {
	const which = given.shown === given.root ? "it" : `${given.shown.slice(0, 16)}…`;
	const found = known.root
		? [finding(known.root === given.shown, `${which} is the root that was shown to you before you were ready`)]
		: [finding(null, `whether ${which} is the root that was shown before the bets: this page was not there`)];
	if (given.shown !== given.root || given.changes.length) {
		const why = given.changes.join("; ") || "it is not said why";
		found.push(
			finding(
				given.changes.length ? null : false,
				`the cards that were ready when bets closed were not dealt as they lay: ${why}`,
			),
		);
	}
	return found;
}

/** @param {Receipt} given */
async function cardFindings(given) {
	const { cards, faces, leaves, shuffle } = given;
	const found = [
		finding(given.dealt.length <= faces.length, `${given.dealt.length} cards were dealt, of ${faces.length}`),
	];
	if (!cards.length) return [...found, finding(null, "you saw no card of this round")];
	const opens = await Promise.all(
		cards.map(async (card) => {
			const made = hex(await sha256(concat(Uint8Array.of(0, card.leaf, card.card), unhex(card.salt))));
			return card.leaf < leaves.length && card.card < faces.length && leaves[card.leaf] === made;
		}),
	);
	const once =
		new Set(cards.map((it) => it.card)).size === cards.length &&
		new Set(cards.map((it) => it.place)).size === cards.length;
	const turned = shuffle.cuts.reduce((/** @type {number} */ sum, /** @type {number} */ it) => sum + it, 0);
	const places = await placesDealt(given);
	const inOrder = cards.every(
		(it) => it.place < faces.length && it.leaf === (places[it.place] + turned) % faces.length,
	);
	const by = given.receipt === LAST_CUT ? "the cuts and the players' numbers alone" : "the cuts alone";
	return [
		...found,
		finding(opens.every(Boolean), `each of the ${cards.length} cards you saw opens its commitment`),
		finding(once, "each card and each place is there once"),
		finding(inOrder, `the cards lay in the order in which they were dealt, turned by ${by}`),
		...shuffle.recuts.map((/** @type {string} */ why) => finding(null, `the cards were cut again: ${why}`)),
	];
}

/**
 * The places of the cut deck in the order in which they were dealt: a permutation that follows from the root and the
 * players' numbers, by Fisher-Yates.
 * @param {Receipt} given
 * @returns {Promise<number[]>}
 */
async function placesDealt(given) {
	const size = given.faces.length;
	const order = Array.from({ length: size }, (_, at) => at);
	/** @type {string[]} */
	const numbers = [...given.shuffle.numbers].sort();
	if (given.receipt !== LAST_CUT || !numbers.length) return order;
	const start = concat(
		utf8("croupier places 1\0"),
		placeOf(given),
		bigEndian(given.shuffle.number, 4),
		bigEndian(numbers.length, 2),
		...numbers.map(unhex),
	);
	/** @type {number[]} */
	let held = [];
	let block = 0;
	for (let left = size; left > 1; ) {
		if (!held.length) held = [...(await hmacSha256(unhex(given.root), concat(start, bigEndian(++block, 4))))];
		const byte = /** @type {number} */ (held.shift());
		if (byte >= 256 - (256 % left)) continue;
		const chosen = byte % left;
		left--;
		[order[left], order[chosen]] = [order[chosen], order[left]];
	}
	return order;
}

/**
 * The cards, and whose they were, against those that this page saw dealt.
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
function seenFindings(given, known) {
	if (!given.cards.length) return [];
	/** @type {Record<string, string[]>} */
	const told = {};
	for (const { card, place } of /** @type {{ card: number, place: number }[]} */ (given.cards))
		told[given.dealt[place] ?? ""] = [...(told[given.dealt[place] ?? ""] ?? []), given.faces[card] ?? ""];
	const all = Object.values(told).flat();
	const saw = [...Object.values(known.cards).flat(), ...known.anywhere];
	if (!saw.length) return [finding(null, "whether these are the cards that were dealt: this page saw none of them")];
	const same =
		without(saw, all).length === 0 &&
		Object.entries(known.cards).every(([holder, cards]) => without(cards, told[holder] ?? []).length === 0);
	const found = [finding(same, `the ${saw.length} cards that you saw are in it, each with whose it was`)];
	const missed = without(all, saw);
	if (same && missed.length)
		found.push(finding(null, `whether these were dealt as well, which this page did not see: ${missed.join(", ")}`));
	return found;
}

/**
 * The faces of a list that another does not have, each as often as it lacks.
 * @param {string[]} one
 * @param {string[]} other
 */
function without(one, other) {
	const left = [...other];
	return one.filter((it) => {
		const at = left.indexOf(it);
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}

/**
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
const voidFindings = (given, known) =>
	known.void === null
		? []
		: [finding(known.void === given.void, `the round was ${known.void ? "void" : "played to its end"}`)];

/** @param {number[]} seats */
const seatsText = (seats) =>
	seats.length === 1 ? `seat ${seats[0]} was` : `seats ${[...seats].sort((a, b) => a - b).join(" and ")} were`;

/**
 * The seats of the receipt's holder against those that this page had.
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
async function seatFindings(given, known) {
	if (given.receipt === 1)
		return known.seats.length
			? [finding(null, "whether your seat was yours: a receipt of an older house does not say it")]
			: [];
	const its = [];
	for (const { seat, holder } of given.seats) {
		const about = concat(placeOf(given), bigEndian(given.round, 4), Uint8Array.of(seat), utf8(given.holder));
		const made = hex(await sha256(concat(utf8("croupier holder 1\0"), about)));
		if (given.holder && made === holder) its.push(seat);
	}
	/** @param {number[]} seats */
	const sorted = (seats) => String([...seats].sort((a, b) => a - b));
	if (known.seats.length) return [finding(sorted(known.seats) === sorted(its), `${seatsText(known.seats)} yours`)];
	return its.length ? [finding(null, `whether ${seatsText(its)} yours: this page was not there`)] : [];
}

/**
 * The decks that ended with this round: the one that was dealt is among them, and every other one is named.
 * @param {Receipt} given
 */
function endFindings(given) {
	if (given.receipt === 1) return [];
	const { decks, counts } = given;
	const end = given.void ? "void" : "dealt";
	const found = [];
	if (given.dealt.length) {
		const last = decks.at(-1) ?? {};
		const once = new Set(decks.map((it) => it.shuffle)).size === decks.length;
		found.push(
			finding(
				last.shuffle === given.shuffle.number && last.end === end && once,
				`shuffle ${given.shuffle.number} is on the list of decks as ${end}, and none is there twice`,
			),
		);
	}
	const withdrawn = decks.filter((it) => it.end === "withdrawn");
	// Of two decks one waits; every other shuffle up to this one has ended.
	const least = Math.max(decks.length, (given.shuffle.number ?? 0) - 1);
	const enough = counts.decks >= least && counts.withdrawn >= withdrawn.length;
	found.push(
		finding(
			enough && counts.void >= Number(given.void),
			`the counts of the session have the ${decks.length} decks that ended with this round`,
		),
	);
	for (const it of withdrawn)
		found.push(finding(null, `shuffle ${it.shuffle} was not dealt: ${it.reason}`, !it.numbers));
	if (given.shuffle.withheld)
		found.push(
			finding(
				null,
				`numbers that were promised and not given: ${given.shuffle.withheld}; ` +
					`who withholds one can choose between two ${given.receipt === LAST_CUT ? "last cut" : "shuffle"}s`,
				given.receipt !== LAST_CUT,
			),
		);
	return found;
}

/**
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
async function numberFindings(given, known) {
	const { numbers, own } = given.shuffle;
	const cut = given.receipt === LAST_CUT ? "last cut" : "shuffle";
	const found = [];
	if (known.number) found.push(finding(numbers.includes(known.number), `your number went into the ${cut}`));
	else if (own)
		found.push(
			finding(
				numbers.includes(own) ? null : false,
				`the number ${own.slice(0, 16)}… went in as yours; this page did not give it`,
			),
		);
	else if (numbers.length)
		found.push(finding(null, `your number was not in the ${cut}; ${numbers.length} of other players were`));
	else found.push(finding(null, `no player's number was in the ${cut}: the house could have chosen among shuffles`));
	if (given.receipt === LAST_CUT && known.promises.length) {
		const hashes = await Promise.all(numbers.map(async (/** @type {string} */ it) => hex(await sha256(unhex(it)))));
		const promised = hashes.every((it) => known.promises.includes(it));
		found.push(finding(promised, "each number in it was promised before bets closed, as you were shown"));
	}
	return found;
}

/**
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
function commitmentFindings(given, known) {
	const late = finding(
		null,
		"whether the order followed from the secret: that shows when the session's seed is known",
		true,
	);
	if (!known.commitment)
		return [finding(null, "whether its secret was committed to before the numbers: this page was not there"), late];
	const same = known.commitment === given.shuffle.commitment;
	return [finding(same, "its secret was committed to as you were shown before you gave your number"), late];
}

// ---- the house's log

const INCLUSION = { index: isWhole, size: isWhole, proof: isListOf(digest) };

/**
 * @param {Receipt} given
 * @param {string} key
 */
export async function logFindings(given, key) {
	if (!given.checkpoint)
		return [finding(null, "whether the round is in the house's log: the next checkpoint shows", true)];
	const note = readCheckpoint(given.checkpoint);
	if (!note || firstBadField(given.inclusion, INCLUSION) || !digest(given.head)) {
		return [finding(false, "its checkpoint is a signed note with a proof of inclusion")];
	}
	const { parted, origin, size, root } = note;
	const about = [given.house, given.table, given.session, given.round, given.head];
	const { index, proof, size: loggedSize } = /** @type {Record<string, any>} */ (given.inclusion);
	/** @param {unknown[]} what */
	const isIn = async (what) => {
		const leaf = await sha256(concat(Uint8Array.of(0), utf8(JSON.stringify(what))));
		const made = await merkleRoot(leaf, index, size, proof.map(unhex));
		return loggedSize === size && made !== null && equal(made, root);
	};
	const included = await isIn(["croupier round 2", ...about, await factsHash(given)]);
	const older = !included && (await isIn(about));
	const found = [
		await signature(parted, origin, size, key),
		finding(included || older, `the round is in the house's log, number ${index + 1} of ${size}`),
	];
	if (older) found.push(finding(null, "whether that log has what was dealt to whom: it has the head alone"));
	return found;
}

/**
 * A checkpoint as it is signed: its origin, its number of rounds, their root, and the house time if it bears one.
 * @param {unknown} text
 */
export function readCheckpoint(text) {
	const parted = typeof text === "string" && /^([\s\S]*\n)\n— (\S+) ([A-Za-z0-9+/=]+)\n$/.exec(text);
	const lines = parted ? parted[1].split("\n") : [];
	if (!parted || lines.length < 4) return null;
	const time = /^time (\d{1,14})$/.exec(lines[3]);
	const at = time ? Number(time[1]) : null;
	return { parted, origin: lines[0], size: Number(lines[1]), root: fromBase64(lines[2]), at };
}

/**
 * That the house's log continues the one of a checkpoint that was kept.
 * @param {string} kept
 * @param {{ checkpoint: string, consistency?: string[], restore?: string[] }} told
 * @param {string} key
 */
export async function goesOnFindings(kept, told, key) {
	const [here, there] = [readCheckpoint(kept), readCheckpoint(told.checkpoint)];
	if (!here || !there) return [finding(false, "the house's log has a checkpoint, which is a signed note")];
	const found = [await signature(there.parted, there.origin, there.size, key)];
	if (here.origin !== there.origin)
		return [...found, finding(null, `whether ${there.origin} continues ${here.origin}: croupier verify checks that`)];
	if (here.at !== null && there.at !== null)
		found.push(
			finding(
				here.at <= there.at || null,
				`the checkpoint of ${there.size} rounds is not older than that of ${here.size}`,
			),
		);
	const [first, second] = [here.size, there.size];
	if (second < first) {
		const says = `the log of ${here.origin} has the ${first} rounds that this browser kept, and not ${second}`;
		return [...found, finding(false, says)];
	}
	if (first === second) {
		const same = equal(here.root, there.root);
		return [...found, finding(same, `there is one log of ${first} rounds, and no other was signed`)];
	}
	const proof = isListOf(digest)(told.consistency) ? (told.consistency ?? []).map(unhex) : [];
	const holds = first === 0 || (await isContinued(first, second, proof, here.root, there.root));
	const says = `the log of ${second} rounds continues that of ${first}: nothing in it was rewritten`;
	return [...found, finding(holds, says)];
}

/**
 * True if a proof of consistency shows that a tree begins with the whole of an earlier one.
 * @param {number} first
 * @param {number} second
 * @param {Uint8Array[]} proof
 * @param {Uint8Array} firstRoot
 * @param {Uint8Array} secondRoot
 */
async function isContinued(first, second, proof, firstRoot, secondRoot) {
	const path = first & (first - 1) ? proof : [firstRoot, ...proof];
	if (!path.length) return false;
	/** @type {(left: Uint8Array, right: Uint8Array) => Promise<Uint8Array>} */
	const node = (left, right) => sha256(concat(Uint8Array.of(1), left, right));
	let [at, last] = [first - 1, second - 1];
	while (at & 1) [at, last] = [at >>> 1, last >>> 1];
	let [before, now] = [path[0], path[0]];
	for (const beside of path.slice(1)) {
		if (last === 0) return false;
		if (at & 1 || at === last) {
			[before, now] = [await node(beside, before), await node(beside, now)];
			while (!(at & 1) && at !== 0) [at, last] = [at >>> 1, last >>> 1];
		} else now = await node(now, beside);
		[at, last] = [at >>> 1, last >>> 1];
	}
	return last === 0 && equal(before, firstRoot) && equal(now, secondRoot);
}

/**
 * The hash of what is alike for all who hold a receipt of this round.
 * @param {Receipt} given
 */
export async function factsHash(given) {
	const { round, void: isVoid, source, faces, shown, changes, root, leaves, dealt, shuffle } = given;
	const { number = null, commitment = null, numbers = null, cuts = null, recuts = null, withheld = null } = shuffle;
	const facts = [
		[round, isVoid, source, faces, shown, changes, root, leaves, dealt],
		[number, commitment, numbers, cuts, recuts],
	];
	if (given.receipt !== 1) {
		facts.push(given.seats.map((it) => [it.seat, it.holder]));
		facts.push(given.decks.map((it) => [it.shuffle, it.end, it.reason, it.numbers]));
		facts.push([withheld, ...COUNTS.map((name) => given.counts[name])]);
	}
	return hex(await sha256(concat(utf8(`croupier facts ${given.receipt}\0`), utf8(JSON.stringify(facts)))));
}

/**
 * The root of the log's tree by a proof of inclusion, or null if the proof is none.
 * @param {Uint8Array<ArrayBuffer>} leaf
 * @param {number} index
 * @param {number} size
 * @param {Uint8Array[]} proof
 */
async function merkleRoot(leaf, index, size, proof) {
	if (index >= size) return null;
	let [at, last, hash] = [index, size - 1, leaf];
	for (const beside of proof) {
		if (last === 0) return null;
		if (at & 1 || at === last) {
			hash = await sha256(concat(Uint8Array.of(1), beside, hash));
			while (!(at & 1) && at !== 0) [at, last] = [at >>> 1, last >>> 1];
		} else hash = await sha256(concat(Uint8Array.of(1), hash, beside));
		[at, last] = [at >>> 1, last >>> 1];
	}
	return last === 0 ? hash : null;
}

/**
 * @param {string[]} note
 * @param {string} origin
 * @param {number} size
 * @param {string} key
 */
async function signature([, text, name, encoded], origin, size, key) {
	const what = `the checkpoint of ${origin} with ${size.toLocaleString("en-US")} rounds`;
	const signed = fromBase64(encoded);
	const id = (await sha256(concat(utf8(name), Uint8Array.of(10, 1), unhex(key || "")))).slice(0, 4);
	if (name !== origin || !key || signed.length !== 68 || !equal(id, signed.slice(0, 4))) {
		return finding(false, `${what} is signed with the house's key`);
	}
	if (!browserHashes())
		return finding(null, `whether ${what} is signed: this browser checks no signatures on plain HTTP`, true);
	try {
		const known = await crypto.subtle.importKey("raw", unhex(key), "Ed25519", false, ["verify"]);
		const holds = await crypto.subtle.verify("Ed25519", known, signed.slice(4), utf8(text));
		return finding(holds, `${what} is signed with the house's key`);
	} catch {
		return finding(null, `whether ${what} is signed: this browser has no Ed25519`, true);
	}
}
