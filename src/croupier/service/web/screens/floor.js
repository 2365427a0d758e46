// The floor: all tables at a glance, what each of them earns, and orders to them.

import {
	announce,
	attempt,
	capitalize,
	DataTable,
	formatTime,
	get,
	html,
	INTERVENTIONS,
	Loading,
	loadMe,
	markup,
	may,
	mayAnywhere,
	mayAt,
	money,
	Note,
	newId,
	oneTo,
	parseAmount,
	phaseText,
	phrase,
	post,
	remove,
	StaffScreen,
	state,
	updateScreen,
} from "../index.js";
import { SmallForm } from "../table/controls/forms.js";

/** @import { ClosedTable, FieldSpec, Filled, Floor, FloorState, Hole, Me, State, TableFigures } from "../types.js" */

const REFRESH_INTERVAL = 4000; // milliseconds from one look to the next
const REFUSE = "refuse";
let timer = 0;

export async function open() {
	clearTimeout(timer);
	updateScreen("floor", { tables: null, done: "", refused: {} });
	const me = await loadMe(true);
	if (me && hasTables(me)) await refresh();
}

/**
 * True if this person looks over a table: one who is assigned to none has nothing to ask the house for.
 * @param {Me} me
 */
const hasTables = (me) => mayAnywhere(me, "figures") || (may(me, "figures") && me.assigned.length > 0);

async function refresh() {
	const [{ tables, closed }, figures] = await Promise.all([get("/floor"), get("/figures")]);
	/** @type {FloorState} */
	const { tables: before } = state().screens.floor;
	const waited = new Set((before || []).filter((it) => it.pending).map((it) => it.table));
	for (const it of tables)
		if (it.pending && !waited.has(it.table))
			announce(phrase("floor.waits_for_a_ruling", { table: it.table, pending: it.pending[1] }));
	updateScreen("floor", { tables, closed, figures });
	clearTimeout(timer);
	timer = setTimeout(() => state().route.screen === "floor" && attempt(refresh), REFRESH_INTERVAL);
}

// ---- orders

/**
 * An order is carried out now or after the round; then the floor is looked at again.
 * @param {Promise<any>} asked
 * @param {string} done
 */
async function carryOut(asked, done) {
	const told = await asked;
	const text = `${done}${told?.when === "after the round" ? phrase("floor.when_the_round_is_over") : ""}.`;
	announce(text);
	updateScreen("floor", { done: text });
	await refresh();
}

/** @param {{ ask: () => Promise<unknown>, done: string, then?: () => void, children?: Hole }} props */
const OrderButton = ({ ask, done, then, children }) =>
	html`<button class="second" onClick=${() => attempt(() => carryOut(ask(), done)).then(then)}>${children}</button>`;

/**
 * @param {string} table
 * @param {Filled} given
 */
function orderChips(table, { what, amount }) {
	const given = parseAmount(amount);
	return carryOut(
		post(`/tables/${table}/${what}`, { request: newId(), amount: given }),
		phrase(what === "fills" ? "floor.brought_to" : "floor.taken_from", { given: money(given), table }),
	);
}

/**
 * @param {string} table
 * @param {Floor["tables"][number]["seats"]} seats
 * @param {Filled} given
 */
function orderForSeat(table, seats, { seat, to, reason }) {
	const chosen = seats.find((it) => it.seat === Number(seat));
	const { person, name } = /** @type {typeof seats[number]} */ (chosen);
	if (to === REFUSE)
		return carryOut(
			post(`/tables/${table}/refused`, { person, reason }),
			phrase("floor.is_refused_at", { name, table }),
		);
	const [where, place] = to.split(" ");
	return carryOut(
		post(`/tables/${table}/seats/${seat}/move`, { person, table: where, seat: Number(place), reason }),
		phrase("floor.is_moved_to_seat_of", { name, place, where }),
	);
}

/** @param {string} table */
const loadRefused = (table) =>
	attempt(async () => {
		const { refused } = await get(`/tables/${table}/refused`);
		updateScreen("floor", { refused: { ...state().screens.floor.refused, [table]: refused } });
	});

/** @param {Floor["tables"][number][]} tables */
const freeSeatOptions = (tables) =>
	tables.flatMap((it) =>
		oneTo(it.places)
			.filter((seat) => !it.seats.some((one) => one.seat === seat))
			.map((seat) => [`${it.table} ${seat}`, phrase("floor.move_to_seat", { table: it.table, seat })]),
	);

/** @type {FieldSpec[]} */
const CHIPS_FIELDS = [
	[
		"what",
		phrase("floor.chips"),
		{
			options: [
				["fills", phrase("floor.fill_from_the_cage")],
				["credits", phrase("floor.credit_to_the_cage")],
			],
		},
	],
	["amount", phrase("common.amount"), { inputmode: "decimal" }],
];

/** @param {{ it: Floor["tables"][number], all: FloorState }} props */
function Orders({ it, all }) {
	const { table, dealer, seats } = it;
	const refused = all.refused[table] || [];
	const at = `/tables/${table}`;
	return html`<details onToggle=${(event) => event.target.open && loadRefused(table)}>
		<summary>${phrase("floor.orders")}</summary>
		<p class="row">
			${
				it.closing
					? html`<${OrderButton} ask=${() => remove(`${at}/close-after`)} done=${phrase("floor.stays_open", {
							table,
						})}>${phrase("floor.keep_it_open")}<//>`
					: html`<${OrderButton} ask=${() => post(`${at}/close-after`)} done=${phrase("floor.closes", {
							table,
						})}>${phrase("floor.close_after_this_round")}<//>`
			}
			${
				dealer &&
				html`<${OrderButton} ask=${() => remove(`${at}/dealer`)} done=${phrase("floor.is_relieved", { name: dealer.name })}>
					${markup("floor.relieve", { name: dealer.name })}
				<//>`
			}
		</p>
		<${SmallForm} fields=${CHIPS_FIELDS} text=${phrase("floor.order")} act=${(given) => orderChips(table, given)} />
		${
			seats.length > 0 &&
			html`
				<${SmallForm}
					fields=${[
						[
							"seat",
							phrase("floor.player"),
							{
								options: [
									["", phrase("common.choose")],
									...seats.map((one) => [one.seat, phrase("common.seat", { seat: one.seat, name: one.name })]),
								],
							},
						],
						[
							"to",
							phrase("common.what"),
							{ options: [...freeSeatOptions(all.tables ?? []), [REFUSE, phrase("floor.refuse_at_this_table")]] },
						],
						["reason", phrase("floor.why_the_player_is_told")],
					]}
					text=${phrase("floor.order")}
					act=${(given) => orderForSeat(table, seats, given).then(() => loadRefused(table))}
				/>
			`
		}
		${
			refused.length > 0 &&
			html`
				<h3>${phrase("floor.refused_here")}</h3>
				<ul class="rows">
					${refused.map(
						(one) =>
							html`<li key=${one.person}>
								<span>${one.name}: ${one.reason}<br /><small>${formatTime(one.at)}</small></span>
								<${OrderButton}
									ask=${() => remove(`${at}/refused/${one.person}`)}
									done=${phrase("floor.may_sit_down_again", { name: one.name })}
									then=${() => loadRefused(table)}
								>
									${phrase("floor.let_in")}
								<//>
							</li>`,
					)}
				</ul>
			`
		}
	</details>`;
}

// ---- at a glance

/** @param {string} text */
const warning = (text) => html`<strong class="down">${text}</strong>`;
/** @type {Record<string, string>} */
const AFTER_ROUND_TEXTS = {
	leave: phrase("floor.leaves"),
	move: phrase("floor.is_moved"),
	refuse: phrase("floor.is_refused"),
};

/** @param {{ it: Floor["tables"][number], all: FloorState, me: Me }} props */
function TableGlance({ it, all, me }) {
	const { due, dealer } = it;
	const failed = Object.entries(it.devices)
		.filter(([, is]) => is !== "working")
		.map(([device, is]) => `${device} ${is}`)
		.join(", ");
	const facts = [
		[phrase("common.round"), `${it.round}, ${phaseText(it.phase)}`],
		[
			phrase("floor.due"),
			due.do === "show" && !it.seats.length
				? phrase("floor.a_player")
				: `${capitalize(due.who)}${due.seat ? phrase("common.at_seat", { seat: due.seat }) : ""}: ${due.do}`,
		],
		[
			phrase("common.dealer"),
			dealer
				? phrase("floor.since", { name: dealer.name, since: formatTime(dealer.since) })
				: it.dealt_by === "a dealer"
					? warning(phrase("floor.nobody_is_signed_on"))
					: it.dealt_by,
		],
		[phrase("floor.decks"), it.decks.map((deck) => `${deck.back} ${deck.status}`).join(", ") || phrase("common.none")],
		[phrase("floor.devices"), failed ? warning(failed) : phrase("floor.working")],
	];
	const mine = mayAt(me, "close after", it.table);
	return html`<li class=${`glance ${it.pending ? "waits" : ""}`}>
		<h2>${it.title} <small>${it.table}</small></h2>
		${
			it.pending &&
			html`<p class="pending">
			${markup("floor.waits_for_a_ruling_2", {
				pending: it.pending[1] || it.pending[0],
			})}
		</p>`
		}
		${it.closing && html`<p class="pending">${phrase("floor.closes_after_this_round")}</p>`}
		<dl>${facts.map(([name, is]) => html`<div><dt>${name}</dt><dd>${is}</dd></div>`)}</dl>
		${
			it.seats.length
				? html`<ul class="seated" aria-label=${phrase("floor.players_at", { table: it.table })}>
					${it.seats.map(
						(seat) =>
							html`<li key=${seat.seat} class=${seat.away ? "away" : ""}>
								${seat.seat} ${seat.name}${seat.program ? phrase("floor.a_program") : ""}
								${seat.away ? warning(phrase("floor.away")) : ""}
								${
									seat.after
										? phrase("floor.after_the_round", {
												more: AFTER_ROUND_TEXTS[seat.after] || seat.after,
											})
										: ""
								}${" "}
								<span>${money(seat.bankroll)}${
									seat.staked
										? phrase("floor.on_the_layout", {
												staked: money(seat.staked),
											})
										: ""
								}</span>
							</li>`,
					)}
				</ul>`
				: html`<p class="empty">${phrase("floor.nobody_sits_here")}</p>`
		}
		${
			mine &&
			html`
				<p class="row">
					<a class=${it.pending ? "first" : "second"} href=${`/deal/${it.table}`}>
						${it.pending ? phrase("floor.rule") : phrase("common.open_the_console")}
					</a>
				</p>
				<${Orders} it=${it} all=${all} />
			`
		}
	</li>`;
}

const COLUMNS = /** @type {const} */ (["drop", "handle", "win", "to_meters", "tray", "exposure"]);
/**
 * @param {TableFigures} it
 * @param {keyof TableFigures} name
 */
const figureCell = (it, name) =>
	it[name] === null
		? phrase("floor.closed")
		: html`<span class=${Number(it[name]) < 0 ? "down" : ""}>${money(Number(it[name]))}</span>`;

/** @param {{ figures: FloorState["figures"] }} props */
function Figures({ figures }) {
	return html`<section aria-label=${phrase("common.figures")}>
		<h2>${phrase("floor.what_the_tables_bring")}</h2>
		<${Note} of="note.figures" />
		<${DataTable}
			label=${phrase("floor.figures_by_table")}
			heads=${[
				phrase("common.table"),
				phrase("common.rounds"),
				phrase("floor.hold"),
				...COLUMNS.map((name) => phrase(`floor.${name}`)),
			]}
			rows=${figures.tables.map((it) => [
				it.table,
				it.rounds,
				it.hold === null ? "–" : `${(it.hold * 100).toFixed(1)} %`,
				...COLUMNS.map((name) => figureCell(it, name)),
			])}
			none=${phrase("floor.the_house_has_no_tables")}
		/>
		<h3>${phrase("floor.what_was_done_against_players")}</h3>
		<${DataTable}
			label=${phrase("floor.interventions_by_table_and_person")}
			heads=${[
				phrase("common.table"),
				phrase("floor.who"),
				...INTERVENTIONS.map((name) => phrase(`interventions.${name}`)),
			]}
			rows=${figures.interventions.map((it) => [
				it.table,
				it.person ? it.name || it.person : phrase("floor.the_table_itself"),
				...INTERVENTIONS.map((name) => it[name]),
			])}
			none=${phrase("floor.nothing_since", { since: formatTime(figures.counted_from) })}
		/>
	</section>`;
}

/** @param {{ closed: ClosedTable[], me: Me }} props */
function Closed({ closed, me }) {
	return html`<section aria-label=${phrase("floor.closed_tables")}>
		<h2>${phrase("floor.closed_tables")}</h2>
		<ul class="rows">
			${closed.map(
				(it) =>
					html`<li key=${it.table}>
						<span>${it.table} <small>${it.why || it.rulebook}</small></span>
						${
							!it.why &&
							may(me, "open table") &&
							html`<${OrderButton} ask=${() => post(`/tables/${it.table}/open`)} done=${phrase("floor.is_open", {
								table: it.table,
							})}>${phrase("floor.open")}<//>`
						}
					</li>`,
			)}
		</ul>
	</section>`;
}

/** @param {{ all: State }} props */
export function Screen({ all }) {
	/** @type {FloorState} */
	const mine = all.screens.floor || {};
	const { tables, closed, figures, done } = mine;
	return html`
		<${StaffScreen}
			all=${all}
			title=${phrase("floor.the_floor")}
			action="figures"
			who=${phrase("floor.floors_and_managers_of_the")}
		>
			<p class="done" role="status">${done}</p>
			${
				!tables
					? all.me && !hasTables(all.me)
						? html`<p class="empty">${phrase("floor.you_are_assigned_to_no")}</p>`
						: html`<${Loading} />`
					: html`
						${
							tables.length === 0
								? html`<p class="empty">
									${markup("floor.no_table_is_open_now", {
										more: closed.length ? phrase("floor.open_one_below") : "",
									})}
								</p>`
								: html`<ul class="glances">
									${tables.map((it) => html`<${TableGlance} key=${it.table} it=${it} all=${mine} me=${all.me} />`)}
								</ul>`
						}
						<${Figures} figures=${figures} />
						${closed.length > 0 && html`<${Closed} closed=${closed} me=${all.me} />`}
					`
			}
		<//>
	`;
}
