// The table that a person follows: messages in, commands out, and what is shown when.

import { numberDue, observe, promisedHash, takesNumbers } from "../fair/contribution.js";
import { checkReceipt, loadContribution, saveContribution } from "../fair/receipt_check.js";
import {
	announce,
	ensureGuest,
	get,
	getOrNull,
	loadWallet,
	money,
	oneTo,
	pageStore,
	phrase,
	readStored,
	reportProblem,
	setTitle,
	state,
	updatePart,
	useCurrency,
	writeStored,
} from "../index.js";
import { motionPace } from "../preferences.js";
import { CONNECTION_LOST } from "./controls/action_bar.js";
import * as bets from "./controls/bets.js";
import { animate, waitFor } from "./motion.js";
import { dealtTexts, describeTable, eventText, narrationContext, settlementLine } from "./narration.js";
import { applyEvent, looksBack, reconcile, sceneOfLastRound, sceneOfView, withMadeHands } from "./scene.js";
import { openSocket } from "./socket.js";
import { tellOnce } from "./told_rules.js";

/**
 * @import { Command, Draft, Happened, LastRound, Layout, LogEntry, OwnContribution, Rules, Scene, Seat, ShownMessage,
 *   TableEvent, TableMessage, TableState } from "../types.js"
 */

const MOST_LOG = 400;
const MOST_DRAFTS = 50;
const MOST_RESULTS = 12;
const AGAIN_READY = 4;
const CARDS = new Set(["dealt", "community", "burned"]);
const STEPS = new Set(["closed", "turned", "announced", "settled", "decided", "bonus_chips"]);

const notReady = () => ({ round: -1, tries: 0, asking: false });
/**
 * Functions that get each message at once, with the message before it.
 * @type {((message: TableMessage, before: TableMessage | undefined) => void)[]}
 */
export const listeners = [];
/**
 * The socket of the table that is open.
 * @type {ReturnType<typeof openSocket> | null}
 */
let socket = null;
const openedSocket = () => /** @type {ReturnType<typeof openSocket>} */ (socket);
/**
 * The player's contribution to the shuffles; there is one wherever a table is open.
 * @type {OwnContribution}
 */
let contribution;
/**
 * Messages that are not shown yet.
 * @type {TableMessage[]}
 */
let queue = [];
let alarmTold = "";
let showing = false;
let hurried = false;
let rushed = false; // the player wants no motion until the next decision
let readiness = notReady(); // the round that the player has said to be ready for

const table = () => state().table;
// The table, for code that runs only while a table is open.
export const openTable = () => /** @type {TableState} */ (table());
const latest = () => queue.at(-1) || openTable().message; // the last message, whether it is shown yet or not
/** @param {ShownMessage | null} [message] */
export const ownSeats = (message = table()?.message) =>
	message?.view.seats.filter((it) => message.yours.includes(it.seat)) || [];
/**
 * The chips in front of the player, at all of the player's seats: a bet at one may take them from another.
 * @param {ShownMessage | null} [message]
 */
export const purse = (message) => ownSeats(message).reduce((sum, it) => sum + (it.bankroll ?? 0), 0);
/**
 * All that is the viewer's at a table: the chips, and what lies on the layout.
 * @param {Pick<ShownMessage, "view" | "yours">} message
 */
export const ownMoney = ({ view, yours }) =>
	view.seats
		.filter((it) => yours.includes(it.seat))
		.reduce((sum, it) => sum + Object.values(it.wagers).reduce((part, more) => part + more, it.bankroll ?? 0), 0);
/** @param {Seat} seat */
const mayStillBet = (seat) => !seat.ready && !seat.away && !Object.keys(seat.wagers).length;
/**
 * Of the player's own seats the one where something is to be done; otherwise the first.
 * @param {ShownMessage | null} [message]
 * @returns {Seat | null}
 */
export const ownSeat = (message) =>
	ownSeats(message).find((it) => it.seat === askedSeat(message)) ||
	ownSeats(message).find(mayStillBet) ||
	ownSeats(message)[0] ||
	null;
/**
 * The player's own seat that is asked to decide, or 0.
 * @param {ShownMessage | null} [message]
 * @returns {number}
 */
export const askedSeat = (message = table()?.message) => {
	const { do: what = "", seat } = message?.view.due ?? {};
	return what === "decide" && seat && message?.yours.includes(seat) ? seat : 0;
};

// ---- coming and going

/**
 * A table before its layout and its first message have come; the screens draw nothing of it until they have.
 * @type {any}
 */
const NOT_LOADED = {
	status: "connecting",
	layout: null,
	message: null,
	scene: null,
	log: [],
	draft: null,
	drafts: [],
	results: [],
	before: null,
	chip: 1,
	busy: "",
	tab: "round",
	clause: null,
	rules: null,
	sign: null,
	check: null,
	choosing: null,
	away: null,
	leaving: false,
	playing: false,
	skew: 0,
};

/** @param {string} name */
export async function join(name) {
	leaveTable();
	pageStore.set({ table: { ...NOT_LOADED, name } });
	try {
		if (!(await loadLayout())) return;
	} catch (problem) {
		updatePart("table", { status: "closed" });
		throw problem;
	}
	contribution = await loadContribution(name);
	updatePart("table", ({ layout }) => ({ chip: bets.chipValues(layout).includes(500) ? 1 : 0 }));
	connect();
}

// Load the layout and the sign, and put together the bets of the last time.
async function loadLayout() {
	const { name } = openTable();
	const [layout, sign] = await Promise.all([get(`/tables/${name}/layout`), get(`/tables/${name}/sign`)]);
	if (table()?.name !== name) return false;
	useCurrency(layout.currency);
	const draft = bets.repeatBets(layout, readStored(betsKey(name)));
	setTitle(layout.title, layout.jurisdiction);
	updatePart("table", { layout, sign: /** @type {any} */ (sign), draft, before: draft, rules: null });
	return true;
}

function connect() {
	socket?.close();
	const { name } = openTable();
	socket = openSocket(name, {
		heard: (message) => receive(name, message),
		status: (status) => statusChanged(name, status),
	});
}

/**
 * @param {string} name
 * @param {TableState["status"]} status
 */
function statusChanged(name, status) {
	if (table()?.name !== name) return;
	const was = openTable().status;
	updatePart("table", { status });
	if (status === "lost" && was === "live") announce(CONNECTION_LOST);
	if (status === "live" && was === "lost") announce(phrase("session.the_connection_is_back"));
}

export function leaveTable() {
	socket?.close();
	socket = null;
	queue = [];
	hurried = true;
	if (state().table) pageStore.set({ table: null });
}

// ---- what is heard

/**
 * @param {string} name
 * @param {TableMessage} message
 */
async function receive(name, message) {
	const before = queue.at(-1) || table()?.message;
	queue.push(message);
	await contribution.turn(() =>
		observe(contribution, before, message).then(() => saveContribution(name, contribution)),
	);
	if (table()?.name === name) revealNumber(message);
	if (table()?.name !== name) return;
	if (contribution.alarm && contribution.alarm !== alarmTold) {
		alarmTold = contribution.alarm;
		reportProblem(`ALARM: ${contribution.alarm}.`);
	}
	updatePart("table", { skew: message.clock.now - Date.now() });
	for (const it of listeners) it(message, before);
	const over = message.what === "happened" && message.events.find((event) => event.kind === "over");
	if (over && ownSeats(before).length) checkReceipt(name, { ...contribution }, over.data.round);
	if (!ownSeats(message).length) updatePart("table", { leaving: false });
	playQueue();
	await confirmReady(message);
}

// Show what has happened, message by message; the player can act on what was heard last.
async function playQueue() {
	if (showing) return;
	showing = true;
	while (queue.length && table()) {
		const message = queue[0];
		if (message.what === "view") await showView(message);
		else await showEvents(message);
		queue.shift();
	}
	showing = false;
	hurried = false;
	if (table()) updatePart("table", { playing: false });
}

/**
 * Show the table as it stands, with the last round to look at.
 * @param {TableMessage} message
 */
async function showView(message) {
	const { name } = openTable();
	const { round } = message.view;
	const scene = sceneOfView(message.view);
	updatePart("table", ({ log }) => ({ message, scene, log: log.length ? log : roundSoFar(message, scene) }));
	if (!round || !looksBack(message.view, message.yours)) return;
	const last = /** @type {LastRound | null} */ (await getOrNull(`/tables/${name}/last`));
	if (table()?.name === name && last?.round === round && openTable().message === message)
		updatePart("table", { last, scene: sceneOfLastRound(last, message.view) });
}

/**
 * The round so far as entries of the log, for who comes while it is played.
 * @param {TableMessage} message
 * @param {Scene} scene
 * @returns {LogEntry[]}
 */
function roundSoFar(message, scene) {
	if (message.view.phase !== "round") return [];
	const { phase, dealer, community, seats } = describeTable(openTable().layout, message, scene);
	return [phase, ...seats, dealer, community].filter(Boolean).map((text) => ({ text, kind: "so-far" }));
}

/** @param {Happened} message */
async function showEvents(message) {
	const { layout } = openTable();
	const about = narrationContext(layout, message);
	const first = openTable().scene || sceneOfView(message.view);
	updatePart("table", { message, playing: true });
	/** @type {LogEntry[]} */
	const entries = [];
	const cards = dealtTexts(message.events, about).map((text) => ({
		seq: message.seq,
		text,
		kind: "dealt",
		mine: true,
		round: message.view.round,
	}));
	let scene = first;
	for (const event of message.events) {
		if (event.kind === "dealt") entries.push(...cards.splice(0));
		const text = eventText(event, about);
		if (text) entries.push(logEntry(message, event, text));
		const next = applyEvent(scene, event, layout.deck.order, message.view);
		if (next === scene) continue;
		scene = next;
		if (!table()) return;
		updatePart("table", { scene });
		pageStore.flush();
		await animateEvent(event, layout);
		if (!table()) return;
	}
	updatePart("table", (table) => ({
		scene: reconcile(scene, message.view, message.yours),
		log: [...table.log, ...entries].slice(-MOST_LOG),
	}));
	if (askedSeat(message)) rushed = false;
	announceEntries(message, entries);
	if (message.events.some((event) => event.kind === "over")) await afterRound(message);
	if (message.events.some((event) => event.kind === "opened")) await reloadLayout();
}

// Another session has begun, and another rulebook may hold in it.
async function reloadLayout() {
	if (await loadLayout()) announce(phrase("session.a_new_session_has_begun"));
}

/**
 * @param {TableEvent} event
 * @param {Layout} layout
 */
async function animateEvent(event, layout) {
	const slow = motionPace(state().prefs) / (queue.length > 2 ? 3 : 1);
	const time = CARDS.has(event.kind) ? layout.pace.card : STEPS.has(event.kind) ? layout.pace.step : 0;
	if (!time || !slow || hurried || rushed || document.hidden) return;
	animate(event, Math.min(300, time * slow));
	await waitFor(time * slow, () => hurried);
}

/**
 * @param {TableMessage} message
 * @param {TableEvent} event
 * @param {string} text
 * @returns {LogEntry & { kind: string }}
 */
const logEntry = (message, event, text) => ({
	seq: message.seq,
	kind: event.kind,
	text,
	seat: event.data.seat || 0,
	mine: message.yours.includes(event.data.seat),
	line: event.kind === "settled" ? settlementLine(event.data.line) : null,
	round: message.view.round,
});

const ANNOUNCED = new Set([
	"closed",
	"community",
	"turned",
	"announced",
	"decided",
	"settled",
	"irregular",
	"pending",
	"reported",
	"corrected",
	"ruled",
	"over",
	"notice",
	"dealt",
	"exposed",
	"left",
	"sat",
]);

/**
 * @param {TableMessage} message
 * @param {LogEntry[]} entries
 */
function announceEntries(message, entries) {
	for (const it of entries) {
		const others = it.kind === "settled" && !it.mine;
		if (ANNOUNCED.has(it.kind ?? "") && !others) announce(it.text);
	}
	if (askedSeat(message))
		announce(phrase("session.your_turn", { choice: message.view.choices.map((it) => it.choice).join(", ") }));
}

/** @param {Happened} message */
async function afterRound(message) {
	const { name } = openTable();
	const round = message.events.find((event) => event.kind === "over")?.data.round;
	try {
		const last = /** @type {LastRound | null} */ (await getOrNull(`/tables/${name}/last`));
		if (table()?.name !== name) return;
		updatePart("table", ({ scene }) => ({
			last,
			choosing: null,
			scene: last && scene?.over && scene.round === last.round ? withMadeHands(scene, last) : scene,
		}));
		const mine = last && last.round === round ? last.seats.filter((it) => message.yours.includes(it.seat)) : [];
		const net = mine.reduce((sum, it) => sum + it.net, 0);
		if (mine.length) updatePart("table", ({ results }) => ({ results: [...results, net].slice(-MOST_RESULTS) }));
		if (mine.length)
			announce(
				net
					? phrase(net > 0 ? "session.you_are_up" : "session.you_are_down", { net: money(Math.abs(net)) })
					: phrase("session.you_come_out_even_on"),
			);
	} catch (problem) {
		reportProblem(problem);
	}
}

// ---- what is said

/**
 * Send a command.
 * @param {string} busy
 * @param {() => Command | Promise<Command>} made
 */
async function sendCommand(busy, made) {
	if (!table() || openTable().busy) return false;
	updatePart("table", { busy });
	pageStore.set({ trouble: "" });
	try {
		await openedSocket().give(await made());
		return true;
	} catch (problem) {
		reportProblem(problem);
		return false;
	} finally {
		if (table()) updatePart("table", { busy: "" });
	}
}

/** @param {number} seat */
export async function sit(seat) {
	const fresh = !state().me;
	try {
		await ensureGuest();
	} catch (problem) {
		reportProblem(problem);
		return false;
	}
	if (fresh) connect();
	const amount = Math.min(20_000, state().wallet ?? 0);
	if (!amount) {
		reportProblem(phrase("note.no_money"));
		return false;
	}
	const down = await sendCommand(phrase("session.you_sit_down"), async () => ({
		do: "sit",
		seat,
		args: { chips: amount, ...(await ownPromise()) },
	}));
	if (down) await loadWallet();
	return down;
}

// Sit down on the free seat nearest to the middle; if another player is faster, on the next.
export async function sitAnywhere() {
	const { layout } = openTable();
	for (let tries = 0; tries < layout.seats; tries++) {
		const seat = freeSeat(layout);
		if (!seat || (await sit(seat)) || !latest().view.seats.some((it) => it.seat === seat)) return;
	}
}

/** @param {Layout} layout */
function freeSeat(layout) {
	const { view, yours } = latest();
	const taken = new Set(view.seats.map((it) => it.seat));
	const middle = Math.ceil(layout.seats / 2);
	const free = oneTo(layout.seats).filter((it) => !taken.has(it));
	free.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
	return yours.length ? 0 : free[0];
}

// The promise of a number, stored before it is made; after an alarm none is made.
async function ownPromise() {
	if (contribution.alarm && takesNumbers(latest().view)) throw new Alarm(contribution.alarm);
	return contribution.turn(async () => {
		const promise = await promisedHash(contribution, latest());
		storeContribution();
		return promise;
	});
}

/**
 * Reveal the number that the round waits for, at once: it is the last cut, and the deal waits for it.
 * @param {TableMessage} message
 */
async function revealNumber(message) {
	const due = await contribution.turn(async () => {
		const found = await numberDue(contribution, message);
		if (found) storeContribution();
		return found;
	});
	if (!due) return;
	try {
		await openedSocket().give({ do: "give number", ...due });
	} catch (problem) {
		// Another window of this browser may have been faster.
		if (latest().view.owing.includes(due.seat)) reportProblem(problem);
	}
}

class Alarm extends Error {
	body = null; // it is told to the player as a refusal is
}

/**
 * Bet what lies on the layout; `atOnce` leaves out the motion of the deal.
 * @param {boolean} [atOnce]
 */
export async function bet(atOnce = false) {
	const { draft, name } = openTable();
	const seat = /** @type {Seat} */ (ownSeat());
	rushed = atOnce;
	readiness = { round: latest().view.round, tries: 0, asking: false };
	skip();
	const done = await sendCommand(phrase("session.your_bet"), async () => ({
		do: "bet",
		seat: seat.seat,
		args: { wagers: draft, ready: true, ...(await ownPromise()) },
	}));
	if (done && table()) {
		tellOnce(openTable().layout);
		updatePart("table", { before: draft });
		writeStored(betsKey(name), draft);
		await confirmReady(latest());
	} else {
		readiness = notReady();
		rushed = false;
	}
}

/**
 * Where cards are cut or shuffled again before bets close, the house asks again whether the player is ready (S34).
 * @param {TableMessage} message
 */
async function confirmReady(message) {
	const { view } = message;
	const owing = ownSeats(message).filter(
		(it) => !it.ready && !it.away && Object.keys(it.wagers).length && view.phase === "betting",
	);
	if (!owing.length || view.round !== readiness.round || readiness.tries >= AGAIN_READY || readiness.asking) return;
	readiness.tries++;
	readiness.asking = true;
	try {
		for (const { seat } of owing) await openedSocket().give({ do: "ready", seat, args: await ownPromise() });
	} catch (problem) {
		reportProblem(problem);
	} finally {
		readiness.asking = false;
	}
}

// Take the wagers back, as long as bets are open.
export async function takeBetBack() {
	readiness = notReady();
	for (const { seat } of ownSeats())
		await sendCommand(phrase("session.your_bet_comes_back"), () => ({ do: "bet", seat, args: { wagers: {} } }));
}

/**
 * @param {string} choice
 * @param {{ discard?: string | string[], amount?: number }} [said]
 */
export async function decide(choice, said = {}) {
	const message = latest();
	const seat = askedSeat(message);
	if (!seat) return;
	skip();
	updatePart("table", { choosing: null });
	await sendCommand(choice, () => ({
		do: "decide",
		seat,
		args: { choice, ...said },
		expects: message.seq,
	}));
}

/**
 * A command for all of the player's own seats.
 * @param {string} does
 * @param {string} busy
 * @param {(seat: Seat) => boolean} where
 */
const forOwnSeats = (does, busy, where) => async () => {
	for (const { seat } of ownSeats().filter(where)) await sendCommand(busy, () => ({ do: does, seat }));
};
export const sitOut = forOwnSeats("sit out", phrase("session.you_sit_out"), (it) => !it.away);
export const comeBack = forOwnSeats("come back", phrase("session.you_come_back"), (it) => it.away);

export async function leaveAfter() {
	await forOwnSeats("leave after", phrase("session.you_leave_after_this_round"), () => true)();
	// Between rounds a player is gone at once.
	if (table() && !state().trouble) updatePart("table", { leaving: ownSeats(latest()).length > 0 });
	await loadWallet();
}

/**
 * @param {number} seat
 * @param {number} amount
 */
export async function buy(seat, amount) {
	const bought = await sendCommand(phrase("session.you_buy_chips"), () => ({ do: "buy", seat, args: { amount } }));
	if (bought) await loadWallet();
	return bought;
}

/**
 * A command of a console, for the table as it is shown.
 * @param {Command} given
 */
export const consoleCommand = (given) => sendCommand(given.do, () => ({ ...given, expects: latest().seq }));

export function skip() {
	if (showing) hurried = true;
}

// ---- the draft

/**
 * A player who begins to bet has looked at the last round.
 * @param {TableState} table
 */
function withoutLastRound(table) {
	return table.scene?.over ? { scene: sceneOfView(table.message.view) } : {};
}

/** @param {(layout: Layout, draft: Draft) => Draft} made */
export function updateDraft(made) {
	updatePart("table", (table) => ({
		...withoutLastRound(table),
		draft: made(table.layout, table.draft),
		drafts: [...table.drafts, table.draft].slice(-MOST_DRAFTS),
	}));
}

/** The draft as it was before the last change, and so on back. */
export function undoDraft() {
	const { draft, drafts } = openTable();
	updatePart("table", { draft: drafts.at(-1) ?? draft, drafts: drafts.slice(0, -1) });
}

/** @param {string} name */
const betsKey = (name) => `croupier bets ${name}`;

// ---- beside the table

/**
 * @param {string} clause
 * @param {string} [ruling]
 */
export async function openClause(clause, ruling = "") {
	updatePart("table", { tab: "rules", clause: { id: clause, ruling } });
	await loadRules();
}

export async function loadRules() {
	const { name, rules } = openTable();
	if (rules) return;
	const found = /** @type {Rules} */ (await get(`/tables/${name}/rules`));
	if (table()?.name === name) updatePart("table", { rules: found });
}

export const ownContribution = () => contribution;
export const storeContribution = () => table() && saveContribution(openTable().name, contribution);
