// The manager's work: a submission that is checked as the manager types and what it is worth, and the people.

import {
	API,
	announce,
	attempt,
	countText,
	DataTable,
	download,
	formatDate,
	get,
	html,
	joinWords,
	Loading,
	loadMe,
	markup,
	may,
	Note,
	phrase,
	post,
	problemText,
	remove,
	request,
	StaffScreen,
	state,
	updateScreen,
} from "../index.js";
import { SmallForm } from "../table/controls/forms.js";
import { PaySign } from "../table/side_panel.js";
import { Passes } from "./account.js";

/** @import { Analysis, FieldSpec, Filled, Hole, ManageState, Me, Objection, PersonListed, State } from "../types.js" */

/** @returns {ManageState} */
const manageState = () => state().screens.manage;
/** @param {Partial<ManageState>} by */
const update = (by) => updateScreen("manage", by);
/**
 * @param {HTMLFormElement} form
 * @returns {Filled}
 */
const values = (form) => {
	const filled = [...new FormData(form)].map(([name, text]) => [name, String(text)]);
	return Object.fromEntries(filled.filter(([, text]) => text.trim()));
};
/** @param {(given: Filled, form: HTMLFormElement) => unknown} act */
const onSubmit = (act) => (/** @type {{ target: HTMLFormElement, preventDefault(): void }} */ event) => {
	event.preventDefault();
	attempt(() => act(values(event.target), event.target));
};

/** @param {string[]} parts */
export async function open([part = ""]) {
	update({ part, made: null });
	if (!may(await loadMe(), "people")) return;
	if (part === "people") await loadPeople();
	else {
		update({ books: (await get("/rulebooks")).rulebooks });
		if (!manageState().form) await check(manageState().books[0].id, {});
	}
}

// ---- a game

/** @param {Objection} it */
const objectionText = (it) => problemText({ message: it.why, ...it });
let timer = 0;

/**
 * @param {string} rulebook
 * @param {Filled} fields
 */
async function check(rulebook, fields) {
	const form = /** @type {any} */ (await post("/submissions", { rulebook, fields }));
	const before = (manageState().form?.objections || []).map(objectionText);
	update({ form, fields });
	for (const text of manageState().form.objections.map(objectionText)) if (!before.includes(text)) announce(text);
}

/** @param {{ currentTarget: HTMLFormElement }} event */
const checkSoon = (event) => {
	const fields = values(event.currentTarget);
	clearTimeout(timer);
	timer = setTimeout(() => attempt(() => check(manageState().form.rulebook, fields)), 250);
};

/** @param {{ target: HTMLSelectElement, stopPropagation(): void }} event */
function chooseRulebook(event) {
	event.stopPropagation();
	update({ analysis: null });
	attempt(() => check(event.target.value, {}));
}

/** @param {{ field: Record<string, any>, text: string, wrong: string }} props */
function Field({ field, text, wrong }) {
	const { name, title, values: means, holds, clauses, ruling, open: isOpen } = field;
	const about = {
		name,
		disabled: !isOpen && !text,
		"aria-invalid": Boolean(wrong),
		"aria-describedby": `wrong-${name}`,
	};
	return html`<div class="field">
		<label>
			${title} <small>${clauses.join(", ")}${ruling && phrase("manage.ruling", { ruling })}</small>
			${
				field.kind === "choice"
					? html`<select ...${about}>
						<option value="">${text ? "" : holds && `${holds}, `}${phrase("manage.as_the_rulebook_has_it")}</option>
						${Object.entries(means).map(([value, meant]) => html`<option value=${value}>${value}: ${meant}</option>`)}
					</select>`
					: html`
						<input
							...${about}
							placeholder=${holds || (field.kind === "prize" ? phrase("manage.50_or_10") : "")}
							autocomplete="off"
						/>
					`
			}
		</label>
		<p class="objection" id=${about["aria-describedby"]}>${wrong}</p>
	</div>`;
}

/** @param {{ form: ManageState["form"], fields: Filled }} props */
function Fields({ form, fields }) {
	/** @param {string} name */
	const wrong = (name) =>
		form.objections
			.filter((it) => it.about === name)
			.map(objectionText)
			.join(" ");
	return [...new Set(form.fields.map((it) => it.group))].map((group) => {
		const some = form.fields.filter((it) => it.group === group);
		const drawn = html`<div class="fields">
			${some.map((it) => html`<${Field} key=${it.name} field=${it} text=${fields[it.name]} wrong=${wrong(it.name)} />`)}
		</div>`;
		return group
			? html`<details key=${group} open=${some.some((it) => fields[it.name])}>
				<summary>${group}</summary>
				${drawn}
			</details>`
			: drawn;
	});
}

/** @param {Filled} given */
async function analyse({ readings }) {
	const { rulebook, options, submission } = manageState().form;
	const started = await post("/analyses", { rulebook, options, readings: Boolean(readings), sheet: true });
	update({ analysis: started, of: submission });
	await pollAnalysis(started.id);
}

/** @param {string} id */
async function pollAnalysis(id) {
	const found = await get(`/analyses/${id}`);
	if (manageState().analysis?.id !== id) return;
	update({ analysis: found });
	if (found.percent < 100 || found.status === "working") setTimeout(() => attempt(() => pollAnalysis(id)), 1000);
	else announce(found.detail || phrase("manage.it_is_worked_out"));
}

/** @param {{ found: Analysis, old: boolean }} props */
function AnalysisResult({ found, old }) {
	const { id, status, percent, seconds, detail, accepted, result } = found;
	if (detail) return html`<p role="status">${problemText({ message: detail, accepted })}</p>`;
	if (!result)
		return html`
			<p role="status">
				<progress value=${percent} max="100" aria-label=${phrase("manage.how_far_it_is")}></progress>${" "}
				${
					status === "waiting"
						? phrase("manage.it_waits_for_its_turn")
						: phrase("manage.per_cent_of_this_piece", {
								percent,
								seconds: seconds ? phrase("manage.about_s_left", { seconds }) : "",
							})
				}
			</p>
			<p>
				<button
					class="second"
					onClick=${() => attempt(() => remove(`/analyses/${id}`).then(() => update({ analysis: null })))}
				>
					${phrase("manage.give_it_up")}
				</button>
			</p>
		`;
	return html`
		${old && html`<${Note} of="note.old" as="objection" />`}
		<${DataTable}
			label=${phrase("manage.every_wager_by_itself")}
			heads=${[phrase("manage.wager"), phrase("common.house_edge"), phrase("manage.wins"), phrase("manage.deviation")]}
			rows=${result.summary.map((/** @type {Record<string, any>} */ it) => [
				it.title,
				html`${it.edge}${it.favours_player && html` <b class="down">${phrase("manage.favours_the_player")}</b>`}`,
				it.hit,
				it.deviation,
			])}
		/>
		${result.notes.map((/** @type {string} */ it) => html`<p class="note">${it}</p>`)}
		${(result.readings?.tables || []).map(
			(/** @type {{ title: string, rows: Record<string, Hole>[] }} */ { title, rows }) =>
				rows.length > 0 &&
				html`
					<h3>${title}</h3>
					<${DataTable} label=${title} heads=${Object.keys(rows[0])} rows=${rows.map(Object.values)} />
				`,
		)}
		<p><a class="second" href=${`${API}/analyses/${id}/sheet`} download="sheet.html">${phrase("manage.par_sheet")}</a></p>
	`;
}

/** @param {{ on: ManageState }} props */
function Submission({ on }) {
	const { books, form, fields, analysis, of } = on;
	const other = form.objections.filter((it) => !form.fields.some((field) => field.name === it.about));
	return html`<div class="beside-each">
		<form onInput=${checkSoon} onSubmit=${(event) => event.preventDefault()}>
			<label>
				${phrase("common.rulebook")}${" "}
				<select onInput=${chooseRulebook}>
					${books.map(
						(it) =>
							html`<option value=${it.id} selected=${it.id === form.rulebook}>
								${it.title}, ${it.jurisdiction} (${it.id})
							</option>`,
					)}
				</select>
			</label>
			<div key=${form.rulebook}><${Fields} form=${form} fields=${fields} /></div>
		</form>
		<div class="come-to">
			<section>
				<div role="status">
					<h2 class=${form.stands ? "won" : "down"}>
						${form.stands ? phrase("manage.it_stands") : countText(form.objections.length, "objection")}
					</h2>
				</div>
				${other.map((it) => html`<p class="objection">${objectionText(it)}</p>`)}
				<p>
					<button class="second" onClick=${() =>
						download("submission.toml", form.submission)}>${phrase("manage.save_as_a_file")}
					</button>
				</p>
			</section>
			<section>
				<h2>${phrase("manage.what_it_is_worth")}</h2>
				<form class="row" onSubmit=${onSubmit(analyse)}>
					<button class="first" disabled=${!form.stands}>${phrase("manage.work_it_out")}</button>
					<label class="check">
						<input type="checkbox" name="readings" /> ${phrase("manage.each_version_and_reading_too")}
					</label>
				</form>
				${analysis && html`<${AnalysisResult} found=${analysis} old=${of !== form.submission} />`}
			</section>
			<section class="to-print"><${PaySign} sign=${form.sign} layout=${{ short: "", wagers: [] }} /></section>
			<p><button class="second" onClick=${() => print()}>${phrase("manage.print_the_sign")}</button></p>
		</div>
	</div>`;
}

// ---- people

/** @param {number} [many] the least that are shown, if there are so many */
async function loadPeople(many = manageState().people?.length ?? 0) {
	const { tables } = await get("/tables");
	/** @type {PersonListed[]} */
	const people = [];
	let more = "";
	let page;
	do {
		page = await get(`/people?most=200&after=${more}`);
		people.push(...page.people);
		more = page.after;
	} while (more && people.length < many);
	const { roles, assignable } = page;
	update({ people, more, roles, assignable, tables: tables.map((it) => it.table) });
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
const changePerson = (method, path, body) =>
	attempt(() => request(method, `/people/${path}`, body).then(() => loadPeople()));
/** @param {string} person */
const loadPasses = (person) =>
	attempt(async () =>
		update({ passes: { ...manageState().passes, [person]: (await get(`/people/${person}/passes`)).passes } }),
	);

/** @param {Filled} given */
async function hire({ program, ...given }) {
	const made = program
		? await post("/people/programs", { name: given.name, role: given.role })
		: await post("/people", given);
	update({ made });
	await loadPeople();
}

/**
 * @param {string} person
 * @param {Filled} given
 */
async function makeToken(person, given) {
	const asked = { ...given, scopes: given.scopes.split(" "), days: Number(given.days) };
	update({ made: await post(`/people/${person}/tokens`, asked) });
	await loadPasses(person);
}

/** @param {{ made: ManageState["made"] }} props */
const NewCredentials = ({ made }) =>
	html`<p class="done" role="status">
		${
			made &&
			(made.password || made.token
				? html`
					${markup("manage.told_this_once", {
						password: made.password || made.token,
						password2: made.password
							? phrase("manage.the_password_by_which_signs", { login: made.login })
							: phrase("manage.a_token_until", { until: formatDate(made.expires ?? 0) }),
					})}
				`
				: phrase("manage.is_there_and_needs_a", { name: made.name }))
		}
	</p>`;

/** @param {{ it: PersonListed, on: ManageState, me: Me }} props */
function Person({ it, on, me }) {
	const { person, tables } = it;
	const passes = on.passes?.[person];
	const other = person !== me.person;
	return html`<li class="somebody">
		<details onToggle=${(event) => event.target.open && loadPasses(person)}>
			<summary>
				<strong>${it.name}</strong> ${it.role}${it.program ? phrase("manage.a_program") : ""}${" "}
				<small>
					${markup("manage.since", {
						login: it.login,
						since: formatDate(it.since),
						more: tables.length ? phrase("manage.works_at", { tables: tables.join(", ") }) : "",
						must_change: it.must_change ? phrase("manage.has_not_signed_in_yet") : "",
					})}
				</small>
			</summary>
			${
				other &&
				html`<label>
					${phrase("manage.role")}${" "}
					<select onChange=${(event) => changePerson("PUT", `${person}/role`, { role: event.target.value })}>
						${on.roles.map((role) => html`<option selected=${role === it.role}>${role}</option>`)}
					</select>
				</label>`
			}
			${
				on.assignable.includes(it.role) &&
				html`<fieldset>
					<legend>${phrase("manage.works_at_2")}</legend>
					${on.tables.map(
						(table) =>
							html`<label class="check">
								<input
									type="checkbox"
									checked=${tables.includes(table)}
									onChange=${(event) => changePerson(event.target.checked ? "PUT" : "DELETE", `${person}/tables/${table}`)}
								/>${" "}
								${table}
							</label>`,
					)}
				</fieldset>`
			}
			${
				passes &&
				html`
					<${Passes}
						passes=${passes}
						end=${(id) => remove(`/people/${person}/passes/${id}`).then(() => loadPasses(person))}
					/>
					${!passes.length && html`<p class="note">${phrase("manage.signed_in_nowhere")}</p>`}
				`
			}
			${
				it.program &&
				html`
					<${SmallForm}
						act=${(given) => makeToken(person, given)}
						text=${phrase("manage.make_a_token")}
						fields=${TOKEN_FIELDS}
					/>
				`
			}
			${
				other &&
				html`
					<button
						class="second"
						onClick=${() =>
							confirm(phrase("manage.close_the_account_of_for", { name: it.name })) && changePerson("DELETE", person)}
					>
						${phrase("manage.close_the_account")}
					</button>
				`
			}
		</details>
	</li>`;
}

/** @type {FieldSpec[]} */
const HIRE_FIELDS = [
	["name", phrase("account.name"), { maxlength: 24 }],
	[
		"program",
		phrase("manage.kind"),
		{
			required: false,
			options: [
				["", phrase("manage.a_person")],
				["yes", phrase("manage.a_program_without_a_login")],
			],
		},
	],
	["login", phrase("account.login"), { required: false }],
];
const SCOPES = ["watch", "play", "watch play", "deal", "scan", "floor", "audit", "manage", "metrics"];
/** @type {FieldSpec[]} */
const TOKEN_FIELDS = [
	["scopes", phrase("manage.a_token_for"), { options: SCOPES.map((it) => [it, joinWords(it.split(" "))]) }],
	["days", phrase("manage.days"), { type: "number", min: 1, max: 366, defaultValue: 30 }],
	["label", phrase("manage.called")],
];

/** @param {{ on: ManageState, me: Me }} props */
const People = ({ on, me }) => html`
	<section>
		<h2>${phrase("manage.somebody_new")}</h2>
		<${SmallForm}
			act=${hire}
			kind="first"
			text=${phrase("manage.make_an_account")}
			fields=${[...HIRE_FIELDS, ["role", phrase("manage.role"), { options: on.roles.map((it) => [it, it]) }]]}
		/>
		<${NewCredentials} made=${on.made} />
	</section>
	<section>
		<h2>${countText(on.people.length, "account")}${on.more && phrase("manage.and_more")}</h2>
		<ul>${on.people.map((it) => html`<${Person} key=${it.person} it=${it} on=${on} me=${me} />`)}</ul>
		${
			on.more &&
			html`<button class="second" onClick=${() => attempt(() => loadPeople(on.people.length + 1))}>
				${phrase("manage.more_accounts")}
			</button>`
		}
	</section>
`;

/** @param {{ all: State }} props */
export function Screen({ all }) {
	/** @type {ManageState} */
	const on = all.screens.manage || {};
	/** @type {Record<string, unknown>} */
	const parts = { people: on.people && People, "": on.form && Submission };
	const Part = parts[on.part];
	return html`<${StaffScreen}
		all=${all}
		title=${phrase("manage.manage")}
		action="people"
		who=${phrase("manage.managers_of_the_house_work")}
	>
		<nav class="parts" aria-label=${phrase("manage.manage")}>
			<a href="/manage" aria-current=${on.part ? undefined : "page"}>${phrase("manage.games")}</a>
			<a href="/manage/people" aria-current=${on.part ? "page" : undefined}>${phrase("manage.people")}</a>
			<a href="/floor">${phrase("common.figures")}</a>
		</nav>
		${Part ? html`<${Part} on=${on} me=${all.me} />` : html`<${Loading} />`}
	<//>`;
}
