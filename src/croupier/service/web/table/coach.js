// The coach beside the table, and the player's score.

import { CoachValues, NO_SCORE, scoreText, valuesText, verdictText, withDecision } from "../coach_values.js";
import {
	announce,
	FromTemplate,
	get,
	html,
	problemText,
	readStored,
	state,
	updatePart,
	writeStored,
} from "../index.js";
import { askedSeat, listeners, openTable } from "./session.js";

/** @import { CoachAction, CoachState, TableMessage, TableState } from "../types.js" */

const KEY = "croupier coach";
const WHEN_TEXTS = { asked: "when I ask", before: "before I choose", after: "after I have chosen" };
const AGAIN = 3; // seconds at most until it is asked again whether it is ready
const NOT_HERE = "The house does not let players ask the coach at this table.";
let timer = 0;

/** @returns {CoachState} */
const coachState = () => state().table?.coach || { when: readStored(KEY) || "asked", turn: "", account: NO_SCORE };
/** @param {Partial<CoachState>} by */
const updateCoach = (by) => updatePart("table", () => ({ coach: { ...coachState(), ...by } }));

/**
 * The id of the decision that the player is asked for, which stays while others act.
 * @param {TableMessage | null | undefined} message
 */
function decisionId(message) {
	const seat = askedSeat(message);
	return message && seat
		? `${message.view.round} ${seat} ${message.view.seats.find((it) => it.seat === seat)?.decisions.length}`
		: "";
}

/** @param {TableMessage} [message] */
export async function askCoach(message = openTable().message) {
	const { name, layout } = openTable();
	const turn = decisionId(message);
	clearTimeout(timer);
	if (!turn || !layout.coach) return announce(turn ? NOT_HERE : "Nothing is asked of you now.");
	if (coachState().turn !== turn) updateCoach({ turn, advice: null, done: null });
	const { advice: known } = coachState();
	if (known) return announce(valuesText(known));
	updateCoach({ note: "The coach looks at it." });
	try {
		/** @type {{ actions?: CoachAction[], seconds?: number }} */
		const { actions, seconds = 0 } = await get(`/tables/${name}/seats/${askedSeat(message)}/coach`);
		if (state().table?.name !== name || coachState().turn !== turn) return;
		updateCoach({
			advice: actions,
			note: actions ? "" : `The coach is ready in about ${seconds} s. You need not wait for it.`,
		});
		if (!actions)
			timer = setTimeout(
				() => state().table?.name === name && decisionId(openTable().message) === turn && askCoach(),
				1000 * Math.min(seconds, AGAIN),
			);
		else if (coachState().done) judgeDecision();
		else if (coachState().when !== "after") announce(valuesText(actions));
	} catch (problem) {
		if (problem.body === undefined) throw problem;
		if (coachState().turn === turn) updateCoach({ note: problemText(problem) });
	}
}

function judgeDecision() {
	const { advice, done, account } = coachState();
	const taken = done && advice?.find((it) => it.choice === done.choice && it.discard.join() === done.discard);
	if (!advice || !taken) return;
	updateCoach({ account: withDecision(account, taken), last: { taken, actions: advice }, turn: "", advice: null });
	announce(`The coach: ${verdictText(taken, advice)}`);
}

listeners.push((message, before) => {
	for (const { kind, data } of message.what === "happened" ? message.events : []) {
		if (kind !== "decided" || data.absent || !coachState().turn || decisionId(before) !== coachState().turn) continue;
		updateCoach({
			done: {
				choice: data.choice,
				discard: (data.discard || []).map((/** @type {number} */ it) => openTable().layout.deck.order[it]).join(),
			},
		});
		if (coachState().advice) judgeDecision();
	}
	if (coachState().when !== "asked" && decisionId(message) && decisionId(message) !== coachState().turn)
		askCoach(message);
});

/**
 * What a choice is worth, for its button: the best that the player can have by it.
 * @param {string} choice
 */
export function choiceValue(choice) {
	const { advice, when, turn } = coachState();
	const all =
		advice && when !== "after" && turn === decisionId(openTable().message)
			? advice.filter((it) => it.choice === choice)
			: [];
	return all.find((it) => it.best) || all[0];
}

/** @param {{ target: HTMLSelectElement }} event */
function chooseWhen(event) {
	const when = /** @type {CoachState["when"]} */ (event.target.value);
	writeStored(KEY, when);
	updateCoach({ when });
	if (when !== "asked" && decisionId(openTable().message)) askCoach();
}

/** @param {{ table: TableState }} props */
export function Coach({ table }) {
	const { when, turn, advice, note, last, account } = coachState();
	const now = decisionId(table.message);
	const here = now && turn === now;
	const practise = html`<p>
		<a href=${`/practice/${table.layout.rulebook}`}>Practise the decisions at which most is lost</a>
	</p>`;
	if (!table.layout.coach) return html`<p class="empty">${NOT_HERE}</p>${practise}`;
	return html`
		<label>
			The coach speaks${" "}
			<select onChange=${chooseWhen}>
				${Object.entries(WHEN_TEXTS).map(
					([key, text]) => html`<option value=${key} selected=${key === when}>${text}</option>`,
				)}
			</select>
		</label>
		<p class="note" role="status">
			${here && note}
			${here && advice && when === "after" && "The coach speaks when you have chosen."}
		</p>
		${!now && html`<${FromTemplate} id="coach-note" />`}
		${
			now &&
			!here &&
			html`<button class="first" data-coach onClick=${() => askCoach()}>What is each choice worth? <kbd>W</kbd></button>`
		}
		${here && advice && when !== "after" && html`<${CoachValues} actions=${advice} />`}
		${
			last &&
			html`<section aria-label="Your last decision"><h2>Your last decision</h2><${CoachValues} ...${last} /></section>`
		}
		<section aria-label="Account">
			<h2>So far</h2>
			${
				account.decisions
					? html`
						<p>${scoreText(account)}.</p>
						<p><button class="second" onClick=${() => updateCoach({ account: NO_SCORE })}>Begin anew</button></p>
					`
					: html`<${FromTemplate} id="account-note" />`
			}
		</section>
		${practise}
	`;
}
