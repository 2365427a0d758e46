// One table as one person follows it: messages in, commands out, and what is shown when.

import {
	get,
	getIfAny,
	change,
	keep,
	page,
	recalled,
	say,
	state,
	trouble,
	comeIn,
	wallet,
	money,
	upTo,
} from "../kit.js";
import { pace } from "../prefs.js";
import { LOST } from "./bar.js";
import * as bets from "./bets.js";
import { animate, waitFor } from "./motion.js";
import { checkLast, savePart, takePart } from "./padlock.js";
import { give, hear, promise } from "../fair/part.js";
import { folded, laid, ofLast, settled } from "./scene.js";
import { context, dealtSaid, lineOf, said } from "./telling.js";
import { link } from "./link.js";

const MOST_LOG = 400;
const AGAIN_READY = 4;
const CARDS = new Set(["dealt", "community", "burned"]);
const STEPS = new Set(["closed", "turned", "announced", "settled", "decided", "bonus_chips"]);

const NOT_READY = () => ({ round: -1, tries: 0, asking: false });
export const ears = []; // others who hear each message at once, with the one before it
let line = null; // the socket of the table that is open
let part = null; // one's part in its shuffles
let queue = []; // messages that are not shown yet
let showing = false;
let hurry = false;
let ready = NOT_READY(); // what one has said to be ready for

const here = () => state().table;
const latest = () => queue.at(-1) || here().message; // heard, whether it is shown yet or not
export const own = (message = here()?.message) =>
	message?.view.seats.filter((it) => message.yours.includes(it.seat)) || [];
const isToBet = (seat) => !seat.ready && !seat.away && !Object.keys(seat.wagers).length;
// Of one's own places the one at which something is to be done; else the first.
export const ownSeat = (message) =>
	own(message).find((it) => it.seat === asked(message)) || own(message).find(isToBet) || own(message)[0] || null;
export const asked = (message = here()?.message) =>
	message && message.view.due.do === "decide" && message.yours.includes(message.view.due.seat)
		? message.view.due.seat
		: 0;

// ---- coming and going

export async function join(name) {
	leaveTable();
	page.set({
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
		if (!(await lay())) return;
	} catch (problem) {
		change("table", { status: "closed" });
		throw problem;
	}
	part = await takePart(name);
	change("table", ({ layout }) => ({ chip: bets.chips(layout).includes(500) ? 1 : 0 }));
	connect();
}

// What the table is played by, with the bets of the last time.
async function lay() {
	const { name } = here();
	const [layout, sign] = await Promise.all([get(`/tables/${name}/layout`), get(`/tables/${name}/sign`)]);
	if (here()?.name !== name) return false;
	const draft = bets.repeated(layout, recalled(betsKey(name)));
	change("table", { layout, sign, draft, before: draft, rules: null });
	return true;
}

function connect() {
	line?.close();
	const { name } = here();
	line = link(name, { heard: (message) => take(name, message), status: (status) => stands(name, status) });
}

function stands(name, status) {
	if (here()?.name !== name) return;
	const was = here().status;
	change("table", { status });
	if (status === "lost" && was === "live") say(LOST);
	if (status === "live" && was === "lost") say("The connection is back.");
}

export function leaveTable() {
	line?.close();
	line = null;
	queue = [];
	hurry = true;
	if (state().table) page.set({ table: null });
}

// ---- what is heard

async function take(name, message) {
	const before = queue.at(-1) || here()?.message;
	queue.push(message);
	await part.turn(() => hear(part, before, message).then(() => savePart(name, part)));
	if (here()?.name !== name) return;
	change("table", { skew: message.clock.now - Date.now() });
	for (const it of ears) it(message, before);
	const over = message.what === "happened" && message.events.find((event) => event.kind === "over");
	if (over && own(before).length) checkLast(name, { ...part }, over.data.round);
	if (!own(message).length) change("table", { leaving: false });
	show();
	await becomeReady(message);
}

// Show what has happened, message by message; what was heard last can be acted on.
async function show() {
	if (showing) return;
	showing = true;
	while (queue.length && here()) {
		const message = queue[0];
		if (message.what === "view") await standing(message);
		else await happening(message);
		queue.shift();
	}
	showing = false;
	hurry = false;
	if (here()) change("table", { playing: false });
}

// The table as it stands, with the last round to look at.
async function standing(message) {
	const { name } = here();
	const { phase, round, seats } = message.view;
	change("table", { message, scene: laid(message.view) });
	if (phase === "round" || !round || seats.some((it) => Object.keys(it.wagers).length)) return;
	const last = await getIfAny(`/tables/${name}/last`);
	if (here()?.name === name && last?.round === round && here().message === message)
		change("table", { last, scene: ofLast(last) });
}

async function happening(message) {
	const { layout } = here();
	const about = context(layout, message);
	const first = here().scene || laid(message.view);
	change("table", { message, playing: true });
	const entries = [];
	const cards = dealtSaid(message.events, about).map((text) => ({
		seq: message.seq,
		text,
		kind: "dealt",
		mine: true,
		round: message.view.round,
	}));
	let scene = first;
	for (const event of message.events) {
		if (event.kind === "dealt") entries.push(...cards.splice(0));
		const text = said(event, about);
		if (text) entries.push(entry(message, event, text));
		const next = folded(scene, event, layout.deck.order, message.view);
		if (next === scene) continue;
		scene = next;
		if (!here()) return;
		change("table", { scene });
		page.now();
		await shownFor(event, layout);
		if (!here()) return;
	}
	change("table", (table) => ({
		scene: settled(scene, message.view),
		log: [...table.log, ...entries].slice(-MOST_LOG),
	}));
	tellAloud(message, entries);
	if (message.events.some((event) => event.kind === "over")) await afterRound(message);
	if (message.events.some((event) => event.kind === "opened")) await renew();
}

// Another session has begun, and may be played by something else than the one before.
async function renew() {
	if (await lay()) say("A new session has begun here. Who had a seat keeps it, with all chips.");
}

async function shownFor(event, layout) {
	const slow = pace(state().prefs) / (queue.length > 2 ? 3 : 1);
	const time = CARDS.has(event.kind) ? layout.pace.card : STEPS.has(event.kind) ? layout.pace.step : 0;
	if (!time || !slow || hurry || document.hidden) return;
	animate(event, Math.min(300, time * slow));
	await waitFor(time * slow, () => hurry);
}

const entry = (message, event, text) => ({
	seq: message.seq,
	kind: event.kind,
	text,
	seat: event.data.seat || 0,
	mine: message.yours.includes(event.data.seat),
	line: event.kind === "settled" ? lineOf(event.data.line) : null,
	round: message.view.round,
});

const ALOUD = new Set([
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

function tellAloud(message, entries) {
	for (const it of entries) {
		const others = it.kind === "settled" && !it.mine;
		if (ALOUD.has(it.kind) && !others) say(it.text);
	}
	if (asked(message)) say(`Your turn: ${message.view.choices.map((it) => it.choice).join(", ")}.`);
}

async function afterRound(message) {
	const { name } = here();
	const round = message.events.find((event) => event.kind === "over").data.round;
	try {
		const last = await getIfAny(`/tables/${name}/last`);
		if (here()?.name !== name) return;
		change("table", { last, choosing: null });
		const mine = last?.round === round ? last.seats.filter((it) => message.yours.includes(it.seat)) : [];
		const net = mine.reduce((sum, it) => sum + it.net, 0);
		if (mine.length)
			say(
				net
					? `You are ${net > 0 ? "up" : "down"} ${money(Math.abs(net))} on the round.`
					: "You come out even on the round.",
			);
	} catch (problem) {
		trouble(problem);
	}
}

// ---- what is said

// What is refused for a number that is not the one that was promised (S34) can be said in another way, if there is one.
async function command(busy, made, otherwise) {
	if (!here() || here().busy) return false;
	change("table", { busy });
	page.set({ trouble: "" });
	try {
		try {
			await line.give(await made());
		} catch (problem) {
			if (!otherwise || !problem.rulings?.includes("S34")) throw problem;
			await line.give(await otherwise());
		}
		return true;
	} catch (problem) {
		trouble(problem);
		return false;
	} finally {
		if (here()) change("table", { busy: "" });
	}
}

export async function sit(seat) {
	const fresh = !state().me;
	try {
		await comeIn();
	} catch (problem) {
		trouble(problem);
		return false;
	}
	if (fresh) connect();
	const amount = Math.min(20_000, state().wallet ?? 0);
	if (!amount) {
		trouble(document.getElementById("no-money").content.textContent);
		return false;
	}
	const sitting = (promised) => ({ do: "sit", seat, args: { chips: amount, ...promised } });
	// Who left has a number in the next shuffle still, and promises another after it.
	const down = await command("You sit down", async () => sitting(await promise(part, here().message.view)), sitting);
	if (down) await wallet();
	return down;
}

// The free seat nearest to the middle; if somebody is faster, the next.
export async function sitAnywhere() {
	const { layout } = here();
	for (let tries = 0; tries < layout.seats; tries++) {
		const seat = freeSeat(layout);
		if (!seat || (await sit(seat)) || !latest().view.seats.some((it) => it.seat === seat)) return;
	}
}

function freeSeat(layout) {
	const { view, yours } = latest();
	const taken = new Set(view.seats.map((it) => it.seat));
	const middle = Math.ceil(layout.seats / 2);
	const free = upTo(layout.seats).filter((it) => !taken.has(it));
	free.sort((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
	return yours.length ? 0 : free[0];
}

const given = () => part.turn(() => give(part, latest()));

export async function bet() {
	const { draft, name } = here();
	const seat = ownSeat();
	ready = { round: latest().view.round, tries: 0, asking: false };
	skip();
	const betting = async (args) => ({ do: "bet", seat: seat.seat, args: { ...args, ...(await given()) } });
	const placed = () => betting({ wagers: draft, ready: true });
	// Who comes from another browser gives a number that does not count, and promises one.
	const done = await command("Your bet", placed, async () => {
		await line.give(await betting({ wagers: seat.wagers }));
		return placed();
	});
	if (done && here()) {
		change("table", { before: draft });
		keep(betsKey(name), draft);
		await becomeReady(latest());
	} else ready = NOT_READY();
}

// With the first number of one's own the cards are shuffled again, and one is asked again to be ready (S34).
async function becomeReady(message) {
	const { view } = message;
	const owing = own(message).filter(
		(it) => !it.ready && !it.away && Object.keys(it.wagers).length && view.phase === "betting",
	);
	if (!owing.length || view.round !== ready.round || ready.tries >= AGAIN_READY || ready.asking) return;
	ready.tries++;
	ready.asking = true;
	try {
		for (const { seat } of owing) await line.give({ do: "ready", seat, args: await given() });
	} catch (problem) {
		trouble(problem);
	} finally {
		ready.asking = false;
	}
}

// Take the wagers back, as long as bets are open.
export async function unbet() {
	ready = NOT_READY();
	for (const { seat } of own()) await command("Your bet comes back", () => ({ do: "bet", seat, args: { wagers: {} } }));
}

export async function decide(choice, discard) {
	const message = latest();
	const seat = asked(message);
	if (!seat) return;
	skip();
	change("table", { choosing: null });
	await command(choice, () => ({
		do: "decide",
		seat,
		args: discard ? { choice, discard } : { choice },
		expects: message.seq,
	}));
}

// What holds for all places that one has.
const everywhere = (does, busy, where) => async () => {
	for (const { seat } of own().filter(where)) await command(busy, () => ({ do: does, seat }));
};
export const sitOut = everywhere("sit out", "You sit out", (it) => !it.away);
export const comeBack = everywhere("come back", "You come back", (it) => it.away);

export async function leaveAfter() {
	await everywhere("leave after", "You leave after this round", () => true)();
	if (here() && !state().trouble) change("table", { leaving: own(latest()).length > 0 }); // between rounds one is gone at once
	await wallet();
}

export async function buy(seat, amount) {
	const bought = await command("You buy chips", () => ({ do: "buy", seat, args: { amount } }));
	if (bought) await wallet();
	return bought;
}

// A command of a console, for the table as it is shown.
export const act = (given) => command(given.do, () => ({ ...given, expects: latest().seq }));

export function skip() {
	if (showing) hurry = true;
}

// ---- the draft

// Whoever begins to bet has looked at the last round.
function cleared(table) {
	return table.scene?.over ? { scene: laid(table.message.view) } : {};
}

export function draft(made) {
	change("table", (table) => ({ ...cleared(table), draft: made(table.layout, table.draft) }));
}

const betsKey = (name) => `croupier bets ${name}`;

// ---- beside the table

export async function openClause(clause, ruling = "") {
	change("table", { tab: "rules", clause: { id: clause, ruling } });
	await needRules();
}

export async function needRules() {
	const { name, rules } = here();
	if (rules) return;
	const found = await get(`/tables/${name}/rules`);
	if (here()?.name === name) change("table", { rules: found });
}

export const ownPart = () => part;
export const keepPart = () => here() && savePart(here().name, part);
