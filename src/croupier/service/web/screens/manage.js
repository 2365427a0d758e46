// The manager's work: a submission that objects while one types and what it is worth, people, and figures.

import {
	html,
	Looking,
	Note,
	API,
	ask,
	get,
	post,
	remove,
	Listed,
	Room,
	save,
	known,
	say,
	screen,
	state,
	trying,
	date,
	many,
	told,
} from "../kit.js";
import { Ask } from "../table/forms.js";
import { Sign } from "../table/side.js";
import { Passes } from "./account.js";

const ROLES = ["player", "dealer", "floor", "auditor", "manager"];
const mine = () => state().screens.manage;
const set = (by) => screen("manage", by);
const values = (form) => Object.fromEntries([...new FormData(form)].filter(([, text]) => text.trim()));
const submitted = (act) => (event) => {
	event.preventDefault();
	trying(() => act(values(event.target), event.target));
};

export async function open([part = ""]) {
	set({ part, made: null });
	if ((await known()).role !== "manager") return;
	if (part === "people") await look();
	else {
		set({ books: (await get("/rulebooks")).rulebooks });
		if (!mine().form) await check(mine().books[0].id, {});
	}
}

// ---- a game

const objected = (it) => told({ message: it.why, ...it });
let timer = 0;

async function check(rulebook, fields) {
	const form = await post("/submissions", { rulebook, fields });
	const before = (mine().form?.objections || []).map(objected);
	set({ form, fields });
	form.objections
		.map(objected)
		.filter((it) => !before.includes(it))
		.forEach(say);
}

const typed = (event) => {
	const fields = values(event.currentTarget);
	clearTimeout(timer);
	timer = setTimeout(() => trying(() => check(mine().form.rulebook, fields)), 250);
};

function chosen(event) {
	event.stopPropagation();
	set({ analysis: null });
	trying(() => check(event.target.value, {}));
}

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
			${title} <small>${clauses.join(", ")}${ruling && `, ruling ${ruling}`}</small>
			${
				field.kind === "choice"
					? html`<select ...${about}>
						<option value="">${text ? "" : holds && `${holds}, `}as the rulebook has it</option>
						${Object.entries(means).map(([value, meant]) => html`<option value=${value}>${value}: ${meant}</option>`)}
					</select>`
					: html`
						<input
							...${about}
							placeholder=${holds || (field.kind === "prize" ? "$50, or 10%" : "")}
							autocomplete="off"
						/>
					`
			}
		</label>
		<p class="objection" id=${about["aria-describedby"]}>${wrong}</p>
	</div>`;
}

function Fields({ form, fields }) {
	const wrong = (name) =>
		form.objections
			.filter((it) => it.about === name)
			.map(objected)
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

async function analyse({ readings }) {
	const { rulebook, options, submission } = mine().form;
	set({
		analysis: await post("/analyses", { rulebook, options, readings: Boolean(readings), sheet: true }),
		of: submission,
	});
	await follow(mine().analysis.id);
}

async function follow(id) {
	const found = await get(`/analyses/${id}`);
	if (mine().analysis?.id !== id) return;
	set({ analysis: found });
	if (found.percent < 100 || found.status === "working") setTimeout(() => trying(() => follow(id)), 1000);
	else say(found.detail || "It is worked out.");
}

function Found({ found, old }) {
	const { id, status, percent, seconds, detail, accepted, result } = found;
	if (detail) return html`<p role="status">${told({ message: detail, accepted })}</p>`;
	if (!result)
		return html`
			<p role="status">
				<progress value=${percent} max="100" aria-label="How far it is"></progress>${" "}
				${
					status === "waiting"
						? "It waits for its turn."
						: `${percent} per cent of this piece of work${seconds ? `, about ${seconds} s left` : ""}.`
				}
			</p>
			<p>
				<button
					class="second"
					onClick=${() => trying(() => remove(`/analyses/${id}`).then(() => set({ analysis: null })))}
				>
					Give it up
				</button>
			</p>
		`;
	return html`
		${old && html`<${Note} id="old-note" as="objection" />`}
		<${Listed}
			label="Every wager by itself"
			heads=${["Wager", "House edge", "Wins", "Deviation"]}
			rows=${result.summary.map((it) => [
				it.title,
				html`${it.edge}${it.favours_player && html` <b class="down">favours the player</b>`}`,
				it.hit,
				it.deviation,
			])}
		/>
		${result.notes.map((it) => html`<p class="note">${it}</p>`)}
		${(result.readings?.tables || []).map(
			({ title, rows }) =>
				rows.length > 0 &&
				html`
					<h3>${title}</h3>
					<${Listed} label=${title} heads=${Object.keys(rows[0])} rows=${rows.map(Object.values)} />
				`,
		)}
		<p><a class="second" href=${`${API}/analyses/${id}/sheet`} download="sheet.html">PAR sheet</a></p>
	`;
}

function Game({ on }) {
	const { books, form, fields, analysis, of } = on;
	const other = form.objections.filter((it) => !form.fields.some((field) => field.name === it.about));
	return html`<div class="beside-each">
		<form onInput=${typed} onSubmit=${(event) => event.preventDefault()}>
			<label>
				Rulebook${" "}
				<select onInput=${chosen}>
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
						${form.stands ? "It stands." : many(form.objections.length, "objection")}
					</h2>
				</div>
				${other.map((it) => html`<p class="objection">${objected(it)}</p>`)}
				<p><button class="second" onClick=${() => save("submission.toml", form.submission)}>Save as a file</button></p>
			</section>
			<section>
				<h2>What it is worth</h2>
				<form class="row" onSubmit=${submitted(analyse)}>
					<button class="first" disabled=${!form.stands}>Work it out</button>
					<label class="check"><input type="checkbox" name="readings" /> each version and reading, too</label>
				</form>
				${analysis && html`<${Found} found=${analysis} old=${of !== form.submission} />`}
			</section>
			<section class="to-print"><${Sign} sign=${form.sign} layout=${{ short: "", wagers: [] }} /></section>
			<p><button class="second" onClick=${() => print()}>Print the sign</button></p>
		</div>
	</div>`;
}

// ---- people

async function look() {
	const [{ people, after }, { tables }] = await Promise.all([get("/people?most=200"), get("/tables")]);
	set({ people, more: after, tables: tables.map((it) => it.table) });
}

const act = (method, path, body) => trying(() => ask(method, `/people/${path}`, body).then(look));
const passesOf = (person) =>
	trying(async () => set({ passes: { ...mine().passes, [person]: (await get(`/people/${person}/passes`)).passes } }));

async function hire({ program, ...given }) {
	set({
		made: await post(
			program ? "/people/programs" : "/people",
			program ? { name: given.name, role: given.role } : given,
		),
	});
	await look();
}

const makeToken = async (person, given) =>
	set({ made: await post(`/people/${person}/tokens`, { ...given, scopes: [given.scopes], days: Number(given.days) }) });

const Made = ({ made }) =>
	html`<p class="done" role="status">
		${
			made &&
			(made.password || made.token
				? html`
					Told this once: <code>${made.password || made.token}</code>,${" "}
					${
						made.password
							? `the password by which ${made.login} signs in within a day`
							: `a token until ${date(made.expires)}`
					}
					.
				`
				: `${made.name} is there, and needs a token.`)
		}
	</p>`;

function Somebody({ it, on, me }) {
	const { person, tables } = it;
	const passes = on.passes?.[person];
	const other = person !== me.person;
	return html`<li class="somebody">
		<details onToggle=${(event) => event.target.open && passesOf(person)}>
			<summary>
				<strong>${it.name}</strong> ${it.role}${it.program ? ", a program" : ""}${" "}
				<small>
					${it.login} since ${date(it.since)}
					${tables.length ? `; works at ${tables.join(", ")}` : ""}
					${it.must_change ? "; has not signed in yet" : ""}
				</small>
			</summary>
			${
				other &&
				html`<label>
					Role${" "}
					<select onChange=${(event) => act("PUT", `${person}/role`, { role: event.target.value })}>
						${ROLES.map((role) => html`<option selected=${role === it.role}>${role}</option>`)}
					</select>
				</label>`
			}
			${
				["dealer", "floor"].includes(it.role) &&
				html`<fieldset>
					<legend>Works at</legend>
					${on.tables.map(
						(table) =>
							html`<label class="check">
								<input
									type="checkbox"
									checked=${tables.includes(table)}
									onChange=${(event) => act(event.target.checked ? "PUT" : "DELETE", `${person}/tables/${table}`)}
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
						end=${(id) => remove(`/people/${person}/passes/${id}`).then(() => passesOf(person))}
					/>
					${!passes.length && html`<p class="note">Signed in nowhere.</p>`}
				`
			}
			${
				it.program &&
				html`<${Ask} act=${(given) => makeToken(person, given)} text="Make a token" from="token-fields" />`
			}
			${
				other &&
				html`
					<button
						class="second"
						onClick=${() => confirm(`Close the account of ${it.name} for good?`) && act("DELETE", person)}
					>
						Close the account
					</button>
				`
			}
		</details>
	</li>`;
}

const People = ({ on, me }) => html`
	<section>
		<h2>Somebody new</h2>
		<${Ask}
			act=${hire}
			kind="first"
			text="Make an account"
			from="hire-fields"
			fields=${[["role", "Role", { options: ROLES.map((it) => [it, it]) }]]}
		/>
		<${Made} made=${on.made} />
	</section>
	<section>
		<h2>${many(on.people.length, "account")}${on.more && ", and more"}</h2>
		<ul>${on.people.map((it) => html`<${Somebody} key=${it.person} it=${it} on=${on} me=${me} />`)}</ul>
	</section>
`;

export function Screen({ all }) {
	const on = all.screens.manage || {};
	const Part = { people: on.people && People, "": on.form && Game }[on.part];
	return html`<${Room} all=${all} title="Manage" roles=${["manager"]} who="Managers of the house work here.">
		<nav class="parts" aria-label="Manage">
			<a href="/manage" aria-current=${on.part ? undefined : "page"}>Games</a>
			<a href="/manage/people" aria-current=${on.part ? "page" : undefined}>People</a>
			<a href="/floor">Figures</a>
		</nav>
		${Part ? html`<${Part} on=${on} me=${all.me} />` : html`<${Looking} />`}
	<//>`;
}
