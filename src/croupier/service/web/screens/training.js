// Learning to deal: a drill in which the trainee deals every step and things go wrong unannounced, and a report.

import {
	announce,
	attempt,
	capitalize,
	countText,
	DataTable,
	ensureGuest,
	FromTemplate,
	formatTime,
	get,
	html,
	Loading,
	may,
	oneTo,
	post,
	problemText,
	put,
	remove,
	ShareableAddress,
	state,
	updateScreen,
} from "../index.js";
import { SmallForm } from "../table/forms.js";
import { eventText, narrationContext } from "../table/narration.js";
import { applyEvent, reconcile, sceneOfView } from "../table/scene.js";
import { Citations } from "../table/side_panel.js";
import { TableView } from "../table/text_view.js";

/** @import { DrillChoice, FieldSpec, Filled, LessonReport, State, TrainingState } from "../types.js" */

const RATES = [
	[0, "never"],
	[20, "in one round of five"],
	[50, "in every other round"],
	[100, "in every round"],
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
	updateScreen("training", { done: `The drill is set for ${login}.` });
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
	[wrong ? `Wrong: ${wrong}` : "", ...texts].forEach(announce);
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
			"Rulebook",
			{ value: drill.rulebook, options: here.rulebooks.map((it) => [it.id, `${it.title}, ${it.jurisdiction}`]) },
		],
		["dealing", "Way of dealing", { value: drill.dealing, options: here.ways }],
		["seats", "Players", { value: drill.seats, options: oneTo(6).map((it) => [it, it]) }],
		["trouble", "Something goes wrong", { value: drill.trouble, options: RATES }],
		["others", "Other options of the table", { value: drill.others, required: false, placeholder: "NAME=VALUE" }],
	];
	const fields = specs.map(([name, label, more]) => [name, label, { ...more, onChange: pickField }]);
	return html`<section aria-label="Drill">
		<h2>Pick a drill</h2>
		<${FromTemplate} id="drill-note" />
		${set && html`<p class="done" role="status">${set.by} has set you this drill, ${formatTime(set.at)}.</p>`}
		<${SmallForm} fields=${fields} text="Begin" act=${begin} kind="first" />
		<p class="note">For somebody else to begin: <${ShareableAddress} path=${drillAddress(drill)} /></p>
		${
			may(me, "set drill") &&
			html`
				<${SmallForm}
					fields=${[["login", "Or set it for somebody who works here, by login"]]}
					text="Set the drill"
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
	return html`<section aria-label="Report">
		<h2>How it went: ${countText(report.rounds, "round")} dealt</h2>
		<${DataTable}
			label="By clause"
			heads=${["Clause", "#Done", "#Wrong", "#Missed", "#Seconds"]}
			rows=${report.clauses.map((it) => [
				it.clause ? html`${citations(rulebook, [it.clause])} ${it.asks}` : "none",
				it.done,
				it.wrong,
				it.missed,
				(it.milliseconds / 1000).toFixed(1),
			])}
			none="Nothing was done yet."
		/>
		${
			faults.length
				? html`<ul class="faults">
					${faults.map(
						(it) =>
							html`<li>
								<strong class="down">${capitalize(it.result)}</strong>:
								${it.what}${it.times > 1 ? `, ${it.times} times` : ""}${citations(rulebook, it.clauses)}
							</li>`,
					)}
				</ul>`
				: html`<p class="won">Nothing was missed or done wrongly.</p>`
		}
		${report.open && html`<p>The round was left open: ${report.open} is due.</p>`}
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
		may: over ? "The round is over; go on to the next." : `One of these is due: ${lesson.steps.join(", ")}.`,
	};
	return html`<main class="at-table console">
		<div class="table-head">
			<h1>${layout.title} <small>a lesson</small></h1>
			<p class="note">Round ${view.round}, ${view.undealt} cards undealt</p>
			<button class="second" onClick=${end}>End the lesson</button>
		</div>
		<div class="play">
			<${TableView} all=${all} table=${table} dealers=${true} />
			<div class="foot desk">
				${wrong && html`<p class="pending">${wrong}</p>`}
				${
					over
						? html`<p>The round is over.</p><button class="first next" onClick=${nextRound}>Next round</button>`
						: html`
							<h2>What do you do?</h2>
							<div class="lesson-steps">
								${lesson.steps.map(
									(it) =>
										html`<button key=${it} class="second" data-step=${it} onClick=${() => step(it)}>
											${capitalize(it)}
										</button>`,
								)}
							</div>
							<details key=${lesson.at} data-due=${lesson.at}>
								<summary>What is due?</summary>
								<p><strong>${capitalize(due?.do ?? "")}</strong>${citations(layout.rulebook, due?.clauses ?? [])}</p>
								${due?.by_hand.map((it) => html`<p class="says">${it.says}${citations(layout.rulebook, it.clauses)}</p>`)}
							</details>
						`
				}
				<details><summary>How it goes</summary><${Report} report=${report} /></details>
			</div>
		</div>
		<aside class="side">
			<ol class="log beside" reversed tabindex="0" aria-label="What happened">
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
		<h1>Learn to deal</h1>
		${here?.report && html`<${Report} report=${here.report} />`}
		${here?.ways.length ? html`<${Drill} here=${here} me=${all.me} />` : html`<${Loading} />`}
	</main>`;
}
