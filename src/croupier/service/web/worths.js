// What actions are worth: exact fractions of cents, added up and shown.

import { html } from "./kit.js";

const parts = (text) => text.split("/").map(BigInt);

export function plus(one, other) {
	const [[a, b = 1n], [c, d = 1n]] = [parts(one), parts(other)];
	let [most, least] = [b, d];
	while (least) [most, least] = [least, most % least];
	return `${a * (d / most) + c * (b / most)}/${(b / most) * d}`;
}

// To the hundredth of a cent.
export function dollars(text) {
	const [n, d = 1n] = parts(text);
	const fine = (200n * n + d) / (2n * d);
	return `$${fine / 10000n}.${String(fine % 10000n).padStart(4, "0")}`;
}

export const isRight = (action) => action.cost === "0";
const best = (actions) => actions.find((it) => it.best);
export const worthsSaid = (actions) =>
	`${actions.map((it) => `${it.name}: ${it.dollars}`).join("; ")}. Best: ${best(actions).name}.`;
export const judged = (taken, actions) =>
	isRight(taken) ? `${taken.name} was right.` : `${best(actions).name} was better by ${taken.cost_dollars} on average.`;
export const score = ({ decisions, right, cost }) =>
	`${right} of ${decisions} decisions right, ${dollars(cost)} given away on average`;
export const scored = ({ decisions, right, cost }, taken) => ({
	decisions: decisions + 1,
	right: right + isRight(taken),
	cost: plus(cost, taken.cost),
});
export const NONE = { decisions: 0, right: 0, cost: "0" };

export function Worths({ actions, taken }) {
	return html`<table class="plain worths">
		<caption>${taken ? judged(taken, actions) : "On average, from here"}</caption>
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
