// Practice: decisions instead of rounds, those at which most is lost; progress stays in this browser.

import { html, useEffect } from "../vendor/htm-preact.js";
import { get } from "../api.js";
import { comeIn } from "../people.js";
import { say, screen, state, trying } from "../state.js";
import { listed, many, money } from "../words.js";
import { Hand } from "../table/cards.js";
import { cardsNamed } from "../table/telling.js";
import { dollars, isRight, judged, named, plus, Worths } from "../worths.js";

const KEY = "croupier practice";
const MOST_MISSED = 20; // that are kept to come up again
const NONE = { answered: 0, right: 0, cost: "0", missed: [] };

const kept = () => {
  try {
    return JSON.parse(localStorage.getItem(KEY)) || {};
  } catch {
    return {};
  }
};
const of = (book) => kept()[book] || NONE;
const keep = (book, progress) => localStorage.setItem(KEY, JSON.stringify({ ...kept(), [book]: progress }));
const mine = () => state().screens.practice;
const set = (by) => screen("practice", by);

export async function open([book]) {
  set({ book, books: null, about: null, left: [], now: null, taken: null, wait: 0 });
  if (book) await next();
  else set({ books: (await get("/rulebooks")).rulebooks });
}

// The next one: of those that were missed every third, of new ones the rest.
async function next() {
  const { book, left, about, turn = 0 } = mine();
  if (!left.length) return fetchMore();
  const { missed } = of(book);
  const again = missed.length && turn % 3 === 2;
  const now = again ? missed[0] : left[0];
  set({ now, again, taken: null, turn: turn + 1, left: again ? left : left.slice(1) });
  say(`${asText(now, about)} ${choicesSaid(now, about)}`);
}

async function fetchMore() {
  const { book } = mine();
  await comeIn();
  const found = await get(`/rulebooks/${book}/exercises?most=10`);
  if (mine().book !== book || state().route.screen !== "practice") return;
  if (!found.exercises) {
    set({ wait: found.seconds });
    setTimeout(() => mine().book === book && state().route.screen === "practice" && trying(fetchMore), 1000 * Math.min(found.seconds, 3));
    return;
  }
  document.title = `Practice: ${found.title} – Croupier`;
  set({ about: found, left: found.exercises, wait: 0 });
  await next();
}

function answer(taken) {
  const { book, now, again, about } = mine();
  if (mine().taken || !taken) return;
  const { answered, right, cost, missed } = of(book);
  const others = again ? missed.slice(1) : missed;
  keep(book, { answered: answered + 1, right: right + isRight(taken), cost: plus(cost, taken.cost), missed: isRight(taken) ? others : [...others, now].slice(-MOST_MISSED) });
  set({ taken });
  say(judged(taken, now.actions, about.faces));
}

const layoutOf = (about) => ({ deck: { faces: about.faces } });
const shown = (cards) => cards.filter((each) => each !== "??");
const asText = (now, about) => [
  `${now.stage[0].toUpperCase()}${now.stage.slice(1)}.`,
  `You hold ${cardsNamed(layoutOf(about), now.cards)}.`,
  shown(now.community).length ? `On the table: ${cardsNamed(layoutOf(about), shown(now.community))}.` : "",
  shown(now.dealer).length ? `The dealer shows ${cardsNamed(layoutOf(about), shown(now.dealer))}.` : "",
  `You have ${listed(Object.entries(now.wagers).map(([name, stake]) => `${money(stake)} on ${about.wagers[name]}`))}${now.decisions.length ? `, and said ${listed(now.decisions)}` : ""}.`,
].filter(Boolean).join(" ");
const choicesSaid = (now, about) => `${now.actions.map((each, at) => `${at + 1}, ${named(each, about.faces)}`).join("; ")}.`;

function pressed(event) {
  const { now, taken, about } = mine();
  if (!now || event.ctrlKey || event.metaKey || event.altKey || !state().prefs.keys || event.target.closest("input, select, dialog")) return;
  const key = event.key.toLowerCase();
  if (/^[1-9]$/.test(key)) answer(now.actions[key - 1]);
  else if (key === "enter" && taken && !event.target.closest("a, button")) trying(next);
  else if (key === "h" || key === "b") say(asText(now, about));
  else if (key === "o") say(taken ? "Enter goes on." : choicesSaid(now, about));
  else if (key === "e" && taken) say(judged(taken, now.actions, about.faces));
}

function Drill({ all, on }) {
  const { now, taken, about, book } = on;
  useEffect(() => {
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  useEffect(() => document.querySelector(taken ? "[data-next]" : ".drill").focus(), [now, taken]);
  const layout = layoutOf(about);
  const hand = (name, cards) => cards.length > 0 && html`<${Hand} of=${name} cards=${cards} layout=${layout} label=${name} />`;
  const { answered, right, cost, missed } = of(book);
  return html`<section class="drill" tabindex="-1" aria-label="Decision">
    ${!all.prefs.textMode && html`<div class="felt">${hand("The dealer's cards", now.dealer)}${hand("Community cards", now.community)}<div class="own">${hand("Your cards", now.cards)}</div></div>`}
    <p class="asked-text">${asText(now, about)}${on.again ? " You missed this one before." : ""}</p>
    ${taken ? html`<div class="judged"><h2 class=${isRight(taken) ? "won" : "down"}>${judged(taken, now.actions, about.faces)}</h2><${Worths} actions=${now.actions} taken=${taken} faces=${about.faces} /><button class="first" data-next onClick=${() => trying(next)}><span class="what">Next</span><kbd>Enter</kbd></button></div>` : html`<div class="bar decisions" role="group" aria-label="Your decision">${now.actions.map((each, at) => html`<button key=${`${now.cards} ${at}`} class="choice" onClick=${() => answer(each)}><span class="what">${named(each, about.faces)}</span><span class="cost">${each.puts_up ? money(each.puts_up) : "no cost"}</span><kbd>${at + 1}</kbd></button>`)}</div>`}
  </section><p class="note">${answered ? html`${right} of ${many(answered, "decision")} right; ${dollars(cost)} given away on average${missed.length ? `; ${missed.length} to come up again` : ""}. <button class="cite" onClick=${() => {
    keep(book, NONE);
    set({});
  }}>Forget it</button>` : "What you answer is kept in this browser and nowhere else."} Drawn are those decisions by which players lose most, if they err the more rarely the more it costs.</p>`;
}

function Shelf({ books }) {
  if (!books) return html`<p class="empty">The rulebooks are being looked up.</p>`;
  return html`<p>Decisions instead of rounds: those at which players lose most, answered at once with what each choice is worth, exactly.</p><ul class="tables">${books.map((each) => {
    const { answered, right, cost } = of(each.id);
    return html`<li class="entry"><div><h2>${each.title}</h2><p class="where">${each.jurisdiction} <span class="id">${each.id}</span></p></div><p class="facts">${answered ? `${right} of ${many(answered, "decision")} right, ${dollars(cost)} given away` : "Nothing practised yet"}</p><p class="ways"><a class="first" href=${`/practice/${each.id}`}><span class="what">Practise</span></a></p></li>`;
  })}</ul>`;
}

export function Screen({ all }) {
  const on = all.screens.practice || {};
  return html`<main class="reading"><h1>Practice${on.about ? html` <small>${on.about.title}</small>` : ""}</h1>${!on.book ? html`<${Shelf} books=${on.books} />` : html`<p><a href="/practice">Other games</a></p>${on.now ? html`<${Drill} all=${all} on=${on} />` : html`<p class="empty" role="status">${on.wait ? `The coach is ready in about ${on.wait} s.` : "The first decisions are being dealt."}</p>`}`}</main>`;
}
