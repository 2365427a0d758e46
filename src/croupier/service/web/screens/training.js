// Learning to deal: a drill, every step by hand, things that go wrong unseen, a report.

import {
	html,
	Looking,
	Address,
	get,
	mayWork,
	post,
	put,
	remove,
	Listed,
	Note,
	comeIn,
	say,
	screen,
	state,
	trying,
	capital,
	many,
	moment,
	told,
	upTo,
} from "../kit.js";
import { Ask } from "../table/forms.js";
import { Cites } from "../table/side.js";
import { folded, laid, settled } from "../table/scene.js";
import { context, said } from "../table/telling.js";
import { Shown } from "../table/text.js";

const RATES = [
	[0, "never"],
	[20, "in one round of five"],
	[50, "in every other round"],
	[100, "in every round"],
];
const mine = () => state().screens.training;

export async function open() {
	screen("training", { lesson: null, report: null, rulebooks: [], ways: [], set: null, done: "", log: [] });
	const { lesson, set } = state().me ? await get("/training") : {};
	const { rulebooks } = await get("/rulebooks");
	const drill = {
		rulebook: rulebooks[0].id,
		seats: 2,
		trouble: 20,
		others: "",
		...(set && fieldsOf(set.drill)),
		...Object.fromEntries(new URLSearchParams(location.search)),
	};
	screen("training", { rulebooks, drill, set });
	hear(lesson);
	await waysOf(drill.rulebook);
}

async function waysOf(rulebook) {
	const { options } = await get(`/rulebooks/${rulebook}`);
	const ways = options.dealing?.values || {};
	const { dealing, ...drill } = mine().drill;
	screen("training", {
		ways: Object.entries(ways),
		drill: { ...drill, rulebook, ...(ways[dealing] ? { dealing } : {}) },
	});
}

function pick({ target: { name, value } }) {
	if (name === "rulebook") trying(() => waysOf(value));
	else screen("training", { drill: { ...mine().drill, [name]: value } });
}

// A drill as the house takes it, and as the fields have it.
function bodyOf({ rulebook, dealing, seats, trouble, others }) {
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
const fieldsOf = ({ options: { dealing, ...others }, ...drill }) => ({
	...drill,
	dealing,
	others: Object.entries(others)
		.map((it) => it.join("="))
		.join(" "),
});

async function setFor({ login }) {
	await put(`/training/drills/${encodeURIComponent(login)}`, bodyOf(mine().drill));
	screen("training", { done: `The drill is set for ${login}.` });
}

// A drill has an address, to be given to others.
const addressOf = (drill) => `/training?${new URLSearchParams(drill)}`;

// The lesson as the house tells it.
function hear(lesson) {
	if (!lesson) return;
	const message = { view: lesson.view, yours: [], open: [], programs: [] };
	const about = context(lesson.layout, message);
	const before = mine().scene || laid(lesson.view);
	const scene = lesson.events.reduce(
		(seen, event) => folded(seen, event, lesson.layout.deck.order, lesson.view),
		before,
	);
	const texts = lesson.events.map((event) => said(event, about)).filter(Boolean);
	const wrong = lesson.wrong && told({ ...lesson.wrong, message: lesson.wrong.why });
	[wrong ? `Wrong: ${wrong}` : "", ...texts].forEach(say);
	screen("training", {
		lesson,
		message,
		wrong,
		report: null,
		scene: settled(scene, lesson.view),
		log: [...mine().log, ...texts.map((text) => ({ text }))].slice(-200),
	});
}

async function begin(drill) {
	await comeIn();
	history.replaceState(null, "", addressOf(drill));
	screen("training", { scene: null, set: null, log: [] });
	hear(await post("/training", bodyOf(drill)));
}

let asking = false; // one step at a time

async function take(path, more) {
	if (asking) return;
	asking = true;
	try {
		await trying(async () => hear(await post(`/training/${path}`, { at: mine().lesson.at, ...more })));
	} finally {
		asking = false;
	}
}

const step = (name) => take("steps", { do: name });
const onward = () => take("rounds");
const end = () =>
	trying(async () => screen("training", { report: await remove("/training"), lesson: null, scene: null }));

function Drill({ here, me }) {
	const { drill, set, done } = here;
	const fields = [
		[
			"rulebook",
			"Rulebook",
			{ value: drill.rulebook, options: here.rulebooks.map((it) => [it.id, `${it.title}, ${it.jurisdiction}`]) },
		],
		["dealing", "Way of dealing", { value: drill.dealing, options: here.ways }],
		["seats", "Players", { value: drill.seats, options: upTo(6).map((it) => [it, it]) }],
		["trouble", "Something goes wrong", { value: drill.trouble, options: RATES }],
		["others", "Other options of the table", { value: drill.others, required: false, placeholder: "NAME=VALUE" }],
	].map(([name, label, more]) => [name, label, { ...more, onChange: pick }]);
	return html`<section aria-label="Drill">
		<h2>Pick a drill</h2>
		<${Note} id="drill-note" />
		${set && html`<p class="done" role="status">${set.by} has set you this drill, ${moment(set.at)}.</p>`}
		<${Ask} fields=${fields} text="Begin" act=${begin} kind="first" />
		<p class="note">For somebody else to begin: <${Address} path=${addressOf(drill)} /></p>
		${
			mayWork(me, ["floor", "manager"]) &&
			html`
				<${Ask}
					fields=${[["login", "Or set it for somebody who works here, by login"]]}
					text="Set the drill"
					act=${setFor}
				/>
				<p class="done" role="status">${done}</p>
			`
		}
	</section>`;
}

const cites = (rulebook, clauses) => html`<${Cites} layout=${{ rulebook, short: "" }} clauses=${clauses} />`;

function Report({ report }) {
	const { rulebook, faults } = report;
	return html`<section aria-label="Report">
		<h2>How it went: ${many(report.rounds, "round")} dealt</h2>
		<${Listed}
			label="By clause"
			heads=${["Clause", "#Done", "#Wrong", "#Missed", "#Seconds"]}
			rows=${report.clauses.map((it) => [
				it.clause ? cites(rulebook, [it.clause]) : "none",
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
								<strong class="down">${capital(it.result)}</strong>: ${it.what}${cites(rulebook, it.clauses)}
							</li>`,
					)}
				</ul>`
				: html`<p class="won">Nothing was missed or done wrongly.</p>`
		}
	</section>`;
}

function Lesson({ all, here }) {
	const { lesson, wrong, log } = here;
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
			<${Shown} all=${all} table=${table} />
			<div class="foot desk">
				${wrong && html`<p class="pending">${wrong}</p>`}
				${
					over
						? html`<p>The round is over.</p><button class="first next" onClick=${onward}>Next round</button>`
						: html`
							<h2>What do you do?</h2>
							<div class="lesson-steps">
								${lesson.steps.map(
									(it) =>
										html`<button key=${it} class="second" data-step=${it} onClick=${() => step(it)}>
											${capital(it)}
										</button>`,
								)}
							</div>
							<details key=${lesson.at} data-due=${lesson.at}>
								<summary>What is due?</summary>
								<p><strong>${capital(due.do)}</strong>${cites(layout.rulebook, due.clauses)}</p>
								${due.by_hand.map((it) => html`<p class="says">${it.says}${cites(layout.rulebook, it.clauses)}</p>`)}
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

export function Screen({ all }) {
	const here = all.screens.training;
	if (here?.lesson) return html`<${Lesson} all=${all} here=${here} />`;
	return html`<main class="reading">
		<h1>Learn to deal</h1>
		${here?.report && html`<${Report} report=${here.report} />`}
		${here?.ways.length ? html`<${Drill} here=${here} me=${all.me} />` : html`<${Looking} />`}
	</main>`;
}
