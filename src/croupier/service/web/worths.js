// What actions are worth: exact fractions of cents as the house sends them, added up and shown.

import { html } from "./vendor/htm-preact.js";

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
const best = (actions) => actions.find((each) => each.best);
export const worthsSaid = (actions) => `${actions.map((each) => `${each.name}: ${each.dollars}`).join("; ")}. Best: ${best(actions).name}.`;
export const judged = (taken, actions) => (isRight(taken) ? `${taken.name} was right.` : `${best(actions).name} was better by ${taken.cost_dollars} on average.`);
export const score = ({ decisions, right, cost }) => `${right} of ${decisions} decisions right, ${dollars(cost)} given away on average`;
export const scored = ({ decisions, right, cost }, taken) => ({ decisions: decisions + 1, right: right + isRight(taken), cost: plus(cost, taken.cost) });
export const NONE = { decisions: 0, right: 0, cost: "0" };

export function Worths({ actions, taken }) {
  return html`<table class="plain worths"><caption>${taken ? judged(taken, actions) : "On average, from here"}</caption><tbody>${actions.map((each) => html`<tr class=${each.best ? "best" : ""}><th scope="row">${each.name}${each === taken && html` <em>yours</em>`}</th><td>${each.dollars}</td><td>${isRight(each) ? "best" : `−${each.cost_dollars}`}</td></tr>`)}</tbody></table>`;
}
