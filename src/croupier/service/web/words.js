// The words of the page. They stand by key in one file for each language; the page says in which language it is.

import { once } from "./once.js";
import { html } from "./vendor/htm-preact-3.1.1.js";

/** @import { Hole, VNode } from "./types.js" */

/** @typedef {keyof typeof import("./words/en.json")} Key */

export const LANGUAGE = document.documentElement.lang;
const PLURALS = new Intl.PluralRules(LANGUAGE);

/** @param {"first" | "later"} part */
async function load(part) {
	const answer = await fetch(new URL(`words/${LANGUAGE}.${part}.json`, import.meta.url));
	if (!answer.ok) throw new Error(`the words in ${LANGUAGE} cannot be loaded`);
	return answer.json();
}

/** @type {Record<Key, string>} */
const WORDS = await load("first");
/** Load the words of the scripts that the page does not begin with; they are there before these scripts run. */
export const loadLaterWords = once(async () => Object.assign(WORDS, await load("later")));

const SLOT = /\{(\w+)\}/;

/**
 * The words of a key, each slot filled with its value.
 * @param {Key} key
 * @param {Record<string, string | number | undefined>} [values]
 */
export const phrase = (key, values = {}) =>
	WORDS[key]
		.split(SLOT)
		.map((part, at) => (at % 2 ? values[part] : part))
		.join("");

/** @type {Map<Key, { names: string[], parts: any }>} */
const PARSED = new Map();

/**
 * The same of a key whose words have marks, such as links, or whose values are drawn.
 * @param {Key} key
 * @param {Record<string, Hole>} [values]
 * @returns {VNode}
 */
export function markup(key, values = {}) {
	let parsed = PARSED.get(key);
	if (!parsed) {
		const parts = WORDS[key].split(SLOT);
		parsed = { names: parts.filter((_, at) => at % 2), parts: parts.filter((_, at) => at % 2 === 0) };
		PARSED.set(key, parsed);
	}
	return html(parsed.parts, ...parsed.names.map((name) => values[name]));
}

/**
 * So many things: the words of a number, by the plurals of the language.
 * @param {number} number
 * @param {string} thing
 */
export const countText = (number, thing) =>
	phrase(/** @type {Key} */ (`count.${thing}.${PLURALS.select(number)}`), { number: number.toLocaleString(LANGUAGE) });
