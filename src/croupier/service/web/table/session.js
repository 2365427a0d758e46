// One table as one person follows it: messages in, commands out, and what is shown when.

import { numbersForBet, observe, promisedHash } from "../fair/contribution.js";
import {
	announce,
	ensureGuest,
	get,
	getOrNull,
	loadWallet,
	money,
	oneTo,
	pageStore,
	readStored,
	reportProblem,
	state,
	updatePart,
	writeStored,
} from "../index.js";
import { motionPace } from "../preferences.js";
import { CONNECTION_LOST } from "./action_bar.js";
import * as bets from "./bets.js";
import { animate, waitFor } from "./motion.js";
import { dealtTexts, eventText, narrationContext, settlementLine } from "./narration.js";
import { checkReceipt, loadContribution, saveContribution } from "./receipt_check.js";
import { applyEvent, reconcile, sceneOfLastRound, sceneOfView } from "./scene.js";
import { openSocket } from "./socket.js";

const MOST_LOG = 400;
const AGAIN_READY = 4;
const CARDS = new Set(["dealt", "community", "burned"]);
const STEPS = new Set(["closed", "turned", "announced", "settled", "decided", "bonus_chips"]);

const notReady = () => ({ round: -1, tries: 0, asking: false });
export const listeners = []; // others who hear each message at once, with the one before it
let socket = null; // the socket of the table that is open
let contribution = null; // one's part in its shuffles
let queue = []; // messages that are not shown yet
let showing = false;
let hurried = false;
let readiness = notReady(); // what one has said to be ready for

const table = () => state().table;
const latest = () => queue.at(-1) || table().message; // heard, whether it is shown yet or not
export const ownSeats = (message = table()?.message) =>
	message?.view.seats.filter((it) => message.yours.includes(it.seat)) || [];
const mayStillBet = (seat) => !seat.ready && !seat.away && !Object.keys(seat.wagers).length;
// Of one's own places the one at which something is to be done; else the first.
export const ownSeat = (message) =>
	ownSeats(message).find((it) => it.seat === askedSeat(message)) ||
	ownSeats(message).find(mayStillBet) ||
	ownSeats(message)[0] ||
	null;
export const askedSeat = (message = table()?.message) =>
	message && message.view.due.do === "decide" && message.yours.includes(message.view.due.seat)
		? message.view.due.seat
		: 0;

// ---- coming and going

export async function join(name) {
	leaveTable();
	pageStore.set({
		table: {
			name,
			status: "connecting",
			layout: null,
			message: null,
			scene: null,
			log: [],
			draft: null,
			before: null,
			chip: 1,
			busy: "",
			tab: "round",
			clause: null,
			rules: null,
			sign: null,
			check: null,
			choosing: null,
			leaving: false,
			playing: false,
			skew: 0,
		},
	});
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

// What the table is played by, with the bets of the last time.
async function loadLayout() {
	const { name } = table();
	const [layout, sign] = await Promise.all([get(`/tables/${name}/layout`), get(`/tables/${name}/sign`)]);
	if (table()?.name !== name) return false;
	const draft = bets.repeatBets(layout, readStored(betsKey(name)));
	updatePart("table", { layout, sign, draft, before: draft, rules: null });
	return true;
}

function connect() {
	socket?.close();
	const { name } = table();
	socket = openSocket(name, {
		heard: (message) => receive(name, message),
		status: (status) => statusChanged(name, status),
	});
}

function statusChanged(name, status) {
	if (table()?.name !== name) return;
	const was = table().status;
	updatePart("table", { status });
	if (status === "lost" && was === "live") announce(CONNECTION_LOST);
	if (status === "live" && was === "lost") announce("The connection is back.");
}

export function leaveTable() {
	socket?.close();
	socket = null;
	queue = [];
	hurried = true;
	if (state().table) pageStore.set({ table: null });
}

// ---- what is heard

async function receive(name, message) {
	const before = queue.at(-1) || table()?.message;
	queue.push(message);
	await contribution.turn(() =>
		observe(contribution, before, message).then(() => saveContribution(name, contribution)),
	);
	if (table()?.name !== name) return;
	updatePart("table", { skew: message.clock.now - Date.now() });
	for (const it of listeners) it(message, before);
	const over = message.what === "happened" && message.events.find((event) => event.kind === "over");
	if (over && ownSeats(before).length) checkReceipt(name, { ...contribution }, over.data.round);
	if (!ownSeats(message).length) updatePart("table", { leaving: false });
	playQueue();
	await confirmReady(message);
}

// Show what has happened, message by message; what was heard last can be acted on.
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

// The table as it stands, with the last round to look at.
async function showView(message) {
	const { name } = table();
	const { phase, round, seats } = message.view;
	updatePart("table", { message, scene: sceneOfView(message.view) });
	if (phase === "round" || !round || seats.some((it) => Object.keys(it.wagers).length)) return;
	const last = await getOrNull(`/tables/${name}/last`);
	if (table()?.name === name && last?.round === round && table().message === message)
		updatePart("table", { last, scene: sceneOfLastRound(last) });
}

async function showEvents(message) {
	const { layout } = table();
	const about = narrationContext(layout, message);
	const first = table().scene || sceneOfView(message.view);
	updatePart("table", { message, playing: true });
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
		pageStore.now();
		await animateEvent(event, layout);
		if (!table()) return;
	}
	updatePart("table", (table) => ({
		scene: reconcile(scene, message.view),
		log: [...table.log, ...entries].slice(-MOST_LOG),
	}));
	announceEntries(message, entries);
	if (message.events.some((event) => event.kind === "over")) await afterRound(message);
	if (message.events.some((event) => event.kind === "opened")) await reloadLayout();
}

// Another session has begun, and may be played by something else than the one before.
async function reloadLayout() {
	if (await loadLayout()) announce("A new session has begun here. Who had a seat keeps it, with all chips.");
}

async function animateEvent(event, layout) {
	const slow = motionPace(state().prefs) / (queue.length > 2 ? 3 : 1);
	const time = CARDS.has(event.kind) ? layout.pace.card : STEPS.has(event.kind) ? layout.pace.step : 0;
	if (!time || !slow || hurried || document.hidden) return;
	animate(event, Math.min(300, time * slow));
	await waitFor(time * slow, () => hurried);
}

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
	"ruled",
	"over",
	"notice",
	"dealt",
	"exposed",
	"left",
	"sat",
]);

function announceEntries(message, entries) {
	for (const it of entries) {
		const others = it.kind === "settled" && !it.mine;
		if (ANNOUNCED.has(it.kind) && !others) announce(it.text);
	}
	if (askedSeat(message)) announce(`Your turn: ${message.view.choices.map((it) => it.choice).join(", ")}.`);
}

async function afterRound(message) {
	const { name } = table();
	const round = message.events.find((event) => event.kind === "over").data.round;
	try {
		const last = await getOrNull(`/tables/${name}/last`);
		if (table()?.name !== name) return;
		updatePart("table", { last, choosing: null });
		const mine = last?.round === round ? last.seats.filter((it) => message.yours.includes(it.seat)) : [];
		const net = mine.reduce((sum, it) => sum + it.net, 0);
		if (mine.length)
			announce(
				net
					? `You are ${net > 0 ? "up" : "down"} ${money(Math.abs(net))} on the round.`
					: "You come out even on the round.",
			);
	} catch (problem) {
		reportProblem(problem);
	}
}

// ---- what is said

// What is refused for a number that is not the one that was promised (S34) can be said in another way, if there is one.
async function sendCommand(busy, made, otherwise) {
	if (!table() || table().busy) return false;
	updatePart("table", { busy });
	pageStore.set({ trouble: "" });
	try {
		try {
			await socket.give(await made());
		} catch (problem) {
			if (!otherwise || !problem.rulings?.includes("S34")) throw problem;
			await socket.give(await otherwise());
		}
		return true;
	} catch (problem) {
		reportProblem(problem);
		return false;
	} finally {
		if (table()) updatePart("table", { busy: "" });
	}
}

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
		reportProblem(document.getElementById("no-money").content.textContent);
		return false;
	}
	const sitting = (promised) => ({ do: "sit", seat, args: { chips: amount, ...promised } });
	// Who left has a number in the next shuffle still, and promises another after it.
	const down = await sendCommand(
		"You sit down",
		async () => sitting(await promisedHash(contribution, table().message.view)),
		sitting,
	);
	if (down) await loadWallet();
	return down;
}

// The free seat nearest to the middle; if somebody is faster, the next.
export async function sitAnywhere() {
	const { layout } = table();
	for (let tries = 0; tries < layout.seats; tries++) {
		const seat = freeSeat(layout);
		if (!seat || (await sit(seat)) || !latest().view.seats.some((it) => it.seat === seat)) return;
	}
}

function freeSeat(layout) {
	const { view, yours } = latest();
	const taken = new Set(view.seats.map((it) => it.seat));
	const middle = Math.ceil(layout.seats / 2);
	const free = oneTo(layout.seats).filter((it) => !taken.has(it));
	free.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
	return yours.length ? 0 : free[0];
}

const ownNumbers = () => contribution.turn(() => numbersForBet(contribution, latest()));

export async function bet() {
	const { draft, name } = table();
	const seat = ownSeat();
	readiness = { round: latest().view.round, tries: 0, asking: false };
	skip();
	const betting = async (args) => ({ do: "bet", seat: seat.seat, args: { ...args, ...(await ownNumbers()) } });
	const placed = () => betting({ wagers: draft, ready: true });
	// Who comes from another browser gives a number that does not count, and promises one.
	const done = await sendCommand("Your bet", placed, async () => {
		await socket.give(await betting({ wagers: seat.wagers }));
		return placed();
	});
	if (done && table()) {
		updatePart("table", { before: draft });
		writeStored(betsKey(name), draft);
		await confirmReady(latest());
	} else readiness = notReady();
}

// With the first number of one's own the cards are shuffled again, and one is asked again to be ready (S34).
async function confirmReady(message) {
	const { view } = message;
	const owing = ownSeats(message).filter(
		(it) => !it.ready && !it.away && Object.keys(it.wagers).length && view.phase === "betting",
	);
	if (!owing.length || view.round !== readiness.round || readiness.tries >= AGAIN_READY || readiness.asking) return;
	readiness.tries++;
	readiness.asking = true;
	try {
		for (const { seat } of owing) await socket.give({ do: "ready", seat, args: await ownNumbers() });
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
		await sendCommand("Your bet comes back", () => ({ do: "bet", seat, args: { wagers: {} } }));
}

export async function decide(choice, discard) {
	const message = latest();
	const seat = askedSeat(message);
	if (!seat) return;
	skip();
	updatePart("table", { choosing: null });
	await sendCommand(choice, () => ({
		do: "decide",
		seat,
		args: discard ? { choice, discard } : { choice },
		expects: message.seq,
	}));
}

// What holds for all places that one has.
const forOwnSeats = (does, busy, where) => async () => {
	for (const { seat } of ownSeats().filter(where)) await sendCommand(busy, () => ({ do: does, seat }));
};
export const sitOut = forOwnSeats("sit out", "You sit out", (it) => !it.away);
export const comeBack = forOwnSeats("come back", "You come back", (it) => it.away);

export async function leaveAfter() {
	await forOwnSeats("leave after", "You leave after this round", () => true)();
	// Between rounds a player is gone at once.
	if (table() && !state().trouble) updatePart("table", { leaving: ownSeats(latest()).length > 0 });
	await loadWallet();
}

export async function buy(seat, amount) {
	const bought = await sendCommand("You buy chips", () => ({ do: "buy", seat, args: { amount } }));
	if (bought) await loadWallet();
	return bought;
}

// A command of a console, for the table as it is shown.
export const consoleCommand = (given) => sendCommand(given.do, () => ({ ...given, expects: latest().seq }));

export function skip() {
	if (showing) hurried = true;
}

// ---- the draft

// Whoever begins to bet has looked at the last round.
function withoutLastRound(table) {
	return table.scene?.over ? { scene: sceneOfView(table.message.view) } : {};
}

export function updateDraft(made) {
	updatePart("table", (table) => ({ ...withoutLastRound(table), draft: made(table.layout, table.draft) }));
}

const betsKey = (name) => `croupier bets ${name}`;

// ---- beside the table

export async function openClause(clause, ruling = "") {
	updatePart("table", { tab: "rules", clause: { id: clause, ruling } });
	await loadRules();
}

export async function loadRules() {
	const { name, rules } = table();
	if (rules) return;
	const found = await get(`/tables/${name}/rules`);
	if (table()?.name === name) updatePart("table", { rules: found });
}

export const ownContribution = () => contribution;
export const storeContribution = () => table() && saveContribution(table().name, contribution);
