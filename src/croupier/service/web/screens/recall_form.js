// The form by which rounds are found: tables, sessions, people, clauses and irregularities are picked from lists.

import { attempt, capitalize, firstWords, get, html, may, phrase, request, state, updateScreen } from "../index.js";
import { SmallForm } from "../table/controls/forms.js";

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
		["table", phrase("common.table"), { options: [["", phrase("recall_form.any")], ...tables.map((it) => [it, it])] }],
		[
			"session",
			phrase("common.session"),
			{ list: "recall-sessions", placeholder: phrase("recall_form.any"), maxlength: 64 },
		],
		[
			"round",
			phrase("common.round"),
			{ inputmode: "numeric", pattern: "[0-9]*", maxlength: 18, placeholder: phrase("recall_form.any") },
		],
		[
			"person",
			phrase("recall_form.person"),
			{ list: "recall-people", placeholder: phrase("recall_form.anybody"), maxlength: 64 },
		],
		[
			"rulebook",
			phrase("recall_form.rulebook_for_what_follows"),
			{
				options: [
					["", phrase("recall_form.choose")],
					...rulebooks.map((it) => [it.id, `${it.title}, ${it.jurisdiction} (${it.id})`]),
				],
				onChange: (/** @type {{ target: HTMLSelectElement }} */ { target }) => chooseBook(target.value),
			},
		],
		[
			"clause",
			phrase("recall_form.clause_cited"),
			{
				disabled: !book,
				options: [
					["", phrase("recall_form.any")],
					...(book?.clauses.filter((it) => it.kind !== "heading").map(clauseOption) ?? []),
				],
			},
		],
		[
			"irregularity",
			phrase("recall_form.irregularity"),
			{
				options: [
					["", phrase("recall_form.with_or_without")],
					["any", phrase("recall_form.any")],
					...(book ? irregularityOptions(book) : []),
				],
			},
		],
		["since", phrase("recall_form.from"), { type: "datetime-local" }],
		["before", phrase("recall_form.until"), { type: "datetime-local" }],
		[
			"void",
			phrase("recall_form.void_rounds"),
			{
				options: [
					["", phrase("recall_form.and_others")],
					["true", phrase("recall_form.alone")],
					["false", phrase("recall_form.left_out")],
				],
			},
		],
	];
	/** @param {Filled} given */
	const find = ({ rulebook, clause = "", ...given }) => act({ ...given, clause: clause && `${rulebook} ${clause}` });
	return html`
		<${SmallForm} fields=${fields} text=${phrase("recall_form.find_rounds")} act=${find} kind="first" keep=${true} />
		<datalist id="recall-sessions">
			${sessions.map((it) => html`<option key=${it.session} value=${it.session}>${it.table}</option>`)}
		</datalist>
		<datalist id="recall-people">
			${[...peopleFound(mine)].map(([id, name]) => html`<option key=${id} value=${id}>${name}</option>`)}
		</datalist>
	`;
}
