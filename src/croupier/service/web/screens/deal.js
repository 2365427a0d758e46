// The console at one table: the step that is due, with its instruction and clause, by one key.

import {
	attempt,
	capitalize,
	firstWords,
	get,
	html,
	joinWords,
	loadMe,
	markup,
	may,
	mayAt,
	Note,
	navigate,
	phaseText,
	phrase,
	post,
	Ruling,
	remove,
	StaffScreen,
	targetOf,
	updateScreen,
	useKeys,
} from "../index.js";
import { ConnectionStatus } from "../table/controls/action_bar.js";
import { CommandForm, SmallForm } from "../table/controls/forms.js";
import * as session from "../table/session.js";
import { Citations, SidePanel } from "../table/side_panel.js";
import { TableView } from "../table/text_view.js";
import { actions as tableActions } from "./table.js";

/** @import { CommandSchema, OpenTable, ReportForm, RulingChoice, State, TableState, View } from "../types.js" */

/** @param {string[]} parts */
export async function open([name]) {
	const me = await loadMe(true);
	if (!name || !may(me, "relieve")) {
		updateScreen("deal", { schemas: null });
		if (me) updateScreen("deal", await get("/tables"));
		return;
	}
	const [{ commands }, duty] = await Promise.all([
		get(`/tables/${name}/commands`),
		get(`/tables/${name}/dealer`),
		session.join(name),
	]);
	updateScreen("deal", { schemas: commands, duty });
	await session.loadRules();
}

/** @param {string} name */
const signOn = (name) => attempt(async () => updateScreen("deal", { duty: await post(`/tables/${name}/dealer`) }));

/** @param {string} name */
const relieve = (name) =>
	attempt(async () => {
		await remove(`/tables/${name}/dealer`);
		updateScreen("deal", { duty: await get(`/tables/${name}/dealer`) });
	});

/**
 * The role in which this person speaks at a table.
 * @param {State["me"]} me
 */
const speaksAs = (me) => (may(me, "view as floor") ? "floor" : "dealer");

/**
 * A dealer signs on, so that it is on record who has dealt.
 * @param {{ name: string, duty: import("../types.js").Duty, role: string }} props
 */
function Duty({ name, duty, role }) {
	const button =
		role === "dealer" && !duty.name
			? { kind: "first", act: signOn, text: phrase("deal.sign_on") }
			: duty.name && (duty.you || role !== "dealer")
				? { kind: "second", act: relieve, text: duty.you ? phrase("deal.be_relieved") : phrase("deal.relieve") }
				: null;
	return html`<p class="duty" role="status">
		${
			duty.you
				? phrase("deal.you_deal_here")
				: duty.name
					? phrase("deal.deals_here", {
							name: duty.name,
						})
					: phrase("deal.no_dealer_has_signed_on")
		}${" "}
		${
			button &&
			html`<button key=${button.text} class=${button.kind} onClick=${() => button.act(name)}>${button.text}</button>`
		}
	</p>`;
}

/**
 * @param {TableState} here
 * @param {string[]} clauses
 * @param {string[]} [rulings]
 */
const citations = (here, clauses, rulings) =>
	html`<${Citations} layout=${here.layout} clauses=${clauses} rulings=${rulings} open=${session.openClause} />`;
const SHOWN = "show"; // the step for which a player must be there
const FACE_DOWN = ["deal", "burn"]; // a scanner, and no person, says which real cards come by these

/** @param {View["due"]} due */
const waitedFor = (due) =>
	due.who === "player" ? phrase("deal.seat", { seat: due.seat }) : phrase("deal.the", { who: due.who });

/**
 * The choices of the floor, and what each of them leads to.
 * @param {{ choices: RulingChoice[] }} props
 */
const RulingChoices = ({ choices }) =>
	html`<ul class="leads">
		${choices.map(
			(it) =>
				html`<li>
					<strong>${capitalize(it.choice)}</strong>: ${it.means}.
					${it.unsupervised ? phrase("deal.where_nobody_supervises_the_house") : ""}
				</li>`,
		)}
	</ul>`;

/**
 * The form of one command, with all that may be said in it, and what it means.
 * @param {{ here: TableState, schema: CommandSchema }} props
 */
const GivenForm = ({ here, schema }) =>
	html`<h3>${capitalize(schema.title)}</h3>
		<p class="note">${schema.description}</p>
		<${CommandForm}
			schema=${schema}
			seats=${here.message.view.seats}
			act=${session.consoleCommand}
			busy=${here.busy}
			faces=${here.layout.deck.faces}
		/>`;

/** @param {{ here: TableState, schemas: Record<string, CommandSchema>, mine: boolean }} props */
function DueStep({ here, schemas, mine }) {
	const { due, instructions, pending, round, seats, source } = here.message.view;
	const schema = schemas[due.do];
	const waits = mine && pending && here.layout.waits[pending[0]];
	const who = waitedFor(due);
	const scanned = source.startsWith("real") && FACE_DOWN.includes(due.do);
	if (due.do === SHOWN && !seats.length)
		return html`<section class="due-step" aria-label=${phrase("deal.what_is_due")}>
			<h2>${phrase("deal.the_cards_lie_spread")}</h2>
			<p class="says">${phrase("deal.the_first_player_who_sits")}</p>
			${instructions.map((it) => html`<p class="note">${it.says} ${citations(here, it.clauses)}</p>`)}
		</section>`;
	return html`<section class=${`due-step ${mine ? "mine-now" : ""}`} aria-label=${phrase("deal.what_is_due")}>
		<h2>${mine ? capitalize(due.do) : `${capitalize(who)}: ${due.do}`}</h2>
		${pending && html`<p class="pending">${capitalize(pending[1] || pending[0])}</p>`}
		${instructions.map((it) => html`<p class="says">${it.says} ${citations(here, it.clauses)}</p>`)}
		${
			waits
				? html`<${RulingChoices} ...${waits} />`
				: schema && !instructions.length && html`<p class="note">${schema.description}</p>`
		}
		${
			!mine
				? html`<p class="note">${markup("deal.the_table_waits_for", { who })}</p>`
				: schema &&
					html`
							${scanned && html`<${Note} of="note.scan" />`}
							<${CommandForm}
								key=${`${due.do} ${round} ${pending?.[1]}`}
								schema=${schema}
								seats=${seats}
								act=${session.consoleCommand}
								busy=${here.busy}
								brief=${true}
								also=${source.startsWith("real") && !scanned ? ["cards", "count", "misdealt", "number"] : []}
								faces=${here.layout.deck.faces}
							/>
						`
		}
		${
			mine &&
			pending?.[0] === "report" &&
			["reject", "correct scan"].map((it) => html`<${GivenForm} key=${it} here=${here} schema=${schemas[it]} />`)
		}
		${
			waits &&
			html`<${Ruling} id=${waits.ruling} is=${waits} open=${true} />${citations(
				here,
				waits.clauses,
				waits.choices.map((it) => it.ruling),
			)}`
		}
	</section>`;
}

/** @param {{ here: TableState, schemas: Record<string, CommandSchema> }} props */
function Calls({ here, schemas }) {
	/** @param {{ what: string }} called */
	const call = ({ what }) => {
		/** @type {HTMLElement | null} */ (document.activeElement)?.blur(); // so that the next key is the step that is due
		return session.consoleCommand({ do: "call", args: { what } });
	};
	return html`<section aria-label=${phrase("deal.irregularities")}>
		<h2>${phrase("deal.call_an_irregularity")}</h2>
		<ul class="calls">
			${here.layout.calls.map(
				(it) =>
					html`<li>
						<button class="second" onClick=${() => call(it)}>${capitalize(it.what)}</button>
						<div>
							${capitalize(it.means)}.${" "}
							<${Consequences} here=${here} clauses=${it.clauses} />
						</div>
					</li>`,
			)}
		</ul>
		<${SmallForm}
			does="words"
			fields=${[["what", phrase("deal.something_else_in_words_the")]]}
			text=${phrase("deal.call")}
			act=${call}
		/>
		${here.layout.reports.length > 0 && html`<h3>${phrase("deal.report_what_was_seen")}</h3>`}
		${here.layout.reports.map((it) => html`<${Report} key=${it.what} here=${here} schema=${schemas.report} it=${it} />`)}
	</section>`;
}

/**
 * A report of real cards: what it asks for, and the first words of the clauses that say what it leads to.
 * @param {{ here: TableState, schema: CommandSchema, it: ReportForm }} props
 */
const Report = ({ here, schema, it }) =>
	html`<details class="report">
		<summary><strong>${capitalize(it.what)}</strong>: ${it.means}</summary>
		<${Consequences} here=${here} clauses=${it.clauses} />
		<${CommandForm}
			schema=${schema}
			seats=${here.message.view.seats}
			act=${session.consoleCommand}
			busy=${here.busy}
			faces=${here.layout.deck.faces}
			report=${it}
		/>
	</details>`;

/**
 * The clauses on what an irregularity leads to, with the first words of what each asks.
 * @param {{ here: TableState, clauses: string[] }} props
 */
const Consequences = ({ here, clauses }) =>
	!clauses.length
		? html`<p class="note">${phrase("deal.the_floor_rules")}</p>`
		: html`<ul class="consequences">${clauses.map((id) => {
				const found = here.rules?.clauses.find((it) => it.id === id);
				return html`<li key=${id}>${citations(here, [id])} ${found && firstWords(found.says)}</li>`;
			})}</ul>`;

/** @param {{ here: TableState, schemas: Record<string, CommandSchema>, role: string }} props */
function OtherCommands({ here, schemas, role }) {
	const also = Object.values(schemas).filter(
		(it) =>
			it["x-given-by"]?.includes(role) &&
			!["call", "report"].includes(it.title) &&
			it.title !== here.message.view.due.do &&
			!/due|waits/.test(it.description) &&
			(role === "floor" || it.title === "idle"),
	);
	return html`<details class="others">
		<summary>
			${markup("deal.what_else_may_do", {
				role: role === "floor" ? phrase("common.the_floor") : phrase("deal.a_dealer"),
			})}
		</summary>
		${also.map(
			(it) =>
				html`<section key=${it.title}>
					<h3>${capitalize(it.title)}</h3>
					<p class="note">${it.description}</p>
					<${CommandForm}
						schema=${it}
						seats=${here.message.view.seats}
						act=${session.consoleCommand}
						busy=${here.busy}
						faces=${here.layout.deck.faces}
					/>
				</section>`,
		)}
	</details>`;
}

/** @param {{ all: State }} props */
function ChooseTable({ all }) {
	/** @type {OpenTable[]} */
	const tables = all.screens.deal?.tables || [];
	const mine = tables.filter((it) => mayAt(all.me, "relieve", it.table));
	return html`<${StaffScreen}
		all=${all}
		title=${phrase("deal.deal")}
		action="relieve"
		who=${phrase("deal.dealers_and_floors_of_the")}
	>
		${
			mine.length === 0
				? html`<${Note} of="note.no_table" as="empty" />`
				: html`<ul class="tables">
					${mine.map(
						(it) =>
							html`<li class="entry">
								<h2>${it.title}</h2>
								<p class="facts">
									${markup("deal.round_seats_taken", {
										table: it.table,
										round: it.round,
										phase: phaseText(it.phase),
										taken: joinWords(it.taken.map(String)) || phrase("common.none"),
									})}
								</p>
								<p class="ways"><a class="first" href=${`/deal/${it.table}`}>${phrase("common.open_the_console")}</a></p>
							</li>`,
					)}
				</ul>`
		}
	<//>`;
}

/** @param {{ all: State }} props */
export function Screen({ all }) {
	const here = all.table;
	useKeys((event) => {
		if (event.key !== "Enter" || targetOf(event).closest("input, select, textarea, button, a, summary, dialog")) return;
		/** @type {HTMLFormElement | null} */ (document.querySelector(".mine-now form.command"))?.requestSubmit();
	});
	const schemas = all.screens.deal?.schemas;
	if (!here || !schemas || !may(all.me, "relieve")) return html`<${ChooseTable} all=${all} />`;
	if (!here.layout || !here.message || !here.scene)
		return html`<main class="loading"><p>${phrase("common.the_table_is_being_set")}</p></main>`;
	const role = speaksAs(all.me);
	const { view } = here.message;
	const { due } = view;
	const { duty } = all.screens.deal;
	const mine = due.who === role && (role !== "dealer" || duty.you);
	const prompt = mine
		? phrase("deal.is_due_enter_does_it", { what: capitalize(due.do) })
		: phrase("deal.the_table_waits_for_2", { due: waitedFor(due), what: due.do });
	return html`<main class="at-table console">
		<div class="table-head">
			<h1>${here.layout.title} <small>${markup("deal.as_the_of", { role, name: here.name })}</small></h1>
			<p class="note">
				${markup("deal.round_cards_undealt", {
					round: view.round,
					phase: phaseText(view.phase),
					undealt: view.undealt,
					what: Object.entries(view.devices).map(([device, is]) => `, ${device} ${is}`),
				})}
			</p>
			<button class="quiet" onClick=${() => navigate("/deal")}>${phrase("common.other_tables")}</button>
		</div>
		<${ConnectionStatus} status=${here.status} />
		<div class="play">
			<${TableView} all=${all} table=${{ ...here, may: prompt }} dealers=${true} />
			<div class="foot desk">
				<${Duty} name=${here.name} duty=${duty} role=${role} />
				<${DueStep} here=${here} schemas=${schemas} mine=${mine} />
				<${Calls} here=${here} schemas=${schemas} />
				<${OtherCommands} here=${here} schemas=${schemas} role=${role} />
			</div>
		</div>
		<${SidePanel} table=${here} actions=${tableActions} part=${null} />
	</main>`;
}
