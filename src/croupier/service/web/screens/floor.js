// The floor: all tables at a glance, what each brings, and what is ordered there.

import {
	html,
	Looking,
	get,
	newId,
	post,
	remove,
	Listed,
	mayWork,
	Note,
	Room,
	known,
	say,
	screen,
	state,
	trying,
	capital,
	amountOf,
	money,
	moment,
	phased,
	upTo,
} from "../kit.js";
import { Ask } from "../table/forms.js";

const AGAIN = 4000; // milliseconds from one look to the next
const ROLES = ["floor", "manager", "auditor"];
const REFUSE = "refuse";
let timer = 0;

export async function open() {
	clearTimeout(timer);
	screen("floor", { tables: null, done: "", refused: {} });
	if ((await known(true)) && mayWork(state().me, ROLES)) await look();
}

async function look() {
	const [{ tables, closed }, figures] = await Promise.all([get("/floor"), get("/figures")]);
	const waited = new Set((state().screens.floor.tables || []).filter((it) => it.pending).map((it) => it.table));
	for (const it of tables)
		if (it.pending && !waited.has(it.table)) say(`${it.table} waits for a ruling: ${it.pending[1]}`);
	screen("floor", { tables, closed, figures });
	clearTimeout(timer);
	timer = setTimeout(() => state().route.screen === "floor" && trying(look), AGAIN);
}

// ---- orders

// What was ordered is done now or after the round, and looked at.
async function ordered(asked, done) {
	const told = await asked;
	const text = `${done}${told?.when === "after the round" ? ", when the round is over" : ""}.`;
	say(text);
	screen("floor", { done: text });
	await look();
}

const Order = ({ ask, done, then, children }) =>
	html`<button class="second" onClick=${() => trying(() => ordered(ask(), done)).then(then)}>${children}</button>`;

function chips(table, { what, amount }) {
	const given = amountOf(amount);
	return ordered(
		post(`/tables/${table}/${what}`, { request: newId(), amount: given }),
		`${money(given)} ${what === "fills" ? "brought to" : "taken from"} ${table}`,
	);
}

function seated(table, seats, { seat, to, reason }) {
	const { person, name } = seats.find((it) => it.seat === Number(seat));
	if (to === REFUSE)
		return ordered(post(`/tables/${table}/refused`, { person, reason }), `${name} is refused at ${table}`);
	const [where, place] = to.split(" ");
	return ordered(
		post(`/tables/${table}/seats/${seat}/move`, { person, table: where, seat: Number(place), reason }),
		`${name} is moved to seat ${place} of ${where}`,
	);
}

const refusals = (table) =>
	trying(async () => {
		const { refused } = await get(`/tables/${table}/refused`);
		screen("floor", { refused: { ...state().screens.floor.refused, [table]: refused } });
	});

const free = (tables) =>
	tables.flatMap((it) =>
		upTo(it.places)
			.filter((seat) => !it.seats.some((one) => one.seat === seat))
			.map((seat) => [`${it.table} ${seat}`, `Move to ${it.table}, seat ${seat}`]),
	);

function Orders({ it, all }) {
	const { table, dealer, seats } = it;
	const refused = all.refused[table] || [];
	const at = `/tables/${table}`;
	return html`<details onToggle=${(event) => event.target.open && refusals(table)}>
		<summary>Orders</summary>
		<p class="row">
			${
				it.closing
					? html`<${Order} ask=${() => remove(`${at}/close-after`)} done=${`${table} stays open`}>Keep it open<//>`
					: html`<${Order} ask=${() => post(`${at}/close-after`)} done=${`${table} closes`}>Close after this round<//>`
			}
			${
				dealer &&
				html`<${Order} ask=${() => remove(`${at}/dealer`)} done=${`${dealer.name} is relieved`}>
					Relieve ${dealer.name}
				<//>`
			}
		</p>
		<${Ask} from="chips-fields" text="Order" act=${(given) => chips(table, given)} />
		${
			seats.length > 0 &&
			html`
				<${Ask}
					fields=${[
						[
							"seat",
							"Player",
							{ options: [["", "Choose"], ...seats.map((one) => [one.seat, `Seat ${one.seat} ${one.name}`])] },
						],
						["to", "What", { options: [...free(all.tables), [REFUSE, "Refuse at this table"]] }],
						["reason", "Why; the player is told"],
					]}
					text="Order"
					act=${(given) => seated(table, seats, given).then(() => refusals(table))}
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
								<span>${one.name}: ${one.reason}<br /><small>${moment(one.at)}</small></span>
								<${Order}
									ask=${() => remove(`${at}/refused/${one.person}`)}
									done=${`${one.name} may sit down again`}
									then=${() => refusals(table)}
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

const down = (text) => html`<strong class="down">${text}</strong>`;
const WILL = { leave: "leaves", move: "is moved", refuse: "is refused" };

function Glance({ it, all, me }) {
	const { due, dealer } = it;
	const failed = Object.entries(it.devices)
		.filter(([, is]) => is !== "working")
		.map(([device, is]) => `${device} ${is}`)
		.join(", ");
	const facts = [
		["Round", `${it.round}, ${phased(it.phase)}`],
		["Due", `${capital(due.who)}${due.seat ? ` at seat ${due.seat}` : ""}: ${due.do}`],
		[
			"Dealer",
			dealer
				? `${dealer.name}, since ${moment(dealer.since)}`
				: it.dealt_by === "a dealer"
					? down("nobody is signed on")
					: it.dealt_by,
		],
		["Decks", it.decks.map((deck) => `${deck.back} ${deck.status}`).join(", ") || "none"],
		["Devices", failed ? down(failed) : "working"],
	];
	const mine = me.role === "manager" || me.assigned.includes(it.table);
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
								${seat.away ? down(" away") : ""}
								${seat.after ? ` ${WILL[seat.after] || seat.after} after the round` : ""}${" "}
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

const COLUMNS = {
	"#Drop": "drop",
	"#Handle": "handle",
	"#Win": "win",
	"#To meters": "to_meters",
	"#Tray": "tray",
	"#Exposure": "exposure",
};
const figure = (it, name) =>
	it[name] === null ? "closed" : html`<span class=${it[name] < 0 ? "down" : ""}>${money(it[name])}</span>`;

function Figures({ figures }) {
	return html`<section aria-label="Figures">
		<h2>What the tables bring</h2>
		<${Note} id="figures-note" />
		<${Listed}
			label="Figures by table"
			heads=${["Table", "#Rounds", "#Hold", ...Object.keys(COLUMNS)]}
			rows=${figures.tables.map((it) => [
				it.table,
				it.rounds,
				it.hold === null ? "–" : `${(it.hold * 100).toFixed(1)} %`,
				...Object.values(COLUMNS).map((name) => figure(it, name)),
			])}
			none="The house has no tables."
		/>
	</section>`;
}

function Closed({ closed, me }) {
	return html`<section aria-label="Closed tables">
		<h2>Closed tables</h2>
		<ul class="rows">
			${closed.map(
				(it) =>
					html`<li key=${it.table}>
						<span>${it.table} <small>${it.rulebook}</small></span>
						${
							me.role !== "auditor" &&
							html`<${Order} ask=${() => post(`/tables/${it.table}/open`)} done=${`${it.table} is open`}>Open<//>`
						}
					</li>`,
			)}
		</ul>
	</section>`;
}

export function Screen({ all }) {
	const mine = all.screens.floor || {};
	const { tables, closed, figures, done } = mine;
	return html`
		<${Room}
			all=${all}
			title="The floor"
			roles=${ROLES}
			who="Floors and managers of the house look over the tables here."
		>
			<p class="done" role="status">${done}</p>
			${
				!tables
					? html`<${Looking} />`
					: html`
						${
							tables.length === 0
								? html`<p class="empty">No table is open now${closed.length ? "; open one below" : ""}.</p>`
								: html`<ul class="glances">
									${tables.map((it) => html`<${Glance} key=${it.table} it=${it} all=${mine} me=${all.me} />`)}
								</ul>`
						}
						<${Figures} figures=${figures} />
						${closed.length > 0 && html`<${Closed} closed=${closed} me=${all.me} />`}
					`
			}
		<//>
	`;
}
