// A round again, as one saw it, step by step.

import { html, Address, keyOf, useEffect, useKeys, get, post, say, screen, state, trying, moment } from "../kit.js";
import { Ask } from "../table/forms.js";
import { folded, laid, settled } from "../table/scene.js";
import { context, dealtSaid, lineOf, said } from "../table/telling.js";
import { Cites } from "../table/side.js";
import { Shown } from "../table/text.js";

const PACE = 700; // milliseconds for a step
const STAFF = ["auditor", "manager"];
const isHidden = (as) => as.startsWith("*"); // and the person as whom, if it is one
let timer = 0;
const here = () => state().screens.replay;

export async function open([first, second]) {
	clearInterval(timer);
	const path = second ? `/rounds/${first}/${second}` : `/shared/${first}`;
	screen("replay", { frames: null, at: 0, playing: false, round: null, shared: null });
	const round = await get(path);
	screen("replay", { path, round, layout: round.layout, as: "", own: Boolean(second), hands: [] });
	if (second && STAFF.includes(state().me?.role)) {
		const [found] = (await get(`/rounds?session=${first}&round=${second}`)).rounds;
		screen("replay", { hands: found.hands });
	}
	await seenAs("");
}

// All parts of a replay, one after the other.
async function parts(part) {
	const moments = [];
	let after = 0;
	do {
		const some = await part(after);
		moments.push(...some.moments);
		after = some.after;
	} while (after);
	return moments;
}

// The round as somebody saw it; what was hidden, for an auditor who says why, once that is on record.
async function seenAs(as, reason) {
	const { path, layout } = here();
	const moments = await parts(async (after) => {
		if (!isHidden(as)) return get(`${path}/replay?after=${after}${as && `&as=${as}`}`);
		const some = await post(`${path}/hidden`, { reason, after, person: as.slice(1) });
		return { ...some, moments: some.moments.map(({ told, dealt }) => ({ ...told, dealt })) };
	});
	const frames = framed(layout, moments);
	screen("replay", { as, frames, at: Math.min(Number(location.hash.slice(1)) || Infinity, frames.length) - 1 });
}

// Cards that were dealt and not shown, laid open where the moment tells them.
function laidOpen(scene, dealt) {
	if (!dealt) return scene;
	const open = (cards, known) => (cards.length === known.length ? known : cards);
	const seats = Object.fromEntries(
		Object.entries(scene.seats).map(([number, seat]) => {
			const told = dealt.seats.find((it) => it.seat === Number(number));
			return [
				number,
				told ? { ...seat, cards: open(seat.cards, told.cards), discard: open(seat.discard, told.discard) } : seat,
			];
		}),
	);
	return {
		...scene,
		dealer: open(scene.dealer, dealt.dealer),
		community: open(scene.community, dealt.community),
		seats,
	};
}

// A frame for each step that can be seen.
function framed(layout, moments) {
	const first = moments[0];
	let scene = laid({ ...first.view, seats: [], dealer: [], community: [] });
	const frames = [];
	for (const message of moments) {
		const about = context(layout, message);
		const cards = dealtSaid(message.events, about);
		for (const event of message.events) {
			if (event.kind === "dealt")
				cards
					.splice(0)
					.forEach((text) => frames.push({ scene: laidOpen(scene, message.dealt), message, text, line: null }));
			const next = folded(scene, event, layout.deck.order, message.view);
			const text = said(event, about);
			if (next === scene && !text) continue;
			scene = next;
			frames.push({
				scene: laidOpen(scene, message.dealt),
				message,
				text,
				line: event.kind === "settled" ? lineOf(event.data.line) : null,
			});
		}
		scene = settled(scene, message.view);
	}
	return frames.length ? frames : [{ scene, message: first, text: "", line: null }];
}

function to(at) {
	const { frames } = here();
	const bounded = Math.max(0, Math.min(frames.length - 1, at));
	screen("replay", { at: bounded });
	say(frames[bounded].text);
}

function play() {
	const { playing, at, frames } = here();
	clearInterval(timer);
	if (playing) return screen("replay", { playing: false });
	if (at >= frames.length - 1) to(0);
	screen("replay", { playing: true });
	timer = setInterval(() => {
		const { at: now, frames: all } = here();
		if (state().route.screen !== "replay" || now >= all.length - 1) {
			clearInterval(timer);
			screen("replay", { playing: false });
		} else to(now + 1);
	}, PACE);
}

// The address of the page is from now on that of the step.
function link(event) {
	event.preventDefault();
	history.replaceState(null, "", event.target.hash);
	say("The address leads to this step.");
}

const share = () => trying(async () => screen("replay", { shared: (await post(`${here().path}/shares`)).path }));

function Eyes({ mine, me }) {
	const eyes = [
		["", "the floor"],
		["dealer", "the dealer"],
		["public", "the public"],
	];
	if (me.role === "auditor")
		eyes.push(
			["*", "nobody: with everything that was dealt"],
			...mine.hands.map((it) => [`*${it.person}`, `seat ${it.seat}, ${it.name}`]),
		);
	const choose = (as) => (isHidden(as) ? screen("replay", { as }) : trying(() => seenAs(as)));
	return html`
		<label>
			As seen by${" "}
			<select class="eyes" onChange=${(event) => choose(event.target.value)}>
				${eyes.map(([as, text]) => html`<option value=${as} selected=${mine.as === as}>${text}</option>`)}
			</select>
		</label>
		${
			isHidden(mine.as) &&
			html`
				<${Ask}
					fields=${[["reason", "Why? It is put on record, and who has looked.", { maxlength: 500 }]]}
					text="Look at it"
					act=${({ reason }) => seenAs(mine.as, reason)}
				/>
			`
		}
	`;
}

const KEYS = {
	arrowleft: () => to(here().at - 1),
	arrowright: () => to(here().at + 1),
	home: () => to(0),
	end: () => to(Infinity),
	" ": play,
};

function Steps({ mine }) {
	const { frames, at, layout } = mine;
	return html`<ol class="log steps">
		${frames.map(
			(it, n) =>
				it.text &&
				html`<li key=${n} class=${n === at ? "now" : n > at ? "later" : ""}>
					<button onClick=${() => to(n)} aria-current=${n === at ? "step" : undefined}>${it.text}</button>
					${it.line && html`<${Cites} ...${it.line} layout=${layout} />`}
				</li>`,
		)}
	</ol>`;
}

export function Screen({ all: page }) {
	const mine = page.screens.replay || {};
	useKeys((event) => {
		const does =
			mine.frames && !event.target.closest(event.key === " " ? "input, button" : "input") && KEYS[keyOf(event)];
		if (does) {
			event.preventDefault();
			does();
		}
	});
	useEffect(() => () => clearInterval(timer), []);
	if (!mine.frames) return html`<main class="loading"><p>The round is being looked up.</p></main>`;
	const { round, layout, frames, at, playing, shared } = mine;
	const { scene, message } = frames[at];
	const staff = mine.own && STAFF.includes(page.me?.role);
	const table = {
		layout,
		message: { ...message, open: [] },
		scene,
		log: frames.slice(0, at + 1),
		draft: {},
		busy: "",
		may: "The arrow keys step through the round, and Space plays it.",
	};
	return html`<main class="replay">
		<header><h1>Round ${round.round} <small>${round.title}, ${moment(round.at)}</small></h1></header>
		<div class="play">
			<${Shown} all=${page} table=${table} />
			<div class="foot">
				<div class="bar scrub">
					<button class="second" onClick=${() => to(at - 1)} aria-label="Step back">‹</button>
					<button class="second" onClick=${play}>${playing ? "Pause" : "Play"}</button>
					<button class="second" onClick=${() => to(at + 1)} aria-label="Step on">›</button>
					<label class="slide">
						<span class="unseen">Step</span>
						<input
							type="range"
							min="0"
							max=${frames.length - 1}
							value=${at}
							aria-valuetext=${frames[at].text || "a step"}
							onInput=${(event) => to(Number(event.target.value))}
						/>
					</label>
					<a href=${`#${at + 1}`} onClick=${link} title="Link to this step">${at + 1} of ${frames.length}</a>
				</div>
			</div>
		</div>
		<aside class="side">
			${
				staff
					? html`<${Eyes} mine=${mine} me=${page.me} />`
					: mine.own && html`<p><button class="second" onClick=${share}>Make a link that others can open</button></p>`
			}
			${
				shared &&
				html`<p role="status">
					Whoever has this link sees the round as the public saw it:${" "}
					<${Address} path=${`/shared/${shared.split("/").at(-1)}`} />
				</p>`
			}
			<${Steps} mine=${mine} />
		</aside>
	</main>`;
}
