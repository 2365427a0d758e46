// A round again, as a viewer saw it, step by step.

import {
	announce,
	attempt,
	capitalize,
	formatTime,
	get,
	html,
	markup,
	may,
	mayAnywhere,
	money,
	Note,
	newId,
	parseAmount,
	phrase,
	post,
	pressedKey,
	request,
	ShareableAddress,
	setTitle,
	state,
	targetOf,
	updateScreen,
	useEffect,
	useKeys,
} from "../index.js";
import { SmallForm } from "../table/controls/forms.js";
import { dealtTexts, eventText, narrationContext, settlementLine } from "../table/narration.js";
import { applyEvent, reconcile, sceneOfView, withMadeHands } from "../table/scene.js";
import { Citations } from "../table/side_panel.js";
import { TableView } from "../table/text_view.js";

/**
 * @import { Filled, HiddenCards, HiddenReplay, LastRound, Layout, Me, Moment, ReplayFrame, ReplayState, Round, Scene,
 *   SignificantEvent, State } from "../types.js"
 */

const PACE = 700; // milliseconds for a step
const COMINGS = new Set(["sat", "left", "away", "bought"]); // before the first bet they are no part of the round
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
	setTitle(phrase("common.round_3", { round: round.round }), round.title);
	updateScreen("replay", {
		path,
		round,
		layout: round.layout,
		as: "",
		own: Boolean(second),
		hands: [],
		incidents: [],
		correction: "",
		corrected: "",
	});
	if (second && mayAnywhere(state().me, "recall")) {
		const [found] = (await get(`/rounds?session=${first}&round=${second}`)).rounds;
		updateScreen("replay", { hands: found.hands });
	}
	if (second && may(state().me, "correct")) await loadIncidents();
	await showAs("");
}

// Load what is on record of this round as significant, and give the next correction an id.
async function loadIncidents() {
	const { session, round } = replayState().round;
	/** @type {SignificantEvent[]} */
	const incidents = [];
	let after = 0;
	do {
		const some = await request("GET", `/significant?session=${session}&round=${round}&after=${after}`);
		incidents.push(...some.events);
		after = some.after;
	} while (after);
	updateScreen("replay", { incidents, correction: newId() });
}

/**
 * Correct a wallet or the tray after a round: once, however often the button is pressed.
 * @param {Filled} given
 */
async function correctLedger({ account, up, amount, incident, reason }) {
	const [cents, of] = [parseAmount(amount), accountOptions(replayState()).find(([name]) => name === account)?.[1]];
	const { correction } = replayState();
	await post("/corrections", {
		request: correction,
		account,
		amount: cents,
		up: up === "up",
		reason,
		incident: Number(incident),
	});
	if (replayState().correction !== correction) return; // it was pressed twice, and is done
	const corrected = phrase(up === "up" ? "replay.added" : "replay.taken_away", {
		of,
		amount: money(cents),
	});
	updateScreen("replay", { corrected });
	announce(corrected);
	await loadIncidents();
}

/**
 * The wallets of those who played the round, one for a person with two seats, and the tray of its table.
 * @param {ReplayState} mine
 */
const accountOptions = ({ hands, round }) => [
	...new Map(hands.map((it) => [`wallet/${it.person}`, phrase("common.seat", { seat: it.seat, name: it.name })])),
	[`tray/${round.table}`, phrase("replay.the_tray_of", { table: round.table })],
];

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
	const { path, layout, round } = replayState();
	const moments = await allMoments(async (after) => {
		if (!isHidden(as)) return request("GET", `${path}/replay?after=${after}${as && `&as=${as}`}`);
		/** @type {HiddenReplay} */
		const some = await request("POST", `${path}/hidden`, { reason, after, person: as.slice(1) });
		return { ...some, moments: some.moments.map(({ told, dealt }) => ({ ...told, dealt })) };
	});
	const shown = replayState().own ? null : sharedCards(round);
	const frames = framesOf(layout, moments).map((it) => {
		const scene = withHiddenCards(it.scene, shown);
		return { ...it, scene: scene.over ? withMadeHands(scene, /** @type {LastRound} */ (round.came)) : scene };
	});
	const linked = /^#\d+$/.test(location.hash) ? Number(location.hash.slice(1)) : frames.length;
	updateScreen("replay", { as, frames, at: Math.max(1, Math.min(linked, frames.length)) - 1 });
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
 * The cards of whoever shared the round, if they are shared too.
 * @param {Round} round
 * @returns {HiddenCards}
 */
const sharedCards = ({ round, yours, came }) => ({
	round,
	dealer: [],
	community: [],
	seats: came.seats.filter((it) => yours.includes(it.seat)),
});

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
	let begun = false;
	for (const message of moments) {
		const about = narrationContext(layout, message);
		const cards = dealtTexts(message.events, about);
		for (const event of message.events) {
			begun ||= event.kind === "placed" || event.kind === "closed";
			if (!begun && COMINGS.has(event.kind)) continue;
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
	announce(phrase("replay.the_address_leads_to_this"));
}

/** @param {boolean} ownCards */
const share = (ownCards) =>
	attempt(async () => {
		const { path } = await request("POST", `${replayState().path}/shares${ownCards ? "?own_cards=true" : ""}`);
		updateScreen("replay", { shared: path, sharedCards: ownCards });
	});

/** @param {{ mine: ReplayState, me: Me }} props */
function ViewerChoice({ mine, me }) {
	const eyes = [
		["", phrase("common.the_floor")],
		["dealer", phrase("replay.the_dealer")],
		["public", phrase("replay.the_public")],
	];
	if (may(me, "look at hidden cards"))
		eyes.push(
			["*", phrase("replay.nobody_with_everything_that_was")],
			...mine.hands.map((it) => [`*${it.person}`, phrase("replay.seat", { seat: it.seat, name: it.name })]),
		);
	/** @param {string} as */
	const choose = (as) => (isHidden(as) ? updateScreen("replay", { as }) : attempt(() => showAs(as)));
	return html`
		<label>
			${phrase("replay.as_seen_by")}${" "}
			<select class="eyes" onChange=${(event) => choose(event.target.value)}>
				${eyes.map(([as, text]) => html`<option value=${as} selected=${mine.as === as}>${text}</option>`)}
			</select>
		</label>
		${
			isHidden(mine.as) &&
			html`
				<${SmallForm}
					fields=${[["reason", phrase("replay.why_it_is_put_on"), { maxlength: 500 }]]}
					text=${phrase("replay.look_at_it")}
					act=${({ reason }) => showAs(mine.as, reason)}
				/>
			`
		}
	`;
}

/** @param {SignificantEvent} it */
const incidentText = ({ what, says }) => `${what}: ${says.says || says.reason}`;

/**
 * What is on record of the round as significant, and the form by which a manager corrects the ledger after it.
 * @param {{ mine: ReplayState }} props
 */
function LedgerCorrection({ mine }) {
	const { incidents, corrected } = mine;
	const of = incidents.filter((it) => it.says.says); // what has happened at the table, and no look or correction
	return html`<details class="correction">
		<summary>${phrase("replay.correct_the_ledger")}</summary>
		<${Note} of="note.correction" />
		<ul class="rows">${incidents.map((it) => html`<li key=${it.seq}>${capitalize(incidentText(it))}</li>`)}</ul>
		<${SmallForm}
			does="correction"
			fields=${[
				[
					"account",
					phrase("replay.whose_money"),
					{ options: [["", phrase("common.choose")], ...accountOptions(mine)] },
				],
				[
					"up",
					phrase("common.what"),
					{
						options: [
							["", phrase("common.choose")],
							["up", phrase("replay.add")],
							["down", phrase("replay.take_away")],
						],
					},
				],
				["amount", phrase("common.amount"), { inputmode: "decimal" }],
				[
					"incident",
					phrase("replay.after"),
					{ options: [...of.map((it) => [it.seq, capitalize(incidentText(it))]), [0, phrase("replay.no_incident")]] },
				],
				["reason", phrase("replay.why_it_is_put_on_2"), { maxlength: 500 }],
			]}
			text=${phrase("replay.correct_the_ledger")}
			act=${correctLedger}
		/>
		<p class="done" role="status">${corrected}</p>
	</details>`;
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
	if (!mine.frames) return html`<main class="loading"><p>${phrase("replay.the_round_is_being_looked")}</p></main>`;
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
		may: phrase("replay.the_arrow_keys_step_through"),
	};
	return html`<main class="replay">
		<header><h1>
			${markup("replay.round", {
				round: round.round,
				title: round.title,
				round2: formatTime(round.at),
			})}
		</h1></header>
		<div class="play">
			<${TableView} all=${page} table=${table} />
			<div class="foot">
				<div class="bar scrub">
					<button class="second" onClick=${() => goToStep(at - 1)} aria-label=${phrase("replay.step_back")}>‹</button>
					<button class="second" onClick=${togglePlay}>${playing ? phrase("replay.pause") : phrase("common.play")}</button>
					<button class="second" onClick=${() => goToStep(at + 1)} aria-label=${phrase("replay.step_on")}>›</button>
					<label class="slide">
						<span class="unseen">${phrase("replay.step")}</span>
						<input
							type="range"
							min="0"
							max=${frames.length - 1}
							value=${at}
							aria-valuetext=${frames[at].text || phrase("replay.a_step")}
							onInput=${(event) => goToStep(Number(event.target.value))}
						/>
					</label>
					<a href=${`#${at + 1}`} onClick=${linkToStep} title=${phrase("replay.link_to_this_step")}>
						${markup("replay.of", {
							it: at + 1,
							frames: frames.length,
						})}
					</a>
				</div>
			</div>
		</div>
		<aside class="side">
			${
				staff
					? html`<${ViewerChoice} mine=${mine} me=${page.me} />`
					: mine.own &&
						html`<p class="row wrapped">
							<button class="second" onClick=${() => share(false)}>${phrase("replay.make_a_link_that_others")}</button>
							<button class="second" onClick=${() => share(true)}>${phrase("replay.make_one_that_shows_my")}</button>
						</p>`
			}
			${mine.own && may(page.me, "correct") && html`<${LedgerCorrection} mine=${mine} />`}
			${
				shared &&
				html`<p role="status">
					${markup("replay.whoever_has_this_link_sees", {
						sharedCards: mine.sharedCards ? phrase("replay.and_your_cards") : "",
					})}${" "}
					<${ShareableAddress} path=${`/shared/${shared.split("/").at(-1)}`} />
				</p>`
			}
			<${Steps} mine=${mine} />
		</aside>
	</main>`;
}
