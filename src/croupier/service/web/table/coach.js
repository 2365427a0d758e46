// The coach beside the table, and the player's score.

import {
	announce,
	get,
	html,
	markup,
	Note,
	phrase,
	problemText,
	readStored,
	state,
	updatePart,
	writeStored,
} from "../index.js";
import { CoachValues, NO_SCORE, scoreText, valuesText, verdictText, withDecision } from "./coach_values.js";
import { askedSeat, listeners, openTable } from "./session.js";

/** @import { CoachAction, CoachState, TableMessage, TableState } from "../types.js" */

const KEY = "croupier coach";
const WHEN_TEXTS = {
	asked: phrase("coach.when_i_ask"),
	before: phrase("coach.before_i_choose"),
	after: phrase("coach.after_i_have_chosen"),
};
const AGAIN = 3; // seconds at most until the page asks the coach again
const NOT_HERE = phrase("coach.the_house_does_not_let");
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
	if (!turn || !layout.coach) return announce(turn ? NOT_HERE : phrase("common.nothing_is_asked_of_you"));
	if (coachState().turn !== turn) updateCoach({ turn, advice: null, done: null });
	const { advice: known } = coachState();
	if (known) return announce(valuesText(known));
	updateCoach({ note: phrase("coach.the_coach_looks_at_it") });
	try {
		/** @type {{ actions?: CoachAction[], seconds?: number }} */
		const { actions, seconds = 0 } = await get(`/tables/${name}/seats/${askedSeat(message)}/coach`);
		if (state().table?.name !== name || coachState().turn !== turn) return;
		updateCoach({
			advice: actions,
			note: actions ? "" : phrase("coach.the_coach_is_ready_in", { seconds }),
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
	announce(phrase("coach.the_coach", { advice: verdictText(taken, advice) }));
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
 * The value of a choice, for its button: the best that the player can have by it.
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
		<a href=${`/practice/${table.layout.rulebook}`}>${phrase("coach.practise_the_decisions_at_which")}</a>
	</p>`;
	if (!table.layout.coach) return html`<p class="empty">${NOT_HERE}</p>${practise}`;
	return html`
		<label>
			${phrase("coach.the_coach_speaks")}${" "}
			<select onChange=${chooseWhen}>
				${Object.entries(WHEN_TEXTS).map(
					([key, text]) => html`<option value=${key} selected=${key === when}>${text}</option>`,
				)}
			</select>
		</label>
		<p class="note" role="status">
			${here && note}
			${here && advice && when === "after" && phrase("coach.the_coach_speaks_when_you")}
		</p>
		${!now && html`<${Note} of="note.coach" />`}
		${
			now &&
			!here &&
			html`<button class="first" data-coach onClick=${() => askCoach()}>${markup("coach.what_is_each_choice_worth")}
			</button>`
		}
		${here && advice && when !== "after" && html`<${CoachValues} actions=${advice} />`}
		${
			last &&
			html`<section aria-label=${phrase("coach.your_last_decision")}><h2>
				${phrase("coach.your_last_decision")}
			</h2><${CoachValues} ...${last} /></section>`
		}
		<section aria-label=${phrase("coach.account")}>
			<h2>${phrase("coach.so_far")}</h2>
			${
				account.decisions
					? html`
						<p>${scoreText(account)}.</p>
						<p>
							<button class="second" onClick=${() => updateCoach({ account: NO_SCORE })}>${phrase("coach.begin_anew")}
							</button>
						</p>
					`
					: html`<${Note} of="note.account" />`
			}
		</section>
		${practise}
	`;
}
