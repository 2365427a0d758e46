// The console at one table: the step that is due, with its instruction and clause, by one key.

import {
	html,
	Note,
	useKeys,
	get,
	mayWork,
	post,
	remove,
	Room,
	Ruling,
	known,
	go,
	screen,
	trying,
	capital,
	listed,
	phased,
} from "../kit.js";
import { Standing } from "../table/bar.js";
import { Ask, CommandForm } from "../table/forms.js";
import * as session from "../table/session.js";
import { Cites, Side } from "../table/side.js";
import { Shown } from "../table/text.js";
import { actions as table } from "./table.js";

const ROLES = ["dealer", "floor", "manager"];

export async function open([name]) {
	const me = await known(true);
	if (!name || !mayWork(me, ROLES)) {
		screen("deal", { schemas: null });
		if (me) screen("deal", await get("/tables"));
		return;
	}
	const [{ commands }, duty] = await Promise.all([
		get(`/tables/${name}/commands`),
		get(`/tables/${name}/dealer`),
		session.join(name),
	]);
	screen("deal", { schemas: commands, duty });
}

const signOn = (name) => trying(async () => screen("deal", { duty: await post(`/tables/${name}/dealer`) }));

const relieve = (name) =>
	trying(async () => {
		await remove(`/tables/${name}/dealer`);
		screen("deal", { duty: await get(`/tables/${name}/dealer`) });
	});

const speaksAs = (me) => (me.role === "manager" ? "floor" : me.role);

// Who deals has signed on, so that it is on record who has dealt.
function Duty({ name, duty, role }) {
	const may =
		role === "dealer" && !duty.name
			? ["first", signOn, "Sign on"]
			: duty.name && (duty.you || role !== "dealer")
				? ["second", relieve, duty.you ? "Be relieved" : "Relieve"]
				: null;
	return html`<p class="duty" role="status">
		${duty.you ? "You deal here." : duty.name ? `${duty.name} deals here.` : "No dealer has signed on here."}${" "}
		${may && html`<button key=${may[2]} class=${may[0]} onClick=${() => may[1](name)}>${may[2]}</button>`}
	</p>`;
}

const cites = (here, clauses, rulings) =>
	html`<${Cites} layout=${here.layout} clauses=${clauses} rulings=${rulings} open=${session.openClause} />`;
const FACE_DOWN = ["deal", "burn"]; // of real cards a scanner tells these, and nobody here

const waitedFor = (due) => (due.who === "player" ? `seat ${due.seat}` : `the ${due.who}`);

// What each choice of the floor's leads to.
const Leads = ({ choices }) =>
	html`<ul class="leads">
		${choices.map(
			(it) =>
				html`<li>
					<strong>${capital(it.choice)}</strong>: ${it.means}.
					${it.unsupervised ? " Where nobody supervises, the house rules so." : ""}
				</li>`,
		)}
	</ul>`;

function Due({ here, schema, mine }) {
	const { due, instructions, pending, round, seats, source } = here.message.view;
	const waits = mine && pending && here.layout.waits[pending[0]];
	const who = waitedFor(due);
	const scanned = source.startsWith("real") && FACE_DOWN.includes(due.do);
	return html`<section class=${`due-step ${mine ? "mine-now" : ""}`} aria-label="What is due">
		<h2>${mine ? capital(due.do) : `${capital(who)}: ${due.do}`}</h2>
		${pending && html`<p class="pending">${capital(pending[1] || pending[0])}</p>`}
		${instructions.map((it) => html`<p class="says">${it.says} ${cites(here, it.clauses)}</p>`)}
		${
			waits
				? html`<${Leads} ...${waits} />`
				: schema && !instructions.length && html`<p class="note">${schema.description}</p>`
		}
		${
			!mine
				? html`<p class="note">The table waits for ${who}.</p>`
				: scanned
					? html`<${Note} id="scan-note" />`
					: schema &&
						html`
							<${CommandForm}
								key=${`${due.do} ${round} ${pending?.[1]}`}
								schema=${schema}
								seats=${seats}
								act=${session.act}
								busy=${here.busy}
								brief=${true}
								also=${source.startsWith("real") ? "cards" : ""}
							/>
						`
		}
		${
			waits &&
			html`<${Ruling} id=${waits.ruling} is=${waits} open=${true} />${cites(
				here,
				waits.clauses,
				waits.choices.map((it) => it.ruling),
			)}`
		}
	</section>`;
}

function Calls({ here }) {
	const call = ({ what }) => {
		document.activeElement?.blur(); // so that the next key is the step that is due
		return session.act({ do: "call", args: { what } });
	};
	return html`<section aria-label="Irregularities">
		<h2>Call an irregularity</h2>
		<ul class="calls">
			${here.layout.calls.map(
				(it) =>
					html`<li>
						<button class="second" onClick=${() => call(it)}>${capital(it.what)}</button>
						<span>
							${capital(it.means)}.${" "}
							${it.clauses.length ? html`What follows: ${cites(here, it.clauses)}` : "The floor rules."}
						</span>
					</li>`,
			)}
		</ul>
		<${Ask}
			does="words"
			fields=${[["what", "Something else, in words: the floor is called"]]}
			text="Call"
			act=${call}
		/>
	</section>`;
}

function Others({ here, schemas, role }) {
	const also = Object.values(schemas).filter(
		(it) =>
			it["x-given-by"]?.includes(role) &&
			it.title !== "call" &&
			it.title !== here.message.view.due.do &&
			!/due|waits/.test(it.description) &&
			(role === "floor" || it.title === "idle"),
	);
	return html`<details class="others">
		<summary>What else ${role === "floor" ? "the floor" : "a dealer"} may do</summary>
		${also.map(
			(it) =>
				html`<section key=${it.title}>
					<h3>${capital(it.title)}</h3>
					<p class="note">${it.description}</p>
					<${CommandForm} schema=${it} seats=${here.message.view.seats} act=${session.act} busy=${here.busy} />
				</section>`,
		)}
	</details>`;
}

function Choose({ all }) {
	const mine = (all.screens.deal?.tables || []).filter(
		(it) => all.me.role === "manager" || all.me.assigned.includes(it.table),
	);
	return html`<${Room} all=${all} title="Deal" roles=${ROLES} who="Dealers and floors of the house work here.">
		${
			mine.length === 0
				? html`<${Note} id="no-table" as="empty" />`
				: html`<ul class="tables">
					${mine.map(
						(it) =>
							html`<li class="entry">
								<h2>${it.title}</h2>
								<p class="facts">
									${it.table}, round ${it.round}, ${phased(it.phase)}, seats taken:${" "}
									${listed(it.taken.map(String)) || "none"}
								</p>
								<p class="ways"><a class="first" href=${`/deal/${it.table}`}>Open the console</a></p>
							</li>`,
					)}
				</ul>`
		}
	<//>`;
}

export function Screen({ all }) {
	const here = all.table;
	useKeys((event) => {
		if (event.key !== "Enter" || event.target.closest("input, select, textarea, button, a, summary, dialog")) return;
		document.querySelector(".mine-now form.command")?.requestSubmit();
	});
	const schemas = all.screens.deal?.schemas;
	if (!here || !schemas || !mayWork(all.me, ROLES)) return html`<${Choose} all=${all} />`;
	if (!here.layout || !here.message || !here.scene)
		return html`<main class="loading"><p>The table is being set.</p></main>`;
	const role = speaksAs(all.me);
	const { view } = here.message;
	const { due } = view;
	const { duty } = all.screens.deal;
	const mine = due.who === role && (role !== "dealer" || duty.you);
	const may = mine ? `${capital(due.do)} is due; Enter does it.` : `The table waits for ${waitedFor(due)}: ${due.do}.`;
	return html`<main class="at-table console">
		<div class="table-head">
			<h1>${here.layout.title} <small>as the ${role} of ${here.name}</small></h1>
			<p class="note">
				Round ${view.round}, ${phased(view.phase)}; ${view.undealt} cards undealt
				${Object.entries(view.devices).map(([device, is]) => `, ${device} ${is}`)}
			</p>
			<button class="quiet" onClick=${() => go("/deal")}>Other tables</button>
		</div>
		<${Standing} status=${here.status} />
		<div class="play">
			<${Shown} all=${all} table=${{ ...here, may }} />
			<div class="foot desk">
				<${Duty} name=${here.name} duty=${duty} role=${role} />
				<${Due} here=${here} schema=${schemas[due.do]} mine=${mine} />
				<${Calls} here=${here} />
				<${Others} here=${here} schemas=${schemas} role=${role} />
			</div>
		</div>
		<${Side} table=${here} actions=${table} part=${null} />
	</main>`;
}
