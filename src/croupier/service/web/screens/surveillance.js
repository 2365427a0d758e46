// Surveillance: rounds, sessions to export, significant events, and where the record stands.

import {
	amountClass,
	announce,
	attempt,
	countText,
	DataTable,
	download,
	FromTemplate,
	formatTime,
	get,
	html,
	Loading,
	loadMe,
	may,
	money,
	post,
	request,
	StaffScreen,
	signedMoney,
	state,
	updateScreen,
} from "../index.js";
import { SmallForm } from "../table/forms.js";
import { loadLists, RecallForm } from "./recall_form.js";

/**
 * @import { Chain, Filled, HandPlayed, Hole, RoundListed, SessionListed, SignificantEvent, State,
 *   SurveillanceState } from "../types.js"
 */

// The address of each list, and the name of its rows in the answer.
const LISTS = { rounds: ["/rounds", "rounds"], sessions: ["/sessions", "sessions"], noted: ["/significant", "events"] };
/** @type {("rounds" | "sessions" | "noted")[]} */
const LIST_NAMES = ["rounds", "sessions", "noted"];

export async function open() {
	updateScreen("surveillance", { rounds: null, sessions: null, noted: null, chain: null, lists: null });
	if (!(await loadMe(true)) || !may(state().me, "chain")) return;
	await Promise.all([
		...LIST_NAMES.map((name) => loadList(name, "")),
		loadLists(),
		get("/chain").then((chain) => updateScreen("surveillance", { chain })),
	]);
}

/**
 * Load a list by what is asked of it, or its next page.
 * @param {"rounds" | "sessions" | "noted"} name
 * @param {string} query
 * @param {string | number} [after]
 */
async function loadList(name, query, after) {
	const [path, part] = LISTS[name];
	const found = await request("GET", `${path}?most=20${query}${after ? `&after=${encodeURIComponent(after)}` : ""}`);
	const before = after ? state().screens.surveillance[name].found : [];
	updateScreen("surveillance", { [name]: { found: [...before, ...found[part]], after: found.after, query } });
}

/** @param {Filled} given */
const queryOf = (given) =>
	Object.entries(given)
		.filter(([, text]) => text.trim())
		.map(
			([name, text]) =>
				`&${name}=${encodeURIComponent(["since", "before"].includes(name) ? new Date(text).getTime() : text.trim())}`,
		)
		.join("");
/** @param {"rounds" | "sessions" | "noted"} name */
const search = (name) => (/** @type {Filled} */ given) => loadList(name, queryOf(given));

/** @param {Filled} given */
async function exportSession({ session, round, reason }) {
	download(
		`${session}.jsonl`,
		await post(`/sessions/${session}/export`, { reason, ...(round ? { round: Number(round) } : {}) }),
	);
	announce(`${session} is exported. That it was is on record.`);
}

/**
 * @param {{
 *   mine: SurveillanceState,
 *   name: "rounds" | "sessions" | "noted",
 *   heads: string[],
 *   row: (it: any) => Hole[],
 *   one: string,
 *   none: string,
 * }} props
 */
function List({ mine, name, heads, row, one, none }) {
	const list = mine[name];
	if (!list) return html`<${Loading} />`;
	return html`
		<p class="note" role="status">${countText(list.found.length, one)}${list.after ? " and more" : ""}</p>
		<${DataTable} label=${`Found: ${one}s`} heads=${heads} rows=${list.found.map(row)} none=${none} />
		${
			list.after
				? html`<p class="row">
					<button class="second" onClick=${() => attempt(() => loadList(name, list.query, list.after))}>
						Earlier ${one}s
					</button>
				</p>`
				: ""
		}
	`;
}

/** @param {HandPlayed} it */
const handText = (it) =>
	html`<span class="handline">
		Seat ${it.seat} ${it.name}${" "}
		<button
			class="cite"
			title="Rounds of this person"
			onClick=${() => attempt(() => loadList("rounds", `&person=${it.person}`))}
		>
			${it.person.slice(0, 8)}
		</button>${" "}
		${money(it.staked)} <b class=${amountClass(it.net)}>${signedMoney(it.net)}</b>
	</span>`;
/**
 * @param {RoundListed} it
 * @returns {Hole[]}
 */
const roundRow = (it) => [
	formatTime(it.at),
	html`${it.table}<br /><small>${it.session}</small>`,
	html`<a href=${`/rounds/${it.session}/${it.round}`}>Round ${it.round}${it.void ? ", void" : ""}</a>`,
	it.hands.map(handText),
];
/**
 * @param {SessionListed} it
 * @returns {Hole[]}
 */
const sessionRow = (it) => [
	html`${it.table}<br /><small>${it.session}</small>`,
	it.rulebook,
	formatTime(it.opened),
	it.closed ? formatTime(it.closed) : "open",
	it.rounds,
];
/**
 * @param {SignificantEvent} it
 * @returns {Hole[]}
 */
const notedRow = (it) => [
	formatTime(it.at),
	it.name || it.by.slice(0, 8) || "the house",
	it.what,
	Object.entries(it.says)
		.filter(([name]) => !["what", "round"].includes(name))
		.map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`)
		.join("; "),
	it.says.session && it.says.round
		? html`<a href=${`/rounds/${it.says.session}/${it.says.round}`}>Round ${it.says.round}</a>`
		: "",
];
/** @param {boolean} is */
const standsText = (is) =>
	is ? html`<span class="won">stands</span>` : html`<strong class="down">does not stand</strong>`;

/** @param {{ chain: Chain }} props */
function Record({ chain }) {
	const { streams, log } = chain;
	return html`<section aria-label="The record">
		<h2>Where the record stands</h2>
		<${FromTemplate} id="chain-note" />
		<${DataTable}
			label="Chains"
			heads=${["Stream", "#Rows", "Last", "Its end"]}
			rows=${streams.map((it) => [it.stream, it.seq, formatTime(it.at), standsText(it.stands)])}
			none="Nothing is on record yet."
		/>
		${
			log
				? html`
					<p>
						The log of ${log.origin}: ${countText(log.rounds, "round")}, ${log.waiting}${" "}
						waiting for the next checkpoint. The last one ${standsText(log.stands)}
						${log.at ? `, signed ${formatTime(log.at)}` : ""}.
					</p>
					${
						log.checkpoint &&
						html`<pre class="note-text" tabindex="0" aria-label="The last checkpoint">${log.checkpoint}</pre>`
					}
				`
				: html`<${FromTemplate} id="no-log" as="empty" />`
		}
	</section>`;
}

/** @param {{ all: State }} props */
export function Screen({ all }) {
	/** @type {SurveillanceState} */
	const mine = all.screens.surveillance || {};
	const sessions = mine.sessions?.found || [];
	return html`
		<${StaffScreen}
			all=${all}
			title="Surveillance"
			action="chain"
			who="Auditors and managers of the house look back here."
		>
			<section class="recall" aria-label="Rounds">
				<h2>Rounds</h2>
				<${RecallForm} mine=${mine} act=${search("rounds")} />
				<${List}
					mine=${mine}
					name="rounds"
					one="round"
					heads=${["When", "Table", "Round", "Hands"]}
					row=${roundRow}
					none="No round is found by that. Fewer conditions find more."
				/>
			</section>
			<section aria-label="Sessions">
				<h2>Sessions</h2>
				<${List}
					mine=${mine}
					name="sessions"
					one="session"
					heads=${["Table", "Rulebook", "Opened", "Closed", "#Rounds"]}
					row=${sessionRow}
					none="No table was opened yet."
				/>
				${
					sessions.length > 0 &&
					html`
						<h3>Export a recording</h3>
						<${FromTemplate} id="export-note" />
						<${SmallForm}
							fields=${[
								["session", "Session", { options: sessions.map((it) => [it.session, it.session]) }],
								["round", "Up to round; empty is all", { required: false, pattern: "[0-9]*" }],
								["reason", "Why", { maxlength: 500 }],
							]}
							text="Export"
							act=${exportSession}
						/>
					`
				}
			</section>
			<section aria-label="Significant events">
				<h2>Significant events</h2>
				<${SmallForm} from="event-fields" text="Find events" act=${search("noted")} keep=${true} />
				<${List}
					mine=${mine}
					name="noted"
					one="event"
					heads=${["When", "Who", "What", "About", "Round"]}
					row=${notedRow}
					none="Nothing of that kind has happened."
				/>
			</section>
			${mine.chain && html`<${Record} chain=${mine.chain} />`}
		<//>
	`;
}
