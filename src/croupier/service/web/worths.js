// What actions are worth: exact fractions of cents as the house sends them, added up and shown.

import { html } from "./vendor/htm-preact.js";
import { capital } from "./words.js";

const parts = (text) => text.split("/").map(BigInt);

export function plus(one, other) {
  const [[a, b = 1n], [c, d = 1n]] = [parts(one), parts(other)];
  let [most, least] = [b, d];
  while (least) [most, least] = [least, most % least];
  return `${a * (d / most) + c * (b / most)}/${(b / most) * d}`;
}

// To the hundredth of a cent, as the house rounds what it says itself.
export function dollars(text) {
  const [n, d = 1n] = parts(text);
  const fine = (2n * 100n * n + d) / (2n * d);
  return `$${fine / 10000n}.${String(fine % 10000n).padStart(4, "0")}`;
}

export const named = (action, faces) => capital(action.choice) + (action.discard.length ? `, putting away ${action.discard.map((each) => faces[each]).join(", ")}` : "");
export const best = (actions) => actions.find((each) => each.best);
export const isRight = (action) => action.cost === "0";
export const worthsSaid = (actions, faces) => `${actions.map((each) => `${named(each, faces)}: ${each.dollars}`).join("; ")}. Best: ${named(best(actions), faces)}.`;
export const judged = (taken, actions, faces) => (isRight(taken) ? `${named(taken, faces)} was right.` : `${named(best(actions), faces)} was better by ${taken.cost_dollars} on average.`);

export function Worths({ actions, taken, faces }) {
  return html`<table class="plain worths"><caption>On average, from here</caption><tbody>${actions.map((each) => html`<tr class=${each.best ? "best" : ""}><th scope="row">${named(each, faces)}${each === taken && html` <em>yours</em>`}</th><td>${each.dollars}</td><td>${isRight(each) ? "best" : `−${each.cost_dollars}`}</td></tr>`)}</tbody></table>`;
}
