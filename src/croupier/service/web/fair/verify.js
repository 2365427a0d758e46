// Checking a receipt: what holds (true), what does not (false), and what could not be checked (null).
//
// The sentences and the bytes are those of `croupier verify`.

import { phrase } from "../words.js";
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
	rulebook: isText,
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
	own: (/** @type {unknown} */ value) => value === null || digest(value),
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
	if (missing) return [finding(false, phrase("verify.it_is_a_receipt_but", { missing }))];
	const right = receipt.table === about.table && receipt.round === about.round;
	const found = [finding(right, phrase("verify.it_is_for_round_at", { round: about.round, table: about.table }))];
	if (!COMMITTED.has(receipt.source)) {
		found.push(finding(null, phrase("verify.the_cards_were_there_is", { source: receipt.source })));
		if (known.root) found.push(finding(false, phrase("verify.you_were_shown_a_root")));
		return found;
	}
	if (!receipt.leaves.length) {
		found.push(finding(null, phrase("verify.no_card_was_dealt_and")));
		if (!receipt.void || receipt.dealt.length || Object.keys(known.cards).length)
			found.push(finding(false, phrase("verify.it_has_commitments_to_the")));
		found.push(...rootFindings(receipt, known), ...voidFindings(receipt, known));
		return [...found, ...(await seatFindings(receipt, known)), ...endFindings(receipt, known)];
	}
	if (String(receipt.faces) !== String(deck))
		return [...found, finding(false, phrase("verify.its_cards_are_numbered_as"))];
	found.push(
		...(await deckFindings(receipt, known)),
		...(await cardFindings(receipt)),
		...seenFindings(receipt, known),
		...voidFindings(receipt, known),
		...(await seatFindings(receipt, known)),
		...endFindings(receipt, known),
		...(await numberFindings(receipt, known)),
	);
	found.push(...commitmentFindings(receipt, known), ...(await logFindings(receipt, key)));
	if (!browserHashes()) found.push(finding(null, phrase("verify.the_browser_has_no_webcrypto"), true));
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
		finding(
			given.leaves.length === size,
			phrase("verify.there_are_commitments_for_a", { leaves: given.leaves.length, size }),
		),
		finding(
			made === given.root,
			phrase("verify.the_root_stands_for_them", { root: given.root.slice(0, 16), number: given.shuffle.number }),
		),
		...(known.shuffle
			? [
					finding(
						known.shuffle === given.shuffle.number,
						phrase("verify.shuffle_was_made_for_this", { shuffle: known.shuffle }),
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
		? [finding(known.root === given.shown, phrase("verify.is_the_root_that_was", { which }))]
		: [finding(null, phrase("verify.whether_is_the_root_that", { which }))];
	if (given.shown !== given.root || given.changes.length) {
		const why = given.changes.join("; ") || phrase("verify.it_is_not_said_why");
		found.push(finding(given.changes.length ? null : false, phrase("verify.the_cards_that_were_ready", { why })));
	}
	return found;
}

/** @param {Receipt} given */
async function cardFindings(given) {
	const { cards, faces, leaves, shuffle } = given;
	const found = [
		finding(
			given.dealt.length <= faces.length,
			phrase("verify.cards_were_dealt_of", { dealt: given.dealt.length, faces: faces.length }),
		),
	];
	if (!cards.length) return [...found, finding(null, phrase("verify.you_saw_no_card_of"))];
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
	const by = given.receipt === LAST_CUT ? phrase("verify.the_cuts_and_the_players") : phrase("verify.the_cuts_alone");
	return [
		...found,
		finding(opens.every(Boolean), phrase("verify.each_of_the_cards_you", { cards: cards.length })),
		finding(once, phrase("verify.each_card_and_each_place")),
		finding(inOrder, phrase("verify.the_cards_lay_in_the", { by })),
		...shuffle.recuts.map((/** @type {string} */ why) =>
			finding(null, phrase("verify.the_cards_were_cut_again", { why })),
		),
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
	if (!saw.length) return [finding(null, phrase("verify.whether_these_are_the_cards"))];
	const same =
		without(saw, all).length === 0 &&
		Object.entries(known.cards).every(([holder, cards]) => without(cards, told[holder] ?? []).length === 0);
	const found = [finding(same, phrase("verify.the_cards_that_you_saw", { saw: saw.length }))];
	const missed = without(all, saw);
	if (same && missed.length)
		found.push(finding(null, phrase("verify.whether_these_were_dealt_as", { missed: missed.join(", ") })));
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
		: [
				finding(
					known.void === given.void,
					phrase("verify.the_round_was", {
						void: known.void ? phrase("common.void_2") : phrase("verify.played_to_its_end"),
					}),
				),
			];

/** @param {number[]} seats */
const seatsText = (seats) =>
	seats.length === 1
		? phrase("verify.seat_was", { seats: seats[0] })
		: phrase("verify.seats_were", { b: [...seats].sort((a, b) => a - b).join(phrase("verify.and")) });

/**
 * The seats of the receipt's holder against those that this page had.
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
async function seatFindings(given, known) {
	if (given.receipt === 1)
		return known.seats.length ? [finding(null, phrase("verify.whether_your_seat_was_yours"))] : [];
	const its = [];
	for (const { seat, holder } of given.seats) {
		const about = concat(placeOf(given), bigEndian(given.round, 4), Uint8Array.of(seat), utf8(given.holder));
		const made = hex(await sha256(concat(utf8("croupier holder 1\0"), about)));
		if (given.holder && made === holder) its.push(seat);
	}
	/** @param {number[]} seats */
	const sorted = (seats) => String([...seats].sort((a, b) => a - b));
	if (known.seats.length)
		return [finding(sorted(known.seats) === sorted(its), phrase("verify.yours", { seats: seatsText(known.seats) }))];
	return its.length ? [finding(null, phrase("verify.whether_yours_this_page_was", { its: seatsText(its) }))] : [];
}

/**
 * The decks that ended with this round: the one that was dealt is among them, and every other one is named.
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
function endFindings(given, known) {
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
				phrase("verify.shuffle_is_on_the_list", { number: given.shuffle.number, end }),
			),
		);
	}
	const withdrawn = decks.filter((it) => it.end === "withdrawn");
	// Of two decks one waits; every other shuffle up to this one has ended.
	const least = Math.max(decks.length, (given.shuffle.number ?? 0) - 1);
	const enough = counts.decks >= least && counts.withdrawn >= withdrawn.length && withdrawn.length >= decks.length - 1;
	found.push(
		finding(
			enough && counts.void >= Number(given.void),
			phrase("verify.the_counts_of_the_session", { decks: decks.length }),
		),
	);
	for (const it of withdrawn) {
		// Before a number of it is known that tells the house nothing, and gains nothing.
		const wasRevealed = given.receipt === LAST_CUT && known.revealed.includes(it.shuffle);
		const says = phrase("verify.shuffle_was_not_dealt", { shuffle: it.shuffle, reason: it.reason });
		found.push(
			finding(
				null,
				says + (wasRevealed ? phrase("verify.you_had_revealed_a_number") : ""),
				!it.numbers && !wasRevealed,
			),
		);
	}
	const ended = [given.shuffle.number, ...decks.map((it) => it.shuffle)];
	const missing = known.revealed.filter((it) => !ended.includes(it));
	for (const which of [...missing.map((shuffle) => phrase("verify.shuffle_by_number", { shuffle })), ...known.unended])
		found.push(finding(null, phrase("verify.what_became_of", { which })));
	if (given.shuffle.withheld)
		found.push(
			finding(
				null,
				phrase("verify.numbers_that_were_promised_and", { withheld: given.shuffle.withheld }) +
					phrase("verify.who_withholds_one_can_choose", {
						receipt: given.receipt === LAST_CUT ? phrase("verify.last_cut") : phrase("verify.shuffle"),
					}),
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
	const cut = given.receipt === LAST_CUT ? phrase("verify.last_cut") : phrase("verify.shuffle");
	const found = [];
	const isLast = given.receipt === LAST_CUT;
	if (isLast && given.void && !given.dealt.length && !numbers.length)
		found.push(finding(null, phrase("verify.the_round_was_void_before")));
	else if (known.number)
		found.push(finding(numbers.includes(known.number), phrase("verify.your_number_went_into_the", { cut })));
	else if (own)
		found.push(
			finding(numbers.includes(own) ? null : false, phrase("verify.the_number_went_in_as", { own: own.slice(0, 16) })),
		);
	else if (numbers.length)
		found.push(finding(null, phrase("verify.your_number_was_not_in", { cut, numbers: numbers.length })));
	else found.push(finding(null, phrase("verify.no_players_number_was_in", { cut })));
	return isLast ? [...found, ...(await promiseFindings(given, known)), ...cutFindings(given, known)] : found;
}

/**
 * The numbers against the promises: who may add one, repeat it or leave it out chooses among last cuts.
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
async function promiseFindings(given, known) {
	/** @type {string[]} */
	const numbers = given.shuffle.numbers;
	const { withheld } = given.shuffle;
	const found = [];
	if (new Set(numbers).size !== numbers.length)
		found.push(finding(false, phrase("verify.each_number_in_it_is_there_once")));
	if (!numbers.length && !given.dealt.length) return found;
	if (!known.promises.length) return [...found, finding(null, phrase("verify.whether_the_numbers_in_it"))];
	const hashes = await Promise.all(numbers.map(async (it) => hex(await sha256(unhex(it)))));
	const promised = hashes.every((it) => known.promises.includes(it));
	const missing = known.promises.filter((it) => !hashes.includes(it)).length;
	const butFor = withheld ? phrase("verify.but_for_withheld", { withheld }) : "";
	return [
		...found,
		finding(promised, phrase("verify.each_number_in_it_was")),
		finding(missing <= withheld, phrase("verify.every_number_that_was_promised", { butFor })),
	];
}

/**
 * The cuts against those that were shown: who may choose one afterwards chooses among as many orders.
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
function cutFindings(given, known) {
	/** @type {number[]} */
	const cuts = given.shuffle.cuts;
	/** @param {number[]} each */
	const depths = (each) => each.join(", ") || phrase("verify.not_at_all");
	if (!known.cuts) return [finding(null, phrase("verify.whether_it_was_cut_so", { cuts: depths(cuts) }))];
	const cutAgain =
		given.shuffle.recuts.length && String(cuts.slice(0, known.cuts.length)) === String(known.cuts) ? null : false;
	const holds = String(cuts) === String(known.cuts) || cutAgain;
	return [finding(holds, phrase("verify.it_was_cut_as_you_were_shown", { cuts: depths(known.cuts) }))];
}

/**
 * @param {Receipt} given
 * @param {KnownBefore} known
 */
function commitmentFindings(given, known) {
	const late = finding(null, phrase("verify.whether_the_order_followed_from"), true);
	if (!known.commitment) return [finding(null, phrase("verify.whether_its_secret_was_committed")), late];
	const same = known.commitment === given.shuffle.commitment;
	return [finding(same, phrase("verify.its_secret_was_committed_to")), late];
}

// ---- the house's log

const INCLUSION = { index: isWhole, size: isWhole, proof: isListOf(digest) };

/**
 * @param {Receipt} given
 * @param {string} key
 */
export async function logFindings(given, key) {
	if (!given.checkpoint) return [finding(null, phrase("verify.whether_the_round_is_in"), true)];
	const note = readCheckpoint(given.checkpoint);
	if (!note || firstBadField(given.inclusion, INCLUSION) || !digest(given.head)) {
		return [finding(false, phrase("verify.its_checkpoint_is_a_signed"))];
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
		finding(included || older, phrase("verify.the_round_is_in_the", { index: index + 1, size })),
	];
	if (older) found.push(finding(null, phrase("verify.whether_that_log_has_what")));
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
	if (!here || !there) return [finding(false, phrase("verify.the_houses_log_has_a"))];
	const found = [await signature(there.parted, there.origin, there.size, key)];
	if (here.origin !== there.origin)
		return [
			...found,
			finding(
				null,
				phrase("verify.whether_continues_croupier_verify_checks", { origin: there.origin, origin2: here.origin }),
			),
		];
	if (here.at !== null && there.at !== null)
		found.push(
			finding(
				here.at <= there.at || null,
				phrase("verify.the_checkpoint_of_rounds_is", { size: there.size, size2: here.size }),
			),
		);
	const [first, second] = [here.size, there.size];
	if (second < first) {
		const says = phrase("verify.the_log_of_has_the", { origin: here.origin, first, second });
		return [...found, finding(false, says)];
	}
	if (first === second) {
		const same = equal(here.root, there.root);
		return [...found, finding(same, phrase("verify.there_is_one_log_of", { first }))];
	}
	const proof = isListOf(digest)(told.consistency) ? (told.consistency ?? []).map(unhex) : [];
	const holds = first === 0 || (await isContinued(first, second, proof, here.root, there.root));
	const says = phrase("verify.the_log_of_rounds_continues", { second, first });
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
	const what = phrase("verify.the_checkpoint_of_with_rounds", { origin, size: size.toLocaleString("en-US") });
	const signed = fromBase64(encoded);
	const id = (await sha256(concat(utf8(name), Uint8Array.of(10, 1), unhex(key || "")))).slice(0, 4);
	if (name !== origin || !key || signed.length !== 68 || !equal(id, signed.slice(0, 4))) {
		return finding(false, phrase("verify.is_signed_with_the_houses", { what }));
	}
	if (!browserHashes()) return finding(null, phrase("verify.whether_is_signed_this_browser", { what }), true);
	try {
		const known = await crypto.subtle.importKey("raw", unhex(key), "Ed25519", false, ["verify"]);
		const holds = await crypto.subtle.verify("Ed25519", known, signed.slice(4), utf8(text));
		return finding(holds, phrase("verify.is_signed_with_the_houses", { what }));
	} catch {
		return finding(null, phrase("verify.whether_is_signed_this_browser_2", { what }), true);
	}
}
