// Money, times, lists and problems as text.

import { LANGUAGE, phrase } from "./words.js";

/** @import { Choice } from "./types.js" */

let currencySign = "$";

/**
 * A house has one currency: all amounts are written in it.
 * @param {string} code
 */
export const useCurrency = (code) => {
	currencySign = code === "EUR" ? "€" : code === "USD" ? "$" : `${code} `;
};

/** @param {string} amount */
export const withSign = (amount) => `${currencySign}${amount}`;

/** @param {number} cents */
export function money(cents) {
	const whole = Math.trunc(Math.abs(cents) / 100);
	const rest = Math.abs(cents) % 100;
	const text = whole.toLocaleString(LANGUAGE) + (rest ? `.${String(rest).padStart(2, "0")}` : "");
	return `${cents < 0 ? "−" : ""}${withSign(text)}`;
}

/**
 * What a choice costs now, what comes back by it, or what it gives up.
 * @param {Pick<Choice, "costs"> & Partial<Choice>} it
 */
export const costText = (it) =>
	it.costs
		? it.most === undefined
			? money(Number(it.costs))
			: phrase("bets.to", { least: money(Number(it.costs)), most: money(it.most) })
		: it.back
			? phrase("format.back", { back: it.back })
			: it.gives_up
				? phrase("format.gives_up", { gives_up: money(it.gives_up) })
				: phrase("format.free");

/** @param {number} cents */
export const signedMoney = (cents) => (cents > 0 ? `+${money(cents)}` : money(cents));

/**
 * The style class of an amount that was won or lost.
 * @param {number} cents
 */
export const amountClass = (cents) => (cents > 0 ? "won" : cents < 0 ? "down" : "");

/**
 * An amount that a person typed, in cents.
 * @param {string} text
 */
export function parseAmount(text) {
	const bare = text.replace(currencySign.trim(), "").replace(/,(?=\d{3}\b)/g, "");
	const found = /^\s*(\d{1,9})(?:[.,](\d{2}))?\s*$/.exec(bare);
	const cents = found ? Number(found[1]) * 100 + Number(found[2] || 0) : 0;
	if (!cents)
		throw Object.assign(new Error(phrase("format.is_no_amount", { text })), {
			body: {},
			accepted: phrase("format.an_amount_such_as"),
		});
	return cents;
}

/**
 * @param {string[]} words
 * @param {string} [and]
 */
export function joinWords(words, and = phrase("common.and")) {
	return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;
}

/**
 * The whole numbers from 1 to `last`.
 * @param {number} last
 */
export const oneTo = (last) => Array.from({ length: last }, (_, at) => at + 1);

/** @type {Record<string, string>} */
const PHASES = {
	round: phrase("phase.round"),
	betting: phrase("phase.betting"),
	preparing: phrase("phase.preparing"),
	closed: phrase("floor.closed"),
};
/** @param {string} phase */
export const phaseText = (phase) => PHASES[phase] ?? phase;

/** @param {string} text */
export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
const dateFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "long" });
/** @param {number} ms */
export const formatTime = (ms) => timeFormat.format(new Date(ms));
/** @param {number} ms */
export const formatDate = (ms) => dateFormat.format(new Date(ms));

/**
 * A problem as a person is told of it.
 * @param {{ message: string, accepted?: string, clauses?: string[], rulings?: string[] }} problem
 */
export function problemText(problem) {
	const cited = [...(problem.clauses || []), ...(problem.rulings || []).map((it) => phrase("common.ruling", { it }))];
	const why = `${capitalize(problem.message)}${cited.length ? ` (${cited.join(", ")})` : ""}.`;
	return problem.accepted ? phrase("format.accepted", { why, accepted: problem.accepted }) : why;
}

const FIRST_WORDS = 64; // letters
/**
 * The first words of a text.
 * @param {string} text
 */
export const firstWords = (text) =>
	text.length <= FIRST_WORDS ? text : `${text.slice(0, FIRST_WORDS).replace(/\s+\S*$/, "")} …`;
