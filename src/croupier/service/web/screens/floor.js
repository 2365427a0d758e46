// The floor: all tables at a glance, those first that wait for a ruling; each opens its console.

import { html } from "../vendor/htm-preact.js";
import { get } from "../api.js";
import { known } from "../people.js";
import { say, screen, state, trying } from "../state.js";
import { capital, listed, money } from "../words.js";

const AGAIN = 4000; // milliseconds from one look to the next
const WORKS = ["floor", "manager", "auditor"];
let timer = 0;

export async function open() {
  clearTimeout(timer);
  screen("floor", { tables: null });
  if ((await known(true)) && WORKS.includes(state().me.role)) await look();
}

async function look() {
  const { tables } = await get("/tables");
  const views = await Promise.all(tables.map((each) => get(`/tables/${each.table}`)));
  const seen = tables.map((each, at) => ({ ...each, ...views[at] })).sort((one, other) => Number(!one.view.pending) - Number(!other.view.pending));
  const waited = new Set((state().screens.floor.tables || []).filter((each) => each.view.pending).map((each) => each.table));
  for (const each of seen) if (each.view.pending && !waited.has(each.table)) say(`${each.table} waits for a ruling: ${each.view.pending[1]}`);
  screen("floor", { tables: seen });
  clearTimeout(timer);
  timer = setTimeout(() => state().route.screen === "floor" && trying(look), AGAIN);
}

function Glance({ each, me }) {
  const { view } = each;
  const mine = me.role === "manager" || me.assigned.includes(each.table);
  const away = view.seats.filter((seat) => seat.away).map((seat) => String(seat.seat));
  const lies = view.seats.reduce((sum, seat) => sum + Object.values(seat.wagers).reduce((all, stake) => all + stake, 0), 0);
  const failed = Object.entries(view.devices).filter(([, is]) => is !== "working");
  return html`<li class=${`glance ${view.pending ? "waits" : ""}`}>
    <h2>${each.title} <small>${each.table}</small></h2>
    ${view.pending && html`<p class="pending">Waits for a ruling: ${view.pending[1] || view.pending[0]}</p>`}
    <dl><div><dt>Round</dt><dd>${view.round}, ${view.phase}</dd></div><div><dt>Due</dt><dd>${capital(view.due.who)}${view.due.seat ? ` at seat ${view.due.seat}` : ""}: ${view.due.do}</dd></div><div><dt>Players</dt><dd>${view.seats.length} of ${each.seats}${away.length ? `; away: ${listed(away)}` : ""}</dd></div><div><dt>On the layout</dt><dd>${money(lies)}</dd></div>${each.meter > 0 && html`<div><dt>Progressive</dt><dd>${money(each.meter)}</dd></div>`}<div><dt>Devices</dt><dd>${failed.length ? html`<strong class="down">${failed.map(([device, is]) => `${device} ${is}`).join(", ")}</strong>` : "working"}</dd></div></dl>
    ${mine && html`<p class="row"><a class=${view.pending ? "first" : "second"} href=${`/deal/${each.table}`}>${view.pending ? "Rule" : "Open the console"}</a></p>`}</li>`;
}

export function Screen({ all }) {
  const { tables } = all.screens.floor || {};
  return html`<main class="reading broad"><h1>The floor</h1>${!all.me || !WORKS.includes(all.me.role) ? html`<p class="empty">Floors and managers of the house look over the tables here. <a href="/account">Sign in</a>.</p>` : !tables ? html`<p class="empty">The tables are being looked up.</p>` : tables.length === 0 ? html`<p class="empty">No table is open now.</p>` : html`<ul class="glances">${tables.map((each) => html`<${Glance} key=${each.table} each=${each} me=${all.me} />`)}</ul>`}</main>`;
}
