// What actions are worth: exact fractions of cents, added up and shown.

import { html } from "./index.js";

const fractionParts = (text) => text.split("/").map(BigInt);

export function addFractions(one, other) {
	const [[a, b = 1n], [c, d = 1n]] = [fractionParts(one), fractionParts(other)];
	let [most, least] = [b, d];
	while (least) [most, least] = [least, most % least];
	return `${a * (d / most) + c * (b / most)}/${(b / most) * d}`;
}

// To the hundredth of a cent.
export function fractionText(text) {
	const [n, d = 1n] = fractionParts(text);
	const fine = (200n * n + d) / (2n * d);
	return `$${fine / 10000n}.${String(fine % 10000n).padStart(4, "0")}`;
}

export const isRight = (action) => action.cost === "0";
const bestAction = (actions) => actions.find((it) => it.best);
export const valuesText = (actions) =>
	`${actions.map((it) => `${it.name}: ${it.dollars}`).join("; ")}. Best: ${bestAction(actions).name}.`;
export const verdictText = (taken, actions) =>
	isRight(taken)
		? `${taken.name} was right.`
		: `${bestAction(actions).name} was better by ${taken.cost_dollars} on average.`;
export const scoreText = ({ decisions, right, cost }) =>
	`${right} of ${decisions} decisions right, ${fractionText(cost)} given away on average`;
export const withDecision = ({ decisions, right, cost }, taken) => ({
	decisions: decisions + 1,
	right: right + isRight(taken),
	cost: addFractions(cost, taken.cost),
});
export const NO_SCORE = { decisions: 0, right: 0, cost: "0" };

export function CoachValues({ actions, taken }) {
	return html`<table class="plain worths">
		<caption>${taken ? verdictText(taken, actions) : "On average, from here"}</caption>
		<tbody>
			${actions.map(
				(it) =>
					html`<tr class=${it.best ? "best" : ""}>
						<th scope="row">${it.name}${it === taken && html` <em>yours</em>`}</th>
						<td>${it.dollars.replace("-", "−")}</td>
						<td>${isRight(it) ? "best" : `−${it.cost_dollars}`}</td>
					</tr>`,
			)}
		</tbody>
	</table>`;
}
