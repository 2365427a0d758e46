// Surveillance: rounds, sessions to export, significant events, and where the record stands.

import {
	amountClass,
	announce,
	attempt,
	countText,
	DataTable,
	download,
	formatTime,
	get,
	html,
	Loading,
	loadMe,
	markup,
	may,
	money,
	Note,
	phrase,
	post,
	request,
	StaffScreen,
	signedMoney,
	state,
	updateScreen,
} from "../index.js";
import { SmallForm } from "../table/controls/forms.js";
import { loadLists, RecallForm } from "./recall_form.js";

/**
 * @import { Chain, FieldSpec, Filled, HandPlayed, Hole, RoundListed, SessionListed, SignificantEvent, State,
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
	announce(phrase("surveillance.is_exported_that_it_was", { session }));
}

/**
 * @param {{
 *   mine: SurveillanceState,
 *   name: "rounds" | "sessions" | "noted",
 *   heads: string[],
 *   row: (it: any) => Hole[],
 *   one: "round" | "session" | "event",
 *   none: string,
 * }} props
 */
function List({ mine, name, heads, row, one, none }) {
	const list = mine[name];
	if (!list) return html`<${Loading} />`;
	return html`
		<p class="note" role="status">
			${countText(list.found.length, one)}${list.after ? phrase("surveillance.and_more") : ""}
		</p>
		<${DataTable} label=${phrase(`surveillance.found_${one}`)} heads=${heads} rows=${list.found.map(row)} none=${none} />
		${
			list.after
				? html`<p class="row">
					<button class="second" onClick=${() => attempt(() => loadList(name, list.query, list.after))}>
						${phrase(`surveillance.earlier_${one}`)}
					</button>
				</p>`
				: ""
		}
	`;
}

/** @param {HandPlayed} it */
const handText = (it) =>
	html`<span class="handline">
		${markup("common.seat", { seat: it.seat, name: it.name })}${" "}
		<button
			class="cite"
			title=${phrase("surveillance.rounds_of_this_person")}
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
	html`<a href=${`/rounds/${it.session}/${it.round}`}>
		${markup("common.round_2", {
			round: it.round,
			void: it.void ? phrase("common.void") : "",
		})}
	</a>`,
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
	it.closed ? formatTime(it.closed) : phrase("surveillance.open"),
	it.rounds,
];
/**
 * @param {SignificantEvent} it
 * @returns {Hole[]}
 */
const notedRow = (it) => [
	formatTime(it.at),
	it.name || it.by.slice(0, 8) || phrase("surveillance.the_house"),
	it.what,
	Object.entries(it.says)
		.filter(([name]) => !["what", "round"].includes(name))
		.map(([name, value]) => `${name}: ${typeof value === "object" ? JSON.stringify(value) : value}`)
		.join("; "),
	it.says.session && it.says.round
		? html`<a href=${`/rounds/${it.says.session}/${it.says.round}`}>
			${markup("common.round_3", {
				round: it.says.round,
			})}
		</a>`
		: "",
];
/** @param {boolean} is */
const standsText = (is) =>
	is
		? html`<span class="won">${phrase("surveillance.stands")}</span>`
		: html`<strong class="down">${phrase("surveillance.does_not_stand")}</strong>`;

/** @param {{ chain: Chain }} props */
function Record({ chain }) {
	const { streams, log } = chain;
	return html`<section aria-label=${phrase("surveillance.the_record")}>
		<h2>${phrase("surveillance.where_the_record_stands")}</h2>
		<${Note} of="note.chain" />
		<${DataTable}
			label=${phrase("surveillance.chains")}
			heads=${[
				phrase("surveillance.stream"),
				phrase("surveillance.rows"),
				phrase("surveillance.last"),
				phrase("surveillance.its_end"),
			]}
			rows=${streams.map((it) => [it.stream, it.seq, formatTime(it.at), standsText(it.stands)])}
			none=${phrase("surveillance.nothing_is_on_record_yet")}
		/>
		${
			log
				? html`
					<p>
						${markup("surveillance.the_log_of_waiting_for", {
							origin: log.origin,
							rounds: countText(log.rounds, "round"),
							waiting: log.waiting,
							stands: standsText(log.stands),
							at: log.at ? phrase("surveillance.signed", { log: formatTime(log.at) }) : "",
						})}
					</p>
					${
						log.checkpoint &&
						html`<pre class="note-text" tabindex="0" aria-label=${phrase("surveillance.the_last_checkpoint")}>
							${log.checkpoint}
						</pre>`
					}
				`
				: html`<${Note} of="note.no_log" as="empty" />`
		}
	</section>`;
}

/** @type {FieldSpec[]} */
const EVENT_FIELDS = [
	["what", phrase("common.what"), { maxlength: 100, placeholder: phrase("surveillance.correction") }],
	["table", phrase("common.table"), { maxlength: 64 }],
	["person", phrase("surveillance.person_by_id"), { maxlength: 64 }],
];

/** @param {{ all: State }} props */
export function Screen({ all }) {
	/** @type {SurveillanceState} */
	const mine = all.screens.surveillance || {};
	const sessions = mine.sessions?.found || [];
	return html`
		<${StaffScreen}
			all=${all}
			title=${phrase("surveillance.surveillance")}
			action="chain"
			who=${phrase("surveillance.auditors_and_managers_of_the")}
		>
			<section class="recall" aria-label=${phrase("surveillance.rounds")}>
				<h2>${phrase("surveillance.rounds")}</h2>
				<${RecallForm} mine=${mine} act=${search("rounds")} />
				<${List}
					mine=${mine}
					name="rounds"
					one="round"
					heads=${[phrase("common.when"), phrase("common.table"), phrase("common.round"), phrase("surveillance.hands")]}
					row=${roundRow}
					none=${phrase("surveillance.no_round_is_found_by")}
				/>
			</section>
			<section aria-label=${phrase("surveillance.sessions")}>
				<h2>${phrase("surveillance.sessions")}</h2>
				<${List}
					mine=${mine}
					name="sessions"
					one="session"
					heads=${[
						phrase("common.table"),
						phrase("common.rulebook"),
						phrase("surveillance.opened"),
						phrase("surveillance.closed"),
						phrase("common.rounds"),
					]}
					row=${sessionRow}
					none=${phrase("surveillance.no_table_was_opened_yet")}
				/>
				${
					sessions.length > 0 &&
					html`
						<h3>${phrase("surveillance.export_a_recording")}</h3>
						<${Note} of="note.export" />
						<${SmallForm}
							fields=${[
								["session", phrase("common.session"), { options: sessions.map((it) => [it.session, it.session]) }],
								["round", phrase("surveillance.up_to_round_empty_is"), { required: false, pattern: "[0-9]*" }],
								["reason", phrase("surveillance.why"), { maxlength: 500 }],
							]}
							text=${phrase("surveillance.export")}
							act=${exportSession}
						/>
					`
				}
			</section>
			<section aria-label=${phrase("surveillance.significant_events")}>
				<h2>${phrase("surveillance.significant_events")}</h2>
				<${SmallForm}
					fields=${EVENT_FIELDS}
					text=${phrase("surveillance.find_events")}
					act=${search("noted")}
					keep=${true}
				/>
				<${List}
					mine=${mine}
					name="noted"
					one="event"
					heads=${[
						phrase("common.when"),
						phrase("surveillance.who"),
						phrase("common.what"),
						phrase("surveillance.about"),
						phrase("common.round"),
					]}
					row=${notedRow}
					none=${phrase("surveillance.nothing_of_that_kind_has")}
				/>
			</section>
			${mine.chain && html`<${Record} chain=${mine.chain} />`}
		<//>
	`;
}
