// The coach beside the table: what each choice is worth, what the one taken cost, and a running account of it.

import { html } from "../vendor/htm-preact.js";
import { get } from "../api.js";
import { change, say, state } from "../state.js";
import { many, told } from "../words.js";
import { best, dollars, judged, plus, isRight, Worths, worthsSaid } from "../worths.js";
import { asked, ears } from "./session.js";

const KEY = "croupier coach";
const WHEN = { asked: "when I ask", before: "before I choose", after: "after I have chosen" };
const AGAIN = 3; // seconds at most until it is asked again whether it is ready
let timer = 0;

const NEW = () => ({ decisions: 0, right: 0, cost: "0", last: null });
const mine = () => state().table?.coach || { when: localStorage.getItem(KEY) || "asked", turn: "", ...NEW() };
const set = (by) => change("table", () => ({ coach: { ...mine(), ...by } }));

// A decision by what it is, whatever else happens at the table meanwhile.
function turnOf(message) {
  const seat = asked(message);
  return seat ? `${message.view.round} ${seat} ${message.view.seats.find((each) => each.seat === seat).decisions.length}` : "";
}

export async function ask(message = state().table.message) {
  const { name, layout } = state().table;
  const turn = turnOf(message);
  clearTimeout(timer);
  if (!turn || !layout.coach) return;
  if (mine().turn !== turn) set({ turn, advice: null, done: null, wait: 0, wrong: "" });
  if (mine().advice) return speak();
  set({ busy: true });
  try {
    const found = await get(`/tables/${name}/seats/${asked(message)}/coach`);
    if (state().table?.name !== name || mine().turn !== turn) return;
    set({ busy: false, wait: found.seconds || 0 });
    if (found.actions) {
      set({ advice: found });
      if (mine().done) judge();
      else if (mine().when !== "after") speak();
    } else {
      say(`The coach is ready in about ${found.seconds} s.`);
      timer = setTimeout(() => state().table?.name === name && turnOf(state().table.message) === turn && ask(), 1000 * Math.min(found.seconds, AGAIN));
    }
  } catch (problem) {
    if (problem.body === undefined) throw problem;
    if (mine().turn === turn) set({ busy: false, wait: 0, wrong: mine().done ? "" : told(problem) });
  }
}

const faces = () => state().table.layout.deck.faces;
const speak = () => say(worthsSaid(mine().advice.actions, faces()));

function judge() {
  const { advice, done, decisions, right, cost, when } = mine();
  const taken = advice.actions.find((each) => each.choice === done.choice && each.discard.join() === done.discard);
  if (!taken) return;
  set({ decisions: decisions + 1, right: right + isRight(taken), cost: plus(cost, taken.cost), last: { taken, actions: advice.actions }, turn: "", advice: null });
  if (when !== "asked" || !isRight(taken)) say(`The coach: ${judged(taken, advice.actions, faces())}`);
}

ears.push((message, before) => {
  const { turn, advice, when } = mine();
  for (const { kind, data } of message.events || []) {
    if (kind !== "decided" || !turn || turnOf(before) !== turn || !message.yours.includes(data.seat) || data.absent) continue;
    set({ done: { choice: data.choice, discard: (data.discard || []).map((each) => state().table.layout.deck.order[each]).join() } });
    if (advice) judge();
  }
  if (when !== "asked" && turnOf(message) && turnOf(message) !== mine().turn) ask(message);
});

// What a choice is worth, for the button of it: the best that can be had by it.
export function worth(choice) {
  const { advice, when, turn } = mine();
  if (!advice || when === "after" || turn !== turnOf(state().table.message)) return null;
  const all = advice.actions.filter((each) => each.choice === choice);
  return best(all) || all[0];
}

function choose(event) {
  localStorage.setItem(KEY, event.target.value);
  set({ when: event.target.value });
  if (event.target.value !== "asked") ask();
}

export function Coach({ table }) {
  const { when, turn, advice, wait, busy, wrong, last, decisions, right, cost } = mine();
  const now = turnOf(table.message);
  const practise = html`<p><a href=${`/practice/${table.layout.rulebook}`}>Practise the decisions at which most is lost</a></p>`;
  if (!table.layout.coach) return html`<p class="empty">The house does not let players ask the coach at this table.</p>${practise}`;
  const here = now && turn === now;
  return html`<label>The coach speaks <select onChange=${choose}>${Object.entries(WHEN).map(([key, text]) => html`<option value=${key} selected=${key === when}>${text}</option>`)}</select></label>
    <div role="status">${!now ? html`<p class="note">When you are asked to decide, the coach works out what each choice is worth, exactly, from what you can see.</p>` : here && wrong ? html`<p>${wrong}</p>` : here && wait ? html`<p>The coach is ready in about ${wait} s. You need not wait for it.</p>` : here && busy ? html`<p>The coach looks at it.</p>` : ""}</div>
    ${now && !(here && (advice || busy || wait)) && html`<button class="first" data-coach onClick=${() => ask()}>What is each choice worth? <kbd>W</kbd></button>`}
    ${here && advice && (when === "after" ? html`<p class="note">The coach speaks when you have chosen.</p>` : html`<${Worths} actions=${advice.actions} faces=${table.layout.deck.faces} />`)}
    ${last && html`<section class="judged" aria-label="Your last decision"><h2>${judged(last.taken, last.actions, table.layout.deck.faces)}</h2><${Worths} actions=${last.actions} taken=${last.taken} faces=${table.layout.deck.faces} /></section>`}
    <section class="account-of" aria-label="Account"><h2>So far</h2>${decisions ? html`<p>${right} of ${many(decisions, "decision")} right; <strong>${dollars(cost)}</strong> given away on average.</p><p><button class="second" onClick=${() => set(NEW())}>Begin anew</button></p>` : html`<p class="note">Decisions that the coach has seen are counted here, as long as you stay at the table.</p>`}</section>${practise}`;
}
