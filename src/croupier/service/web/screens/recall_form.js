// The form by which rounds are found: tables, sessions, people, clauses and irregularities are picked from lists.

import { attempt, capitalize, firstWords, get, html, may, request, state, updateScreen } from "../index.js";
import { SmallForm } from "../table/forms.js";

/** @import { Clause, FieldSpec, Filled, Rules, RecallLists, SurveillanceState } from "../types.js" */

const MOST_SESSIONS = 100; // the latest; an older one is typed

// Load what the lists are made of.
export async function loadLists() {
	const [{ sessions }, { rulebooks }, people] = await Promise.all([
		request("GET", `/sessions?most=${MOST_SESSIONS}`),
		get("/rulebooks"),
		may(state().me, "people") ? get("/people").then((it) => it.people) : [],
	]);
	/** @type {RecallLists} */
	const lists = { sessions, rulebooks, people, book: null };
	updateScreen("surveillance", { lists });
}

/** @param {string} id */
const chooseBook = (id) =>
	attempt(async () => {
		const book = id ? /** @type {Rules} */ (await get(`/rulebooks/${id}`)) : null;
		const { lists } = /** @type {SurveillanceState} */ (state().screens.surveillance);
		updateScreen("surveillance", { lists: { ...lists, book } });
	});

/** @param {Clause} clause */
const clauseOption = ({ id, says }) => [id, `${id} ${firstWords(says)}`];

/**
 * The irregularities that a rulebook names, with their clauses.
 * @param {Rules} book
 */
function irregularityOptions(book) {
	/** @type {Map<string, string[]>} */
	const found = new Map();
	for (const { id, rules } of book.clauses)
		for (const rule of rules.filter((it) => it.startsWith("irregular.")))
			found.set(rule, [...(found.get(rule) ?? []), id]);
	return [...found].map(([rule, clauses]) => [
		rule,
		`${capitalize(rule.split(".")[1].replaceAll("_", " "))} (${clauses.join(", ")})`,
	]);
}

/**
 * The people of the house, and those of the rounds that were found, by their ids.
 * @param {SurveillanceState} mine
 */
function peopleFound({ lists, rounds }) {
	const hands = rounds?.found.flatMap((it) => it.hands) ?? [];
	return new Map([
		...(lists?.people ?? []).map((it) => /** @type {const} */ ([it.person, it.name])),
		...hands.map((it) => /** @type {const} */ ([it.person, it.name])),
	]);
}

/** @param {{ mine: SurveillanceState, act: (given: Filled) => unknown }} props */
export function RecallForm({ mine, act }) {
	const { lists } = mine;
	const { sessions = [], rulebooks = [], book } = lists ?? {};
	const tables = [...new Set(sessions.map((it) => it.table))].toSorted();
	/** @type {FieldSpec[]} */
	const fields = [
		["table", "Table", { options: [["", "any"], ...tables.map((it) => [it, it])] }],
		["session", "Session", { list: "recall-sessions", placeholder: "any", maxlength: 64 }],
		["round", "Round", { inputmode: "numeric", pattern: "[0-9]*", maxlength: 18, placeholder: "any" }],
		["person", "Person", { list: "recall-people", placeholder: "anybody", maxlength: 64 }],
		[
			"rulebook",
			"Rulebook, for what follows",
			{
				options: [["", "choose"], ...rulebooks.map((it) => [it.id, `${it.title}, ${it.jurisdiction} (${it.id})`])],
				onChange: (/** @type {{ target: HTMLSelectElement }} */ { target }) => chooseBook(target.value),
			},
		],
		[
			"clause",
			"Clause cited",
			{
				disabled: !book,
				options: [["", "any"], ...(book?.clauses.filter((it) => it.kind !== "heading").map(clauseOption) ?? [])],
			},
		],
		[
			"irregularity",
			"Irregularity",
			{ options: [["", "with or without"], ["any", "any"], ...(book ? irregularityOptions(book) : [])] },
		],
		["since", "From", { type: "datetime-local" }],
		["before", "Until", { type: "datetime-local" }],
		[
			"void",
			"Void rounds",
			{
				options: [
					["", "and others"],
					["true", "alone"],
					["false", "left out"],
				],
			},
		],
	];
	/** @param {Filled} given */
	const find = ({ rulebook, clause = "", ...given }) => act({ ...given, clause: clause && `${rulebook} ${clause}` });
	return html`
		<${SmallForm} fields=${fields} text="Find rounds" act=${find} kind="first" keep=${true} />
		<datalist id="recall-sessions">
			${sessions.map((it) => html`<option key=${it.session} value=${it.session}>${it.table}</option>`)}
		</datalist>
		<datalist id="recall-people">
			${[...peopleFound(mine)].map(([id, name]) => html`<option key=${id} value=${id}>${name}</option>`)}
		</datalist>
	`;
}
