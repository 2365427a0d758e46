// The player's table: felt, bar and side, and what the hands do there.

import { html, Note, save, useEffect, useKeys, change, page, panel, say, state, amountOf, money } from "../kit.js";
import { chooseText } from "../fair/part.js";
import * as bets from "../table/bets.js";
import { Betting, Decisions, Standing, Waiting } from "../table/bar.js";
import { Ask } from "../table/forms.js";
import { Felt } from "../table/felt.js";
import { pressed, timeLeft } from "../table/keys.js";
import * as session from "../table/session.js";
import { ask, Coach, worth } from "../table/coach.js";
import { Side } from "../table/side.js";
import { Text } from "../table/text.js";
import { Clock } from "../table/clock.js";

export async function open([name]) {
	const wants = new URLSearchParams(location.search).has("sit");
	if (wants) history.replaceState(null, "", location.pathname);
	await session.join(name);
	if (wants) whenSet(session.sitAnywhere);
}

// Once the table is there, do it.
function whenSet(act) {
	if (state().table?.message) act();
	else if (state().table) setTimeout(whenSet, 20, act);
}

const table = () => state().table;
const chip = () => bets.chips(table().layout)[table().chip];

// ---- what the hands do

function choose(it) {
	if (it.discards) change("table", { choosing: it });
	else session.decide(it.choice);
}

// A chip is dragged to a spot; who only clicks has chosen it.
function grab(event, at) {
	change("table", { chip: at });
	const source = event.currentTarget;
	const [startX, startY] = [event.clientX, event.clientY];
	let ghost = null;
	const move = (moved) => {
		if (!ghost && Math.hypot(moved.clientX - startX, moved.clientY - startY) > 8) {
			ghost = source.firstElementChild.cloneNode(true);
			ghost.classList.add("ghost");
			document.body.append(ghost);
		}
		if (ghost)
			Object.assign(ghost.style, { left: `${moved.clientX - 24}px`, top: `${moved.clientY - 24}px`, width: "48px" });
	};
	const done = new AbortController();
	const drop = (ended) => {
		done.abort();
		if (!ghost) return;
		ghost.remove();
		const spot =
			ended.type === "pointerup" && document.elementFromPoint(ended.clientX, ended.clientY)?.closest("[data-drop]");
		if (spot) actions.add(spot.dataset.drop);
	};
	for (const [kind, heard] of [
		["pointermove", move],
		["pointerup", drop],
		["pointercancel", drop],
	])
		addEventListener(kind, heard, done);
}

const told = (draft) =>
	say(
		Object.entries(draft)
			.map(([name, stake]) => `${table().layout.wagers.find((it) => it.name === name).title} ${money(stake)}`)
			.join(", ") || "Nothing lies on the layout.",
	);
const drafted = (made) => {
	session.draft(made);
	told(table().draft);
};

export const actions = {
	get drafting() {
		return isDrafting(table());
	},
	get chip() {
		return chip();
	},
	get mayPlay() {
		return !state().me || ["guest", "player"].includes(state().me.role);
	},
	sit: session.sit,
	add: (name) => drafted((layout, draft) => bets.added(layout, draft, name, chip())),
	take: (name) => drafted((layout, draft) => bets.taken(layout, draft, name, chip())),
	clear: () => drafted(() => ({})),
	repeat: () => drafted((layout) => bets.repeated(layout, table().before)),
	double: () => drafted((layout, draft) => bets.doubled(layout, draft)),
	bet: () => table().busy || bets.lacking(table().layout, table().draft, session.ownSeat().bankroll) || session.bet(),
	pick: (at) => change("table", { chip: at }),
	grab,
	choose,
	put: (face) => session.decide(table().choosing.choice, face),
	back() {
		if (state().panel) page.set({ panel: null });
		else change("table", { choosing: null });
	},
	skip: session.skip,
	tab(tab) {
		change("table", { tab });
		if (tab === "rules") session.needRules();
	},
	open: session.openClause,
	number(at) {
		const { message, choosing, scene, layout } = table();
		const seat = session.asked(message);
		if (seat && choosing) {
			const face = scene.seats[seat]?.cards[at];
			if (face) actions.put(face);
		} else if (seat) {
			const it = message.view.choices[at];
			if (it && message.open.includes(it.choice)) choose(it);
		} else if (actions.drafting && at < bets.chips(layout).length) actions.pick(at);
	},
	saveReceipt() {
		const { check, name } = table();
		save(`receipt ${name} ${check.round}.json`, JSON.stringify(check.receipt));
	},
	async setNumber(event) {
		event.preventDefault();
		const part = session.ownPart();
		await part.turn(() => chooseText(part, event.target.elements.text.value));
		session.keepPart();
		say("Your numbers follow from that text from now on.");
		change("table", {});
	},
	worth,
	coach() {
		actions.tab("coach");
		ask();
	},
};

export function isDrafting(here) {
	const seat = here?.message && session.ownSeat(here.message);
	return Boolean(
		seat && !seat.ready && !seat.away && here.message.view.phase === "betting" && !Object.keys(seat.wagers).length,
	);
}

// ---- the screen

let ends = ""; // where the own place ends, and how high the bar is

// In a low window the bar lies over the table: what one holds is brought above it, whenever either grows.
function showOwn() {
	const [own, bar] = [".own:last-child", ".foot"].map((it) => document.querySelector(it));
	const now = own && `${own.offsetTop + own.offsetHeight} ${bar.offsetHeight}`;
	if (!own || now === ends) return;
	ends = now;
	const under = own.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
	if (under > 0) scrollBy(0, under);
}

function bar(here) {
	const { message, busy, playing, leaving } = here;
	const seat = session.ownSeat(message);
	const { view } = message;
	if (session.asked(message)) return html`<${Decisions} table=${here} actions=${actions} />`;
	if (!seat) {
		const free = view.seats.length < here.layout.seats;
		if (!actions.mayPlay) return html`<${Waiting} text="Those who work here watch, and do not play." />`;
		if (busy) return html`<${Waiting} text=${`${busy}…`} />`;
		return html`<${Waiting} text=${free ? "You are watching." : "Every seat is taken; you are watching."}>
			${free && html`<button class="first" data-sit onClick=${() => session.sitAnywhere()}>Take a seat</button>`}
		<//>`;
	}
	if (seat.away)
		return html`<${Waiting} text="You sit out; your place is kept.">
			<button class="first" onClick=${session.comeBack}>Come back</button>
		<//>`;
	if (isDrafting(here)) return html`<${Betting} table=${here} seat=${seat} actions=${actions} />`;
	const waits = view.due.seat
		? `${view.seats.find((it) => it.seat === view.due.seat)?.name || `Seat ${view.due.seat}`} decides.`
		: view.phase === "betting"
			? "Your bet lies. The table waits for the others."
			: view.phase === "preparing"
				? "The cards are being shuffled."
				: view.pending
					? `The floor is called: ${view.pending[1] || view.pending[0]}.`
					: "The dealer deals.";
	return html`<${Waiting} text=${playing ? "" : leaving ? `${waits} You leave after this round.` : waits}>
		${
			playing
				? html`<button class="second" onClick=${actions.skip}>Skip <kbd>Space</kbd></button>`
				: view.phase === "betting" && html`<button class="second" onClick=${session.unbet}>Take the bet back</button>`
		}
	<//>`;
}

function Lock({ check }) {
	const kind = !check?.findings ? "none" : check.holds ? "holds" : "broken";
	const text = { none: "Not checked yet", holds: "Checked", broken: "Does not hold" }[kind];
	return html`<button class=${`lock ${kind}`} onClick=${() => actions.tab("fair")} aria-label=${`Fairness: ${text}`}>
		<svg viewBox="0 0 24 24" aria-hidden="true"><use href=${kind === "broken" ? "#lock-open" : "#lock"} /></svg>
		<span class="unsaid">${text}</span>
	</button>`;
}

function Place({ here }) {
	const seat = session.ownSeat(here.message);
	if (!seat) return null;
	return html`
		<div class="place-menu">
			${seatActions(here, seat).map(
				([text, act, off]) => html`<button key=${text} class="quiet" disabled=${off} onClick=${act}>${text}</button>`,
			)}
		</div>
		<button class="quiet more" aria-label="Your seat" onClick=${() => panel("seat")}>•••</button>
	`;
}

const seatActions = (here, seat) => [
	...session
		.own(here.message)
		.map((it, _, { length }) => [
			`Buy chips${length > 1 ? ` at ${it.seat}` : ""}`,
			() => panel("chips", { at: it.seat }),
		]),
	seat.away ? ["Come back", session.comeBack] : ["Sit out", session.sitOut],
	[
		here.leaving ? "Leaving" : here.message.view.phase === "round" ? "Leave after this round" : "Leave",
		session.leaveAfter,
		here.leaving,
	],
];

export function SeatPanel({ all, done }) {
	const seat = all.table && session.ownSeat(all.table.message);
	if (!seat) return html`<p>You have no seat here.</p>`;
	return html`<h2>Your seat</h2><div class="stacked">${seatActions(all.table, seat).map(
		([text, act, off]) =>
			html`<button key=${text} class="second" disabled=${off} onClick=${() => {
				done();
				act();
			}}>${text}</button>`,
	)}</div>`;
}

// What players are told before the table is played by something else.
function Notices({ of }) {
	return (
		of?.length > 0 &&
		html`<div class="notices" role="status">
			${of.map((it) => html`<p><strong>Notice:</strong> ${it.says} <small>(${it.clause})</small></p>`)}
		</div>`
	);
}

export function Screen({ all }) {
	const here = all.table;
	useKeys((event) => pressed(event, actions));
	const seat = session.ownSeat(here?.message);
	useEffect(showOwn);
	if (!here?.layout || !here.message || !here.scene)
		return html`<main class="loading">
			<p>${here?.status === "closed" ? "This table is closed." : "The table is being set."}</p>
		</main>`;
	return html`<main class="at-table" data-phase=${here.message.view.phase}>
		<div class="table-head">
			<h1>${here.layout.title} <small>${here.layout.jurisdiction}</small></h1>
			<${Lock} check=${here.check} />
			<${Place} here=${here} />
		</div>
		<${Standing} status=${here.status} />
		<${Notices} of=${here.message.notices} />
		<div class="play">
			${
				all.prefs.textMode
					? html`<${Text} table=${here} />`
					: html`
						<${Felt}
							table=${here}
							seat=${seat}
							actions=${actions}
							drafting=${isDrafting(here)}
							picking=${here.choosing}
							clock=${html`<${Clock} table=${here} timeLeft=${timeLeft} />`}
						/>
					`
			}
			<div class="foot">${bar(here)}</div>
		</div>
		<${Side}
			table=${here}
			actions=${actions}
			more=${{ coach: ["Coach", () => html`<${Coach} table=${here} />`] }}
			part=${session.ownPart()}
		/>
	</main>`;
}

// ---- dialogs

export const KeysHelp = () => html`<h2>Keys</h2><${Note} id="keys" as="" />`;

export function BuyChips({ all, done }) {
	const seat = all.table && session.own(all.table.message).find((it) => it.seat === all.at);
	if (!seat) return html`<p>You have no seat here.</p>`;
	const amount = { inputmode: "decimal", defaultValue: Math.min(200, Math.floor((all.wallet ?? 0) / 100)) };
	const buy = async (given) => (await session.buy(seat.seat, amountOf(given.amount))) && done();
	return html`
		<h2>Buy chips</h2>
		<p>You have ${money(seat.bankroll ?? 0)} at the table and ${money(all.wallet ?? 0)} in your wallet.</p>
		<${Ask} fields=${[["amount", "For how much?", amount]]} text="Buy" kind="first" act=${buy} />
	`;
}
