// The coach's values of actions: exact fractions of cents, added and shown.

import { html, withSign } from "./index.js";

/** @import { CoachAction, Score } from "./types.js" */

/** @param {string} text */
const fractionParts = (text) => text.split("/").map(BigInt);

/**
 * @param {string} one
 * @param {string} other
 */
export function addFractions(one, other) {
	const [[a, b = 1n], [c, d = 1n]] = [fractionParts(one), fractionParts(other)];
	let [most, least] = [b, d];
	while (least) [most, least] = [least, most % least];
	return `${a * (d / most) + c * (b / most)}/${(b / most) * d}`;
}

/**
 * Dollars, to the hundredth of a cent.
 * @param {string} text
 */
export function fractionText(text) {
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
const rulingsText = ({ rulings }) => (rulings?.length ? `, with less at risk (ruling ${rulings.join(", ")})` : "");
/** @param {CoachAction[]} actions */
export function valuesText(actions) {
	const best = bestAction(actions);
	return `${actions.map((it) => `${it.name}: ${it.dollars}`).join("; ")}. Best: ${best.name}${rulingsText(best)}.`;
}
/**
 * @param {CoachAction} taken
 * @param {CoachAction[]} actions
 */
export const verdictText = (taken, actions) =>
	isRight(taken)
		? `${taken.name} was right${rulingsText(taken)}.`
		: `${bestAction(actions).name} was better by ${taken.cost_dollars} on average.`;
/** @param {Score} score */
export const scoreText = ({ decisions, right, cost }) =>
	`${right} of ${decisions} decisions right, ${fractionText(cost)} given away on average`;
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
		<caption>${taken ? verdictText(taken, actions) : "On average, from here"}</caption>
		<tbody>
			${actions.map(
				(it) =>
					html`<tr class=${it.best ? "best" : ""}>
						<th scope="row">${it.name}${it === taken && html` <em>yours</em>`}</th>
						<td>${it.dollars.replace("-", "−")}</td>
						<td>${it.best ? `best${rulingsText(it)}` : isRight(it) ? "worth the same" : `−${it.cost_dollars}`}</td>
					</tr>`,
			)}
		</tbody>
	</table>`;
}
