// The coach's values of actions: exact fractions of cents, added and shown.

import { html, phrase, withSign } from "../index.js";

/** @import { CoachAction, Score } from "../types.js" */

/** @param {string} text */
const fractionParts = (text) => text.split("/").map(BigInt);

/**
 * @param {string} one
 * @param {string} other
 */
function addFractions(one, other) {
	const [[a, b = 1n], [c, d = 1n]] = [fractionParts(one), fractionParts(other)];
	let [most, least] = [b, d];
	while (least) [most, least] = [least, most % least];
	return `${a * (d / most) + c * (b / most)}/${(b / most) * d}`;
}

/**
 * Dollars, to the hundredth of a cent.
 * @param {string} text
 */
function fractionText(text) {
	const [n, d = 1n] = fractionParts(text);
	const fine = (200n * n + d) / (2n * d);
	return withSign(`${fine / 10000n}.${String(fine % 10000n).padStart(4, "0")}`);
}

/** @param {CoachAction} action */
export const isRight = (action) => action.cost === "0";
/** @param {CoachAction[]} actions */
const bestAction = (actions) => /** @type {CoachAction} */ (actions.find((it) => it.best));
/**
 * The rulings by which an action is the best of several that are worth the same.
 * @param {CoachAction} action
 */
const rulingsText = ({ rulings }) =>
	rulings?.length ? phrase("coach_values.with_less_at_risk_ruling", { rulings: rulings.join(", ") }) : "";
/** @param {CoachAction[]} actions */
export function valuesText(actions) {
	const best = bestAction(actions);
	return phrase("coach_values.best", {
		actions: actions.map((it) => `${it.name}: ${it.dollars}`).join("; "),
		name: best.name,
		best: rulingsText(best),
	});
}
/**
 * @param {CoachAction} taken
 * @param {CoachAction[]} actions
 */
export const verdictText = (taken, actions) =>
	isRight(taken)
		? phrase("coach_values.was_right", { name: taken.name, taken: rulingsText(taken) })
		: phrase("coach_values.was_better_by_on_average", {
				name: bestAction(actions).name,
				cost_dollars: taken.cost_dollars,
			});
/** @param {Score} score */
export const scoreText = ({ decisions, right, cost }) =>
	phrase("coach_values.of_decisions_right_given_away", { right, decisions, cost: fractionText(cost) });
/**
 * @param {Score} score
 * @param {CoachAction} taken
 * @returns {Score}
 */
export const withDecision = ({ decisions, right, cost }, taken) => ({
	decisions: decisions + 1,
	right: right + Number(isRight(taken)),
	cost: addFractions(cost, taken.cost),
});
export const NO_SCORE = { decisions: 0, right: 0, cost: "0" };

/** @param {{ actions: CoachAction[], taken?: CoachAction }} props */
export function CoachValues({ actions, taken }) {
	return html`<table class="plain worths">
		<caption>${taken ? verdictText(taken, actions) : phrase("coach_values.on_average_from_here")}</caption>
		<tbody>
			${actions.map(
				(it) =>
					html`<tr class=${it.best ? "best" : ""}>
						<th scope="row">${it.name}${it === taken && html` <em>${phrase("coach_values.yours")}</em>`}</th>
						<td>${it.dollars.replace("-", "−")}</td>
						<td>${
							it.best
								? phrase("coach_values.best_choice", {
										rulings: rulingsText(it),
									})
								: isRight(it)
									? phrase("coach_values.worth_the_same")
									: `−${it.cost_dollars}`
						}</td>
					</tr>`,
			)}
		</tbody>
	</table>`;
}
