// The player's table: felt, action bar and side panel, and what the player does there.

import { chooseText } from "../fair/contribution.js";
import {
	announce,
	download,
	get,
	html,
	markup,
	mayPlay,
	money,
	Note,
	openDialog,
	pageStore,
	parseAmount,
	phrase,
	reportProblem,
	state,
	updatePart,
	useEffect,
	useKeys,
	useState,
} from "../index.js";
import { once } from "../once.js";
import { Clock } from "../table/clock.js";
import { askCoach, Coach, choiceValue } from "../table/coach.js";
import { Betting, ConnectionStatus, Decisions, isSettled, useSettled, Waiting } from "../table/controls/action_bar.js";
import * as bets from "../table/controls/bets.js";
import { SmallForm } from "../table/controls/forms.js";
import { handleKey, timeLeft } from "../table/controls/shortcuts.js";
import { Felt } from "../table/felt.js";
import * as session from "../table/session.js";
import { SidePanel } from "../table/side_panel.js";
import { TextView } from "../table/text_view.js";
import { loadLaterWords } from "../words.js";
import { withRoom } from "./lobby.js";

/** @import { Choice, Draft, Filled, Layout, Seat, SeatAction, State, TableMessage, TableState } from "../types.js" */

/** @param {string[]} parts */
export async function open([name]) {
	const wants = new URLSearchParams(location.search).has("sit");
	if (wants) history.replaceState(null, "", location.pathname);
	await session.join(name);
	if (wants) whenLoaded(session.sitAnywhere);
}

/**
 * Do something once the table is there.
 * @param {() => void} act
 */
function whenLoaded(act) {
	if (state().table?.message) act();
	else if (state().table) setTimeout(whenLoaded, 20, act);
}

const table = session.openTable;
const chip = () => bets.chipValues(table().layout)[table().chip];

// ---- what the player does

/** @type {typeof import("../table/controls/choice_form.js")} */
let form;
const loadForm = once(async () => {
	[form] = await Promise.all([import("../table/controls/choice_form.js"), loadLaterWords()]);
});

/** @param {Choice} it */
function choose(it) {
	if (!isSettled("decide")) return;
	if (!it.discards && it.most === undefined) session.decide(it.choice);
	else if (bets.goesAtOnce(it)) updatePart("table", { choosing: it, away: null });
	else loadForm().then(() => updatePart("table", { choosing: it, away: [] }), reportProblem);
}

/**
 * The player drags a chip to a spot, or only clicks it and so chooses it.
 * @param {PointerEvent} event
 * @param {number} at
 */
function dragChip(event, at) {
	actions.pick(at);
	const source = /** @type {HTMLElement} */ (event.currentTarget);
	const [startX, startY] = [event.clientX, event.clientY];
	/** @type {HTMLElement | null} */
	let ghost = null;
	/** @param {PointerEvent} moved */
	const move = (moved) => {
		if (!ghost && Math.hypot(moved.clientX - startX, moved.clientY - startY) > 8) {
			ghost = /** @type {HTMLElement} */ (source.firstElementChild?.cloneNode(true));
			ghost.classList.add("ghost");
			document.body.append(ghost);
		}
		if (ghost)
			Object.assign(ghost.style, { left: `${moved.clientX - 24}px`, top: `${moved.clientY - 24}px`, width: "48px" });
	};
	const done = new AbortController();
	/** @param {PointerEvent} ended */
	const drop = (ended) => {
		done.abort();
		if (!ghost) return;
		ghost.remove();
		const spot =
			ended.type === "pointerup" && document.elementFromPoint(ended.clientX, ended.clientY)?.closest("[data-drop]");
		if (spot) actions.add(spot.getAttribute("data-drop") ?? "");
	};
	addEventListener("pointermove", move, done);
	addEventListener("pointerup", drop, done);
	addEventListener("pointercancel", drop, done);
}

/** @param {Draft} draft */
const announceDraft = (draft) =>
	announce(
		Object.entries(draft)
			.map(([name, stake]) => `${table().layout.wagers.find((it) => it.name === name)?.title} ${money(stake)}`)
			.join(", ") || phrase("table.nothing_lies_on_the_layout"),
	);
/** @param {(layout: Layout, draft: Draft) => Draft} made */
const changeDraft = (made) => {
	session.updateDraft(made);
	announceDraft(table().draft);
};
/**
 * A change by the bar, unless the bar has just changed: the press was meant for what stood there before.
 * @param {(layout: Layout, draft: Draft) => Draft} made
 */
const changeByBar = (made) => isSettled("bet") && changeDraft(made);

export const actions = {
	get drafting() {
		return isDrafting(state().table);
	},
	get chip() {
		return chip();
	},
	get mayPlay() {
		return mayPlay(state().me);
	},
	sit: session.sit,
	add: (/** @type {string} */ name) => changeDraft((layout, draft) => bets.addChip(layout, draft, name, chip())),
	take: (/** @type {string} */ name) => changeDraft((layout, draft) => bets.removeChip(layout, draft, name, chip())),
	clear: () => changeByBar(() => ({})),
	undo() {
		if (!isSettled("bet")) return;
		session.undoDraft();
		announceDraft(table().draft);
	},
	repeat: () => changeByBar((layout) => bets.repeatBets(layout, table().before)),
	double: () => changeByBar((layout, draft) => bets.doubleBets(layout, draft)),
	bet: (atOnce = false) =>
		!isSettled("bet") ||
		table().busy ||
		bets.missingFor(table().layout, table().draft, session.purse()) ||
		session.bet(atOnce),
	buy: (/** @type {number} */ at) => openDialog("chips", { at }),
	pick: (/** @type {number} */ at) => isSettled("bet") && updatePart("table", { chip: at }),
	grab: dragChip,
	choose,
	/** @param {string} face */
	put(face) {
		const { choosing } = table();
		if (!choosing?.discards || !isSettled("put")) return;
		if (bets.goesAtOnce(choosing)) session.decide(choosing.choice, { discard: face });
		else form.pick(choosing, face);
	},
	form: () => form.ChoiceForm,
	back() {
		if (state().panel) pageStore.set({ panel: null });
		else updatePart("table", { choosing: null });
	},
	skip: session.skip,
	/** @param {string} tab */
	tab(tab) {
		updatePart("table", { tab });
		if (tab === "rules") session.loadRules();
	},
	open: session.openClause,
	/** @param {number} at */
	number(at) {
		const { message, choosing, scene, layout } = table();
		const seat = session.askedSeat(message);
		if (seat && choosing) {
			const face = scene.seats[seat]?.cards[at];
			if (face) actions.put(face);
		} else if (seat) {
			const it = message.view.choices[at];
			if (it && message.open.includes(it.choice)) choose(it);
		} else if (actions.drafting && at < bets.chipValues(layout).length) actions.pick(at);
	},
	saveReceipt() {
		const { check, name } = table();
		download(`receipt ${name} ${check?.round}.json`, JSON.stringify({ ...check?.receipt, kept: check?.known }));
	},
	/** @param {{ target: HTMLFormElement, preventDefault(): void }} event */
	async setNumber(event) {
		event.preventDefault();
		const part = session.ownContribution();
		await part.turn(() => chooseText(part, String(new FormData(event.target).get("text"))));
		session.storeContribution();
		announce(phrase("table.your_numbers_follow_from_that"));
		updatePart("table", {});
	},
	explain: (/** @type {string} */ name) => openDialog("wager", { wager: name }),
	look: (/** @type {number} */ at) => openDialog("neighbour", { at }),
	worth: choiceValue,
	coach() {
		actions.tab("coach");
		askCoach();
	},
};

/** @param {TableState | null} here */
function isDrafting(here) {
	const seat = here?.message && session.ownSeat(here.message);
	return Boolean(
		seat && !seat.ready && !seat.away && here.message.view.phase === "betting" && !Object.keys(seat.wagers).length,
	);
}

// ---- the screen

let lastPosition = ""; // where the player's own seat ends, and how high the bar is

// In a low window the bar lies over the table: scroll so that the player's own seat is above it, whenever either grows.
function scrollToOwn() {
	const [own, bar] = [".own:last-child", ".foot"].map((it) => /** @type {HTMLElement} */ (document.querySelector(it)));
	const now = own && `${own.offsetTop + own.offsetHeight} ${bar.offsetHeight}`;
	if (!own || now === lastPosition) return;
	lastPosition = now;
	const under = own.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
	if (under > 0) scrollBy(0, under);
}

/**
 * The kind of bar that stands: a press soon after it has changed was meant for the one before.
 * @param {TableState} here
 */
function barKind(here) {
	const { message, playing, choosing } = here;
	const { round, phase } = message.view;
	const seat = session.ownSeat(message);
	if (session.askedSeat(message) && !playing)
		return `${choosing ? "put" : "decide"} ${round} ${seat?.seat} ${seat?.decisions.length}`;
	if (isDrafting(here)) return `bet ${round} ${seat?.seat}`;
	return `wait ${phase} ${playing} ${seat?.away}`;
}

/**
 * The way to a table of the same game that has room, or to all tables.
 * @param {{ layout: Layout }} props
 */
function OtherTable({ layout }) {
	const [found, find] = useState("");
	useEffect(() => {
		get("/tables").then(({ tables }) => {
			const here = tables.find((it) => it.table === layout.table);
			find((here && withRoom(here, tables)?.table) ?? "");
		}, reportProblem);
	}, [layout.table]);
	return found
		? html`<a class="first" href=${`/tables/${found}?sit`}>${markup("table.sit_at", { found })}</a>`
		: html`<a class="second" href="/">${phrase("common.other_tables")}</a>`;
}

/** @param {{ here: TableState }} props */
function ActionBar({ here }) {
	const { message, busy, playing, leaving } = here;
	const seat = session.ownSeat(message);
	const { view } = message;
	const settled = useSettled(barKind(here));
	if (session.askedSeat(message) && !playing)
		return html`<${Decisions} table=${here} actions=${actions} settled=${settled} />`;
	if (!seat) {
		const free = view.seats.length < here.layout.seats;
		if (!actions.mayPlay) return html`<${Waiting} text=${phrase("table.those_who_work_here_watch")} />`;
		if (busy) return html`<${Waiting} text=${`${busy}…`} />`;
		return html`<${Waiting} text=${free ? phrase("table.you_are_watching") : phrase("table.every_seat_is_taken_you")}>
			${!free && html`<${OtherTable} layout=${here.layout} />`}
			${
				free &&
				html`<button class="first" data-sit onClick=${() => session.sitAnywhere()}>${phrase("common.take_a_seat")}
			</button>`
			}
		<//>`;
	}
	if (seat.away)
		return html`<${Waiting} text=${phrase("table.you_sit_out_your_place")}>
			<button class="first" onClick=${session.comeBack}>${phrase("table.come_back")}</button>
		<//>`;
	if (isDrafting(here))
		return html`
			<${Betting} table=${here} seat=${seat} purse=${session.purse(here.message)} actions=${actions} settled=${settled} />
		`;
	const waits = view.due.seat
		? phrase("table.decides", {
				find: view.seats.find((it) => it.seat === view.due.seat)?.name || phrase("table.seat", { seat: view.due.seat }),
			})
		: view.phase === "betting"
			? phrase("table.your_bet_is_placed_the")
			: view.phase === "preparing"
				? phrase("table.the_cards_are_being_shuffled")
				: view.pending
					? phrase("table.the_floor_is_called", { pending: view.pending[1] || view.pending[0] })
					: phrase("table.the_dealer_deals");
	return html`<${Waiting} text=${playing ? "" : leaving ? phrase("table.you_leave_after_this_round", { waits }) : waits}>
		${
			playing
				? html`<button class="second" onClick=${actions.skip}>${markup("table.skip_space")}</button>`
				: view.phase === "betting" &&
					html`<button class="second" disabled=${!settled} onClick=${session.takeBetBack}>
						${phrase("table.take_the_bet_back")}
					</button>`
		}
	<//>`;
}

/** @param {{ check: TableState["check"] }} props */
function Padlock({ check }) {
	const kind = check?.findings ? check.state : "none";
	const text = {
		none: phrase("table.not_checked_yet"),
		holds: phrase("table.checked"),
		open: phrase("table.not_fully_checked"),
		broken: phrase("table.does_not_hold"),
	}[kind];
	return html`<button class=${`lock ${kind}`} onClick=${() => actions.tab("fair")} aria-label=${phrase(
		"table.fairness",
		{
			text,
		},
	)}>
		<svg viewBox="0 0 24 24" aria-hidden="true"><use href=${kind === "holds" ? "#lock" : "#lock-open"} /></svg>
		<span class="unsaid">${text}</span>
	</button>`;
}

/** @param {{ here: TableState }} props */
function SeatMenu({ here }) {
	const seat = session.ownSeat(here.message);
	if (!seat) return null;
	return html`
		<div class="place-menu">
			${seatActions(here, seat).map(
				([text, act, off]) => html`<button key=${text} class="quiet" disabled=${off} onClick=${act}>${text}</button>`,
			)}
		</div>
		<button class="quiet more" aria-label=${phrase("common.your_seat")} onClick=${() => openDialog("seat")}>•••</button>
	`;
}

/**
 * @param {TableState} here
 * @param {Seat} seat
 * @returns {SeatAction[]}
 */
const seatActions = (here, seat) => [
	...session
		.ownSeats(here.message)
		.map(
			(it, _, { length }) =>
				/** @type {SeatAction} */ ([
					phrase("table.buy_chips", { more: length > 1 ? phrase("table.at", { seat: it.seat }) : "" }),
					() => openDialog("chips", { at: it.seat }),
				]),
		),
	seat.away ? [phrase("table.come_back"), session.comeBack] : [phrase("table.sit_out"), session.sitOut],
	[
		here.leaving
			? phrase("table.leaving")
			: here.message.view.phase === "round"
				? phrase("table.leave_after_this_round")
				: phrase("table.leave"),
		session.leaveAfter,
		here.leaving,
	],
];

/** @param {{ all: State, done: () => void }} props */
export function SeatPanel({ all, done }) {
	const seat = all.table && session.ownSeat(all.table.message);
	if (!all.table || !seat) return html`<p>${phrase("table.you_have_no_seat_here")}</p>`;
	return html`<h2>${phrase("common.your_seat")}</h2><div class="stacked">${seatActions(all.table, seat).map(
		([text, act, off]) =>
			html`<button key=${text} class="second" disabled=${off} onClick=${() => {
				done();
				act();
			}}>${text}</button>`,
	)}</div>`;
}

/**
 * Notices that players get before another submission takes the place of the present one.
 * @param {{ of: TableMessage["notices"] | undefined }} props
 */
function Notices({ of }) {
	return (
		of &&
		of.length > 0 &&
		html`<div class="notices" role="status">
			${of.map((it) => html`<p><strong>${phrase("common.notice")}</strong> ${it.says} <small>(${it.clause})</small></p>`)}
		</div>`
	);
}

/** @param {{ all: State }} props */
export function Screen({ all }) {
	const here = all.table;
	useKeys((event) => handleKey(event, actions));
	const seat = session.ownSeat(here?.message);
	useEffect(scrollToOwn);
	if (!here?.layout || !here.message || !here.scene)
		return html`<main class="loading">
			<p>${here?.status === "closed" ? phrase("common.this_table_is_closed") : phrase("common.the_table_is_being_set")}</p>
		</main>`;
	return html`<main class="at-table" data-phase=${here.message.view.phase}>
		<div class="table-head">
			<h1>${here.layout.title} <small>${here.layout.jurisdiction}</small></h1>
			<${Padlock} check=${here.check} />
			<${SeatMenu} here=${here} />
		</div>
		<${ConnectionStatus} status=${here.status} />
		<${Notices} of=${here.message.notices} />
		<div class="play">
			${
				all.prefs.textMode
					? html`<${TextView} table=${here} />`
					: html`
						<${Felt}
							table=${here}
							seat=${seat}
							actions=${actions}
							drafting=${isDrafting(here)}
							picking=${here.choosing?.discards && isSettled("put")}
							clock=${!barKind(here).startsWith("decide") && html`<${Clock} table=${here} timeLeft=${timeLeft} />`}
						/>
					`
			}
			<div class="foot"><${ActionBar} here=${here} /></div>
		</div>
		<${SidePanel}
			table=${here}
			actions=${actions}
			more=${{ coach: [phrase("table.coach"), () => html`<${Coach} table=${here} />`] }}
			part=${session.ownContribution()}
		/>
	</main>`;
}

// ---- dialogs

/** @type {[string, string][]} */
const KEYS = [
	["1 – 9", phrase("keys.numbers")],
	[phrase("key.enter"), phrase("keys.enter")],
	[`${phrase("key.space")}  −`, phrase("keys.space_on_a_spot")],
	["R  C  D  U", phrase("keys.bets")],
	[phrase("key.space"), phrase("keys.space")],
	[phrase("key.escape"), phrase("keys.esc")],
	["E", phrase("keys.e")],
	["T", phrase("keys.t")],
	["H", phrase("keys.h")],
	["B", phrase("keys.b")],
	["O", phrase("keys.o")],
	["W", phrase("keys.w")],
	["X", phrase("keys.text_mode")],
	["?", phrase("keys.help")],
];

export const KeysHelp = () => html`
	<h2>${phrase("table.keys")}</h2>
	<${Note} of="note.keys" />
	<dl class="keys">
		${KEYS.map(([keys, does]) => html`<div><dt><kbd>${keys}</kbd></dt><dd>${does}</dd></div>`)}
	</dl>
`;

/** @param {{ all: State, done: () => void }} props */
export function BuyChips({ all, done }) {
	const seat = all.table && session.ownSeats(all.table.message).find((it) => it.seat === all.at);
	if (!seat) return html`<p>${phrase("table.you_have_no_seat_here")}</p>`;
	const amount = { inputmode: "decimal", defaultValue: Math.min(200, Math.floor((all.wallet ?? 0) / 100)) };
	/** @param {Filled} given */
	const buy = async (given) => (await session.buy(seat.seat, parseAmount(given.amount))) && done();
	return html`
		<h2>${phrase("common.buy_chips")}</h2>
		<p>
			${phrase("table.you_have_at_the_table", {
				message: money(session.purse(all.table?.message)),
				money: money(all.wallet ?? 0),
			})}
		</p>
		<${SmallForm}
			fields=${[["amount", phrase("table.for_how_much"), amount]]}
			text=${phrase("table.buy")}
			kind="first"
			act=${buy}
		/>
	`;
}
