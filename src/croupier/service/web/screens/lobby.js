// The lobby: the tables that are open, and a seat in one click.

import { html } from "../vendor/htm-preact.js";
import { get } from "../api.js";
import { page } from "../state.js";
import { many, money } from "../words.js";

export async function openLobby() {
  const { tables } = await get("/tables");
  page.set({ lobby: { tables } });
  const layouts = await Promise.all(tables.map((each) => get(`/tables/${each.table}/layout`)));
  page.set({ lobby: { tables, layouts: Object.fromEntries(layouts.map((each) => [each.table, each])) } });
}

function Seats({ each }) {
  return html`<span class="dots" aria-hidden="true">${Array.from({ length: each.seats }, (_, at) => html`<i class=${each.taken.includes(at + 1) ? "on" : ""}></i>`)}</span>`;
}

const stakes = (layout) => {
  const first = layout.wagers.find((each) => each.required);
  return `${money(Object.values(layout.least).reduce((sum, each) => sum + each, 0))} a round and up; ${first.title} ${money(first.least)} to ${money(first.most)}`;
};

function Entry({ each, layout, play }) {
  const free = each.seats - each.taken.length;
  return html`<li class="entry">
    <div><h2>${each.title}</h2><p class="where">${each.jurisdiction} <span class="id">${each.table}</span></p></div>
    <p class="facts"><${Seats} each=${each} /> ${free ? many(free, "free seat") : "every seat is taken"}, dealt by ${each.dealt_by}<br />${layout ? stakes(layout) : " "}${each.meter ? html`<br />Progressive <strong>${money(each.meter)}</strong>` : ""}</p>
    <p class="ways">${free > 0 && play && html`<a class="first" href=${`/tables/${each.table}?sit`} data-play=${each.table}><span class="what">Play</span></a>`}<a class="second" href=${`/tables/${each.table}`}>Watch</a><a class="second" href=${`/rules/${each.rulebook}`}>Rules</a></p>
  </li>`;
}

export function Lobby({ all }) {
  const { lobby, me } = all;
  const play = !me || ["guest", "player"].includes(me.role);
  return html`<main class="lobby">
    <header class="hello"><h1>Take a seat</h1>
      <p>${me ? (play ? `You are ${me.name}${all.wallet === null ? "" : `, with ${money(all.wallet)} of play money`}.` : `You are ${me.name}, ${me.role} of the house.`) : "No account is needed: you come in as a guest, with play money of the house."} Every card is dealt and every payout explained by the letter of its regulation, and your browser checks the shuffle.</p></header>
    ${!lobby ? html`<p class="empty">The tables are being looked up.</p>` : lobby.tables.length === 0 ? html`<p class="empty">No table is open now. The floor opens them; look again in a while.</p>` : html`<ul class="tables">${lobby.tables.map((each) => html`<${Entry} key=${each.table} each=${each} layout=${lobby.layouts?.[each.table]} play=${play} />`)}</ul>`}
  </main>`;
}
