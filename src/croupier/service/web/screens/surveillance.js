// Recall: rounds found by what is known of them, replayed as anyone saw them, and the state of the house's log.

import { html } from "../vendor/htm-preact.js";
import { get } from "../api.js";
import { known } from "../people.js";
import { screen, state, trying } from "../state.js";
import { many, money, moment, signed } from "../words.js";

const FIELDS = [
  ["table", "Table", ""],
  ["session", "Session", ""],
  ["round", "Round", "12"],
  ["person", "Person, by id", ""],
  ["clause", "Rulebook and clause that was cited", "RULEBOOK 10(e)"],
  ["irregularity", "Irregularity, or any", "any"],
  ["since", "From", "", "datetime-local"],
  ["before", "Until", "", "datetime-local"],
];

export async function open() {
  screen("surveillance", { rounds: null, after: "", log: null, query: "" });
  if (!(await known(true)) || !["auditor", "manager"].includes(state().me.role)) return;
  await look("");
  screen("surveillance", { log: await get("/log") });
}

async function look(query, after = "") {
  const found = await get(`/rounds?most=50${query}${after ? `&after=${encodeURIComponent(after)}` : ""}`);
  const before = after ? state().screens.surveillance.rounds : [];
  screen("surveillance", { rounds: [...before, ...found.rounds], after: found.after, query });
}

function asked(form) {
  const parts = FIELDS.map(([name, , , type]) => {
    const text = form.elements[name].value.trim();
    return text && `&${name}=${encodeURIComponent(type ? new Date(text).getTime() : text)}`;
  });
  return parts.filter(Boolean).join("") + (form.elements.void.checked ? "&void=true" : "");
}

const find = (event) => {
  event.preventDefault();
  const query = asked(event.target);
  trying(() => look(query));
};

function Found({ rounds }) {
  if (rounds.length === 0) return html`<p class="empty">No round is found by that. Fewer conditions find more.</p>`;
  return html`<div class="scrolled" tabindex="0" role="region" aria-label="Rounds found"><table class="plain wide"><thead><tr><th scope="col">When</th><th scope="col">Table</th><th scope="col">Round</th><th scope="col">Hands</th></tr></thead>
    <tbody>${rounds.map((each) => html`<tr key=${`${each.session} ${each.round}`}><td>${moment(each.at)}</td><td>${each.table}<br /><small>${each.session}</small></td><td><a href=${`/rounds/${each.session}/${each.round}`}>Round ${each.round}${each.void ? ", void" : ""}</a></td><td>${each.hands.map((hand) => html`<span class="handline">Seat ${hand.seat} ${hand.name} <small>${hand.person.slice(0, 8)}</small> ${money(hand.staked)} <b class=${hand.net > 0 ? "won" : hand.net < 0 ? "down" : ""}>${signed(hand.net)}</b></span>`)}</td></tr>`)}</tbody></table></div>`;
}

export function Screen({ all }) {
  const mine = all.screens.surveillance || {};
  const may = all.me && ["auditor", "manager"].includes(all.me.role);
  return html`<main class="reading broad"><h1>Surveillance</h1>${!may ? html`<p class="empty">Auditors and managers of the house look back here. <a href="/account">Sign in</a>.</p>` : html`
    <form class="recall" onSubmit=${find}>${FIELDS.map(([name, label, hint, type]) => html`<label key=${name}>${label} <input name=${name} type=${type || "text"} placeholder=${hint} maxlength="200" autocomplete="off" /></label>`)}<label class="check"><input name="void" type="checkbox" /> Void rounds alone</label><button class="first"><span class="what">Find rounds</span></button></form>
    ${mine.rounds ? html`<section aria-label="Found"><h2>${many(mine.rounds.length, "round")}${mine.after ? " and more" : ""}</h2><${Found} rounds=${mine.rounds} />${mine.after && html`<p class="row"><button class="second" onClick=${() => trying(() => look(mine.query, mine.after))}>Earlier rounds</button></p>`}</section>` : html`<p class="empty">Rounds are being looked up.</p>`}
    ${mine.log && html`<section aria-label="The log"><h2>The house's log</h2><p>${mine.log.origin || "No round is in the log yet."}</p><p class="note">Public key <code>${mine.log.key}</code></p>${mine.log.checkpoint ? html`<p class="note">The last checkpoint that was signed:</p><pre class="note-text">${mine.log.checkpoint}</pre>` : html`<p class="note">No checkpoint is signed yet.</p>`}</section>`}`}</main>`;
}
