// A round again, as a viewer saw it, step by step.

import {
	announce,
	attempt,
	formatTime,
	get,
	html,
	may,
	mayAnywhere,
	pressedKey,
	request,
	ShareableAddress,
	state,
	targetOf,
	updateScreen,
	useEffect,
	useKeys,
} from "../index.js";
import { SmallForm } from "../table/forms.js";
import { dealtTexts, eventText, narrationContext, settlementLine } from "../table/narration.js";
import { applyEvent, reconcile, sceneOfView } from "../table/scene.js";
import { Citations } from "../table/side_panel.js";
import { TableView } from "../table/text_view.js";

/**
 * @import { HiddenCards, HiddenReplay, Layout, Me, Moment, ReplayFrame, ReplayState, Round, Scene,
 *   State } from "../types.js"
 */

const PACE = 700; // milliseconds for a step
/** @param {string} as */
const isHidden = (as) => as.startsWith("*"); // the id of the person may follow
let timer = 0;
/** @returns {ReplayState} */
const replayState = () => state().screens.replay;

/** @param {string[]} parts */
export async function open([first, second]) {
	clearInterval(timer);
	const path = second ? `/rounds/${first}/${second}` : `/shared/${first}`;
	updateScreen("replay", { frames: null, at: 0, playing: false, round: null, shared: null });
	const round = /** @type {Round} */ (await get(path));
	updateScreen("replay", { path, round, layout: round.layout, as: "", own: Boolean(second), hands: [] });
	if (second && mayAnywhere(state().me, "recall")) {
		const [found] = (await get(`/rounds?session=${first}&round=${second}`)).rounds;
		updateScreen("replay", { hands: found.hands });
	}
	await showAs("");
}

/**
 * All parts of a replay, one after the other.
 * @param {(after: number) => Promise<{ moments: Moment[], after: number }>} part
 */
async function allMoments(part) {
	/** @type {Moment[]} */
	const moments = [];
	let after = 0;
	do {
		const some = await part(after);
		moments.push(...some.moments);
		after = some.after;
	} while (after);
	return moments;
}

/**
 * Show the round as a viewer saw it; an auditor who says why is shown what was hidden, once that is on record.
 * @param {string} as
 * @param {string} [reason]
 */
async function showAs(as, reason) {
	const { path, layout } = replayState();
	const moments = await allMoments(async (after) => {
		if (!isHidden(as)) return request("GET", `${path}/replay?after=${after}${as && `&as=${as}`}`);
		/** @type {HiddenReplay} */
		const some = await request("POST", `${path}/hidden`, { reason, after, person: as.slice(1) });
		return { ...some, moments: some.moments.map(({ told, dealt }) => ({ ...told, dealt })) };
	});
	const frames = framesOf(layout, moments);
	updateScreen("replay", { as, frames, at: Math.min(Number(location.hash.slice(1)) || Infinity, frames.length) - 1 });
}

/**
 * The scene with the cards that were dealt and not shown, where the message tells them.
 * @param {Scene} scene
 * @param {HiddenCards | null | undefined} dealt
 * @returns {Scene}
 */
function withHiddenCards(scene, dealt) {
	if (!dealt) return scene;
	/**
	 * @param {string[]} cards
	 * @param {string[]} known
	 */
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

/**
 * A frame for each step that can be seen.
 * @param {Layout} layout
 * @param {Moment[]} moments
 * @returns {ReplayFrame[]}
 */
function framesOf(layout, moments) {
	const first = moments[0];
	let scene = sceneOfView({ ...first.view, seats: [], dealer: [], community: [] });
	/** @type {ReplayFrame[]} */
	const frames = [];
	for (const message of moments) {
		const about = narrationContext(layout, message);
		const cards = dealtTexts(message.events, about);
		for (const event of message.events) {
			if (event.kind === "dealt")
				for (const text of cards.splice(0))
					frames.push({ scene: withHiddenCards(scene, message.dealt), message, text, line: null });
			const next = applyEvent(scene, event, layout.deck.order, message.view);
			const text = eventText(event, about);
			if (next === scene && !text) continue;
			scene = next;
			frames.push({
				scene: withHiddenCards(scene, message.dealt),
				message,
				text,
				line: event.kind === "settled" ? settlementLine(event.data.line) : null,
			});
		}
		scene = reconcile(scene, message.view);
	}
	return frames.length ? frames : [{ scene, message: first, text: "", line: null }];
}

/** @param {number} at */
function goToStep(at) {
	const frames = replayState().frames ?? [];
	const bounded = Math.max(0, Math.min(frames.length - 1, at));
	updateScreen("replay", { at: bounded });
	announce(frames[bounded].text);
}

function togglePlay() {
	const { playing, at } = replayState();
	clearInterval(timer);
	if (playing) return updateScreen("replay", { playing: false });
	if (at >= (replayState().frames?.length ?? 0) - 1) goToStep(0);
	updateScreen("replay", { playing: true });
	timer = setInterval(() => {
		const { at: now, frames } = replayState();
		if (state().route.screen !== "replay" || now >= (frames?.length ?? 0) - 1) {
			clearInterval(timer);
			updateScreen("replay", { playing: false });
		} else goToStep(now + 1);
	}, PACE);
}

/**
 * From now on the address of the page is the address of the step.
 * @param {{ target: HTMLAnchorElement, preventDefault(): void }} event
 */
function linkToStep(event) {
	event.preventDefault();
	history.replaceState(null, "", event.target.hash);
	announce("The address leads to this step.");
}

const share = () =>
	attempt(async () => updateScreen("replay", { shared: (await request("POST", `${replayState().path}/shares`)).path }));

/** @param {{ mine: ReplayState, me: Me }} props */
function ViewerChoice({ mine, me }) {
	const eyes = [
		["", "the floor"],
		["dealer", "the dealer"],
		["public", "the public"],
	];
	if (may(me, "look at hidden cards"))
		eyes.push(
			["*", "nobody: with everything that was dealt"],
			...mine.hands.map((it) => [`*${it.person}`, `seat ${it.seat}, ${it.name}`]),
		);
	/** @param {string} as */
	const choose = (as) => (isHidden(as) ? updateScreen("replay", { as }) : attempt(() => showAs(as)));
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
				<${SmallForm}
					fields=${[["reason", "Why? It is put on record, and who has looked.", { maxlength: 500 }]]}
					text="Look at it"
					act=${({ reason }) => showAs(mine.as, reason)}
				/>
			`
		}
	`;
}

/** @type {Record<string, () => void>} */
const KEYS = {
	arrowleft: () => goToStep(replayState().at - 1),
	arrowright: () => goToStep(replayState().at + 1),
	home: () => goToStep(0),
	end: () => goToStep(Infinity),
	" ": togglePlay,
};

/** @param {{ mine: ReplayState }} props */
function Steps({ mine }) {
	const { frames, at, layout } = mine;
	return html`<ol class="log steps">
		${frames?.map(
			(it, n) =>
				it.text &&
				html`<li key=${n} class=${n === at ? "now" : n > at ? "later" : ""}>
					<button onClick=${() => goToStep(n)} aria-current=${n === at ? "step" : undefined}>${it.text}</button>
					${it.line && html`<${Citations} ...${it.line} layout=${layout} />`}
				</li>`,
		)}
	</ol>`;
}

/** @param {{ all: State }} props */
export function Screen({ all: page }) {
	const mine = page.screens.replay || {};
	useKeys((event) => {
		const does =
			mine.frames && !targetOf(event).closest(event.key === " " ? "input, button" : "input") && KEYS[pressedKey(event)];
		if (does) {
			event.preventDefault();
			does();
		}
	});
	useEffect(() => () => clearInterval(timer), []);
	if (!mine.frames) return html`<main class="loading"><p>The round is being looked up.</p></main>`;
	const { round, layout, frames, at, playing, shared } = mine;
	const { scene, message } = frames[at];
	const staff = mine.own && mayAnywhere(page.me, "recall");
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
		<header><h1>Round ${round.round} <small>${round.title}, ${formatTime(round.at)}</small></h1></header>
		<div class="play">
			<${TableView} all=${page} table=${table} />
			<div class="foot">
				<div class="bar scrub">
					<button class="second" onClick=${() => goToStep(at - 1)} aria-label="Step back">‹</button>
					<button class="second" onClick=${togglePlay}>${playing ? "Pause" : "Play"}</button>
					<button class="second" onClick=${() => goToStep(at + 1)} aria-label="Step on">›</button>
					<label class="slide">
						<span class="unseen">Step</span>
						<input
							type="range"
							min="0"
							max=${frames.length - 1}
							value=${at}
							aria-valuetext=${frames[at].text || "a step"}
							onInput=${(event) => goToStep(Number(event.target.value))}
						/>
					</label>
					<a href=${`#${at + 1}`} onClick=${linkToStep} title="Link to this step">${at + 1} of ${frames.length}</a>
				</div>
			</div>
		</div>
		<aside class="side">
			${
				staff
					? html`<${ViewerChoice} mine=${mine} me=${page.me} />`
					: mine.own && html`<p><button class="second" onClick=${share}>Make a link that others can open</button></p>`
			}
			${
				shared &&
				html`<p role="status">
					Whoever has this link sees the round as the public saw it:${" "}
					<${ShareableAddress} path=${`/shared/${shared.split("/").at(-1)}`} />
				</p>`
			}
			<${Steps} mine=${mine} />
		</aside>
	</main>`;
}
