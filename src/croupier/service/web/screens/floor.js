// The floor: all tables at a glance, what each of them earns, and orders to them.

import {
	announce,
	attempt,
	capitalize,
	DataTable,
	FromTemplate,
	formatTime,
	get,
	html,
	Loading,
	loadMe,
	may,
	mayAnywhere,
	mayAt,
	money,
	newId,
	oneTo,
	parseAmount,
	phaseText,
	post,
	remove,
	StaffScreen,
	state,
	updateScreen,
} from "../index.js";
import { SmallForm } from "../table/forms.js";

/** @import { ClosedTable, Filled, Floor, FloorState, Hole, Me, State, TableFigures } from "../types.js" */

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
		if (it.pending && !waited.has(it.table)) announce(`${it.table} waits for a ruling: ${it.pending[1]}`);
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
	const text = `${done}${told?.when === "after the round" ? ", when the round is over" : ""}.`;
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
		`${money(given)} ${what === "fills" ? "brought to" : "taken from"} ${table}`,
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
		return carryOut(post(`/tables/${table}/refused`, { person, reason }), `${name} is refused at ${table}`);
	const [where, place] = to.split(" ");
	return carryOut(
		post(`/tables/${table}/seats/${seat}/move`, { person, table: where, seat: Number(place), reason }),
		`${name} is moved to seat ${place} of ${where}`,
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
			.map((seat) => [`${it.table} ${seat}`, `Move to ${it.table}, seat ${seat}`]),
	);

/** @param {{ it: Floor["tables"][number], all: FloorState }} props */
function Orders({ it, all }) {
	const { table, dealer, seats } = it;
	const refused = all.refused[table] || [];
	const at = `/tables/${table}`;
	return html`<details onToggle=${(event) => event.target.open && loadRefused(table)}>
		<summary>Orders</summary>
		<p class="row">
			${
				it.closing
					? html`<${OrderButton} ask=${() => remove(`${at}/close-after`)} done=${`${table} stays open`}>Keep it open<//>`
					: html`<${OrderButton} ask=${() => post(`${at}/close-after`)} done=${`${table} closes`}>Close after this round<//>`
			}
			${
				dealer &&
				html`<${OrderButton} ask=${() => remove(`${at}/dealer`)} done=${`${dealer.name} is relieved`}>
					Relieve ${dealer.name}
				<//>`
			}
		</p>
		<${SmallForm} from="chips-fields" text="Order" act=${(given) => orderChips(table, given)} />
		${
			seats.length > 0 &&
			html`
				<${SmallForm}
					fields=${[
						[
							"seat",
							"Player",
							{ options: [["", "Choose"], ...seats.map((one) => [one.seat, `Seat ${one.seat} ${one.name}`])] },
						],
						["to", "What", { options: [...freeSeatOptions(all.tables ?? []), [REFUSE, "Refuse at this table"]] }],
						["reason", "Why; the player is told"],
					]}
					text="Order"
					act=${(given) => orderForSeat(table, seats, given).then(() => loadRefused(table))}
				/>
			`
		}
		${
			refused.length > 0 &&
			html`
				<h3>Refused here</h3>
				<ul class="rows">
					${refused.map(
						(one) =>
							html`<li key=${one.person}>
								<span>${one.name}: ${one.reason}<br /><small>${formatTime(one.at)}</small></span>
								<${OrderButton}
									ask=${() => remove(`${at}/refused/${one.person}`)}
									done=${`${one.name} may sit down again`}
									then=${() => loadRefused(table)}
								>
									Let in
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
const AFTER_ROUND_TEXTS = { leave: "leaves", move: "is moved", refuse: "is refused" };

/** @param {{ it: Floor["tables"][number], all: FloorState, me: Me }} props */
function TableGlance({ it, all, me }) {
	const { due, dealer } = it;
	const failed = Object.entries(it.devices)
		.filter(([, is]) => is !== "working")
		.map(([device, is]) => `${device} ${is}`)
		.join(", ");
	const facts = [
		["Round", `${it.round}, ${phaseText(it.phase)}`],
		["Due", `${capitalize(due.who)}${due.seat ? ` at seat ${due.seat}` : ""}: ${due.do}`],
		[
			"Dealer",
			dealer
				? `${dealer.name}, since ${formatTime(dealer.since)}`
				: it.dealt_by === "a dealer"
					? warning("nobody is signed on")
					: it.dealt_by,
		],
		["Decks", it.decks.map((deck) => `${deck.back} ${deck.status}`).join(", ") || "none"],
		["Devices", failed ? warning(failed) : "working"],
	];
	const mine = mayAt(me, "close after", it.table);
	return html`<li class=${`glance ${it.pending ? "waits" : ""}`}>
		<h2>${it.title} <small>${it.table}</small></h2>
		${it.pending && html`<p class="pending">Waits for a ruling: ${it.pending[1] || it.pending[0]}</p>`}
		${it.closing && html`<p class="pending">Closes after this round</p>`}
		<dl>${facts.map(([name, is]) => html`<div><dt>${name}</dt><dd>${is}</dd></div>`)}</dl>
		${
			it.seats.length
				? html`<ul class="seated" aria-label=${`Players at ${it.table}`}>
					${it.seats.map(
						(seat) =>
							html`<li key=${seat.seat} class=${seat.away ? "away" : ""}>
								${seat.seat} ${seat.name}${seat.program ? " (program)" : ""}
								${seat.away ? warning(" away") : ""}
								${seat.after ? ` ${AFTER_ROUND_TEXTS[seat.after] || seat.after} after the round` : ""}${" "}
								<span>${money(seat.bankroll)}${seat.staked ? `, ${money(seat.staked)} on the layout` : ""}</span>
							</li>`,
					)}
				</ul>`
				: html`<p class="empty">Nobody sits here.</p>`
		}
		${
			mine &&
			html`
				<p class="row">
					<a class=${it.pending ? "first" : "second"} href=${`/deal/${it.table}`}>
						${it.pending ? "Rule" : "Open the console"}
					</a>
				</p>
				<${Orders} it=${it} all=${all} />
			`
		}
	</li>`;
}

/** @type {Record<string, keyof TableFigures>} */
const COLUMNS = {
	"#Drop": "drop",
	"#Handle": "handle",
	"#Win": "win",
	"#To meters": "to_meters",
	"#Tray": "tray",
	"#Exposure": "exposure",
};
/**
 * @param {TableFigures} it
 * @param {keyof TableFigures} name
 */
const figureCell = (it, name) =>
	it[name] === null
		? "closed"
		: html`<span class=${Number(it[name]) < 0 ? "down" : ""}>${money(Number(it[name]))}</span>`;

/** @type {Record<string, "rulings" | "void" | "withdrawn" | "recuts" | "refused">} */
const INTERVENTIONS = {
	"#Rulings": "rulings",
	"#Void rounds": "void",
	"#Decks withdrawn": "withdrawn",
	"#Cut again": "recuts",
	"#Players refused": "refused",
};

/** @param {{ figures: FloorState["figures"] }} props */
function Figures({ figures }) {
	return html`<section aria-label="Figures">
		<h2>What the tables bring</h2>
		<${FromTemplate} id="figures-note" />
		<${DataTable}
			label="Figures by table"
			heads=${["Table", "#Rounds", "#Hold", ...Object.keys(COLUMNS)]}
			rows=${figures.tables.map((it) => [
				it.table,
				it.rounds,
				it.hold === null ? "–" : `${(it.hold * 100).toFixed(1)} %`,
				...Object.values(COLUMNS).map((name) => figureCell(it, name)),
			])}
			none="The house has no tables."
		/>
		<h3>What was done against players</h3>
		<${DataTable}
			label="Interventions by table and person"
			heads=${["Table", "Who", ...Object.keys(INTERVENTIONS)]}
			rows=${figures.interventions.map((it) => [
				it.table,
				it.person ? it.name || it.person : "the table itself",
				...Object.values(INTERVENTIONS).map((name) => it[name]),
			])}
			none=${`Nothing since ${formatTime(figures.counted_from)}.`}
		/>
	</section>`;
}

/** @param {{ closed: ClosedTable[], me: Me }} props */
function Closed({ closed, me }) {
	return html`<section aria-label="Closed tables">
		<h2>Closed tables</h2>
		<ul class="rows">
			${closed.map(
				(it) =>
					html`<li key=${it.table}>
						<span>${it.table} <small>${it.why || it.rulebook}</small></span>
						${
							!it.why &&
							may(me, "open table") &&
							html`<${OrderButton} ask=${() => post(`/tables/${it.table}/open`)} done=${`${it.table} is open`}>Open<//>`
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
			title="The floor"
			action="figures"
			who="Floors and managers of the house look over the tables here."
		>
			<p class="done" role="status">${done}</p>
			${
				!tables
					? all.me && !hasTables(all.me)
						? html`<p class="empty">You are assigned to no table yet. A manager assigns you on the people's page.</p>`
						: html`<${Loading} />`
					: html`
						${
							tables.length === 0
								? html`<p class="empty">No table is open now${closed.length ? "; open one below" : ""}.</p>`
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
