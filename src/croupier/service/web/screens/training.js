// Learning to deal: a drill in which the trainee deals every step and things go wrong unannounced, and a report.

import {
	announce,
	attempt,
	capitalize,
	countText,
	DataTable,
	ensureGuest,
	formatTime,
	get,
	html,
	Loading,
	markup,
	may,
	Note,
	oneTo,
	phrase,
	post,
	problemText,
	put,
	remove,
	ShareableAddress,
	state,
	updateScreen,
} from "../index.js";
import { SmallForm } from "../table/controls/forms.js";
import { eventText, narrationContext } from "../table/narration.js";
import { applyEvent, reconcile, sceneOfView } from "../table/scene.js";
import { Citations } from "../table/side_panel.js";
import { TableView } from "../table/text_view.js";

/** @import { DrillChoice, FieldSpec, Filled, LessonReport, State, TrainingState } from "../types.js" */

const RATES = [
	[0, phrase("training.never")],
	[20, phrase("training.in_one_round_of_five")],
	[50, phrase("training.in_every_other_round")],
	[100, phrase("training.in_every_round")],
];
/** @returns {TrainingState} */
const trainingState = () => state().screens.training;

export async function open() {
	updateScreen("training", { lesson: null, report: null, rulebooks: [], ways: [], set: null, done: "", log: [] });
	const { lesson, set } = state().me ? await get("/training") : {};
	const { rulebooks } = await get("/rulebooks");
	const drill = {
		rulebook: rulebooks[0].id,
		seats: 2,
		trouble: 20,
		others: "",
		...(set && drillFields(set.drill)),
		...Object.fromEntries(new URLSearchParams(location.search)),
	};
	updateScreen("training", { rulebooks, drill, set });
	showLesson(lesson);
	await loadDealingWays(drill.rulebook);
}

/** @param {string} rulebook */
async function loadDealingWays(rulebook) {
	const { options } = await get(`/rulebooks/${rulebook}`);
	const ways = options.dealing?.values || {};
	const { dealing, ...drill } = trainingState().drill;
	updateScreen("training", {
		ways: Object.entries(ways),
		drill: { ...drill, rulebook, ...(dealing && ways[dealing] ? { dealing } : {}) },
	});
}

/** @param {{ target: HTMLSelectElement }} event */
function pickField({ target: { name, value } }) {
	if (name === "rulebook") attempt(() => loadDealingWays(value));
	else updateScreen("training", { drill: { ...trainingState().drill, [name]: value } });
}

/**
 * A drill as the house takes it.
 * @param {DrillChoice} drill
 */
function drillBody({ rulebook, dealing, seats, trouble, others }) {
	const options = Object.fromEntries(
		others
			.split(/[\s,]+/)
			.filter(Boolean)
			.map((it) => it.split("=")),
	);
	return {
		rulebook,
		seats: Number(seats),
		trouble: Number(trouble),
		options: { ...(dealing ? { dealing } : {}), ...options },
	};
}
/**
 * A drill as the fields have it.
 * @param {Record<string, any>} drill
 * @returns {DrillChoice}
 */
const drillFields = ({ options: { dealing, ...others }, ...drill }) => ({
	.../** @type {DrillChoice} */ (drill),
	dealing,
	others: Object.entries(others)
		.map((it) => it.join("="))
		.join(" "),
});

/** @param {Filled} given */
async function setDrillFor({ login }) {
	await put(`/training/drills/${encodeURIComponent(login)}`, drillBody(trainingState().drill));
	updateScreen("training", { done: phrase("training.the_drill_is_set_for", { login }) });
}

/**
 * The address of a drill, which can be given to others.
 * @param {DrillChoice} drill
 */
const drillAddress = (drill) =>
	`/training?${new URLSearchParams(Object.entries(drill).map(([name, value]) => [name, String(value)]))}`;

/**
 * Show the lesson as the house tells it.
 * @param {TrainingState["lesson"] | undefined} lesson
 */
function showLesson(lesson) {
	if (!lesson) return;
	const message = { view: lesson.view, yours: [], open: [], programs: [] };
	const about = narrationContext(lesson.layout, message);
	const before = trainingState().scene || sceneOfView(lesson.view);
	const scene = lesson.events.reduce(
		(seen, event) => applyEvent(seen, event, lesson.layout.deck.order, lesson.view),
		before,
	);
	const texts = lesson.events.map((event) => eventText(event, about)).filter(Boolean);
	const wrong = lesson.wrong && problemText({ ...lesson.wrong, message: lesson.wrong.why });
	[wrong ? phrase("training.wrong", { wrong }) : "", ...texts].forEach(announce);
	updateScreen("training", {
		lesson,
		message,
		wrong,
		report: null,
		scene: reconcile(scene, lesson.view),
		log: [...trainingState().log, ...texts.map((text) => ({ text }))].slice(-200),
	});
}

/** @param {DrillChoice} drill */
async function begin(drill) {
	await ensureGuest();
	history.replaceState(null, "", drillAddress(drill));
	updateScreen("training", { scene: null, set: null, log: [] });
	showLesson(await post("/training", drillBody(drill)));
}

let asking = false; // one step at a time

/**
 * @param {"steps" | "rounds"} path
 * @param {{ do: string }} [more]
 */
async function postStep(path, more) {
	if (asking) return;
	asking = true;
	try {
		await attempt(async () => showLesson(await post(`/training/${path}`, { at: trainingState().lesson?.at, ...more })));
	} finally {
		asking = false;
	}
}

/** @param {string} name */
const step = (name) => postStep("steps", { do: name });
const nextRound = () => postStep("rounds");
const end = () =>
	attempt(async () => updateScreen("training", { report: await remove("/training"), lesson: null, scene: null }));

/** @param {{ here: TrainingState, me: State["me"] }} props */
function Drill({ here, me }) {
	const { drill, set, done } = here;
	/** @type {FieldSpec[]} */
	const specs = [
		[
			"rulebook",
			phrase("common.rulebook"),
			{ value: drill.rulebook, options: here.rulebooks.map((it) => [it.id, `${it.title}, ${it.jurisdiction}`]) },
		],
		["dealing", phrase("training.way_of_dealing"), { value: drill.dealing, options: here.ways }],
		["seats", phrase("training.players"), { value: drill.seats, options: oneTo(6).map((it) => [it, it]) }],
		["trouble", phrase("training.something_goes_wrong"), { value: drill.trouble, options: RATES }],
		[
			"others",
			phrase("training.other_options_of_the_table"),
			{ value: drill.others, required: false, placeholder: "NAME=VALUE" },
		],
	];
	const fields = specs.map(([name, label, more]) => [name, label, { ...more, onChange: pickField }]);
	return html`<section aria-label=${phrase("training.drill")}>
		<h2>${phrase("training.pick_a_drill")}</h2>
		<${Note} of="note.drill" />
		${
			set &&
			html`<p class="done" role="status">
			${markup("training.has_set_you_this_drill", {
				by: set.by,
				set: formatTime(set.at),
			})}
		</p>`
		}
		<${SmallForm} fields=${fields} text=${phrase("training.begin")} act=${begin} kind="first" />
		<p class="note">
			${phrase("training.for_somebody_else_to_begin")} <${ShareableAddress} path=${drillAddress(drill)} />
		</p>
		${
			may(me, "set drill") &&
			html`
				<${SmallForm}
					fields=${[["login", phrase("training.or_set_it_for_somebody")]]}
					text=${phrase("training.set_the_drill")}
					act=${setDrillFor}
				/>
				<p class="done" role="status">${done}</p>
			`
		}
	</section>`;
}

/**
 * @param {string} rulebook
 * @param {string[]} clauses
 */
const citations = (rulebook, clauses) => html`<${Citations} layout=${{ rulebook, short: "" }} clauses=${clauses} />`;

/** @param {{ report: LessonReport }} props */
function Report({ report }) {
	const { rulebook, faults } = report;
	return html`<section aria-label=${phrase("training.report")}>
		<h2>${phrase("training.how_it_went_dealt", { rounds: countText(report.rounds, "round") })}</h2>
		<${DataTable}
			label=${phrase("training.by_clause")}
			heads=${[
				phrase("training.clause"),
				phrase("training.done"),
				phrase("training.wrong_2"),
				phrase("training.missed"),
				phrase("training.seconds"),
			]}
			rows=${report.clauses.map((it) => [
				it.clause ? html`${citations(rulebook, [it.clause])} ${it.asks}` : phrase("common.none"),
				it.done,
				it.wrong,
				it.missed,
				(it.milliseconds / 1000).toFixed(1),
			])}
			none=${phrase("training.nothing_was_done_yet")}
		/>
		${
			faults.length
				? html`<ul class="faults">
					${faults.map(
						(it) =>
							html`<li>
								<strong class="down">${capitalize(it.result)}</strong>:${" "}
								${it.what}${it.times > 1 ? phrase("training.times", { times: it.times }) : ""}${citations(rulebook, it.clauses)}
							</li>`,
					)}
				</ul>`
				: html`<p class="won">${phrase("training.nothing_was_missed_or_done")}</p>`
		}
		${report.open && html`<p>${markup("training.the_round_was_left_open", { open: report.open })}</p>`}
	</section>`;
}

/** @param {{ all: State, here: TrainingState }} props */
function Lesson({ all, here }) {
	const { wrong, log } = here;
	const lesson = /** @type {NonNullable<TrainingState["lesson"]>} */ (here.lesson);
	const { layout, due, report, over, view } = lesson;
	const table = {
		layout,
		message: here.message,
		scene: here.scene,
		log,
		draft: {},
		busy: "",
		may: over
			? phrase("training.the_round_is_over_go")
			: phrase("training.one_of_these_is_due", { steps: lesson.steps.join(", ") }),
	};
	return html`<main class="at-table console">
		<div class="table-head">
			<h1>${layout.title} <small>${phrase("training.a_lesson")}</small></h1>
			<p class="note">${markup("training.round_cards_undealt", { round: view.round, undealt: view.undealt })}</p>
			<button class="second" onClick=${end}>${phrase("training.end_the_lesson")}</button>
		</div>
		<div class="play">
			<${TableView} all=${all} table=${table} dealers=${true} />
			<div class="foot desk">
				${wrong && html`<p class="pending">${wrong}</p>`}
				${
					over
						? html`<p>
							${phrase("training.the_round_is_over")}
						</p><button class="first next" onClick=${nextRound}>${phrase("training.next_round")}</button>`
						: html`
							<h2>${phrase("training.what_do_you_do")}</h2>
							<div class="lesson-steps">
								${lesson.steps.map(
									(it) =>
										html`<button key=${it} class="second" data-step=${it} onClick=${() => step(it)}>
											${capitalize(it)}
										</button>`,
								)}
							</div>
							<details key=${lesson.at} data-due=${lesson.at}>
								<summary>${phrase("training.what_is_due")}</summary>
								<p><strong>${capitalize(due?.do ?? "")}</strong>${citations(layout.rulebook, due?.clauses ?? [])}</p>
								${due?.by_hand.map((it) => html`<p class="says">${it.says}${citations(layout.rulebook, it.clauses)}</p>`)}
							</details>
						`
				}
				<details><summary>${phrase("training.how_it_goes")}</summary><${Report} report=${report} /></details>
			</div>
		</div>
		<aside class="side">
			<ol class="log beside" reversed tabindex="0" aria-label=${phrase("training.what_happened")}>
				${log.toReversed().map((it, at) => html`<li key=${log.length - at}>${it.text}</li>`)}
			</ol>
		</aside>
	</main>`;
}

/** @param {{ all: State }} props */
export function Screen({ all }) {
	const here = all.screens.training;
	if (here?.lesson) return html`<${Lesson} all=${all} here=${here} />`;
	return html`<main class="reading">
		<h1>${phrase("training.learn_to_deal")}</h1>
		${here?.report && html`<${Report} report=${here.report} />`}
		${here?.ways.length ? html`<${Drill} here=${here} me=${all.me} />` : html`<${Loading} />`}
	</main>`;
}
