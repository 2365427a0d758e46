// The rulebooks: readable and searchable at stable addresses, clause by clause, with rulings and what keeps each.

import { html } from "../vendor/htm-preact.js";
import { get } from "../api.js";
import { screen, trying } from "../state.js";
import { many } from "../words.js";

const at = (book, clause) => `/rules/${book}/${encodeURIComponent(clause)}`;
const KEPT = {
  enforced: "kept by the table",
  instructed: "kept by a person who is told when it is due",
  outside: "not kept at the table",
};

export async function open([book, clause]) {
  screen("rules", { book: null, clause, since: null, hits: null, filter: "" });
  if (!book) {
    screen("rules", await get("/rulebooks"));
    return;
  }
  const found = await get(`/rulebooks/${book}`);
  screen("rules", { book: found });
  document.title = `${found.title}${clause ? ` ${clause}` : ""} – Croupier`;
  if (found.follows) screen("rules", { since: await get(`/rulebooks/${book}/since/${found.follows}`) });
  if (clause) requestAnimationFrame(() => document.getElementById(`clause-${clause}`)?.scrollIntoView({ block: "start" }));
}

async function search(event) {
  event.preventDefault();
  const words = event.target.elements.words.value.trim();
  if (words) await trying(async () => screen("rules", { hits: await get(`/rulebooks/search?words=${encodeURIComponent(words)}`), words }));
}

function Shelf({ mine }) {
  return html`<h1>Rulebooks</h1>
    <form class="search" role="search" onSubmit=${search}><label>Words to look for in all of them <input name="words" type="search" maxlength="200" /></label><button class="first"><span class="what">Search</span></button></form>
    ${mine.hits && html`<section aria-label="Found"><h2>${many(mine.hits.hits.length + mine.hits.left_off, "place")} with “${mine.words}”</h2>${mine.hits.hits.length === 0 && html`<p class="empty">Nothing says that. All the words must stand in one place; try fewer.</p>`}
      <ul class="hits">${mine.hits.hits.map((each) => html`<li><a href=${each.what === "clause" ? at(each.rulebook, each.id) : `/rules/${each.rulebook}`}>${each.rulebook} ${each.what} ${each.id}</a><p>${each.says}</p></li>`)}</ul>${mine.hits.left_off > 0 && html`<p class="note">${many(mine.hits.left_off, "more place")} left off; another word finds fewer.</p>`}</section>`}
    ${mine.rulebooks && html`<ul class="tables">${mine.rulebooks.map((each) => html`<li class="entry"><div><h2><a href=${`/rules/${each.id}`}>${each.title}</a></h2><p class="where">${each.jurisdiction} <span class="id">${each.id}</span></p></div><p class="facts">${many(each.clauses, "clause")}: ${each.enforced} kept by the table, ${each.instructed} by people who are told when, ${each.outside} outside</p></li>`)}</ul>`}`;
}

function Rulings({ book, ids }) {
  return ids.map((id) => html`<details class="ruling"><summary>Ruling ${id}: ${book.rulings[id].question}</summary><ol class="readings">${book.rulings[id].readings.map((each, n) => html`<li>${n === 0 ? html`<strong>Adopted: </strong>` : ""}${each}</li>`)}</ol><p class="note">${book.rulings[id].reason}</p></details>`);
}

function Clause({ book, clause, asked }) {
  return html`<article id=${`clause-${clause.id}`} class=${`clause ${asked ? "asked" : ""} ${clause.kind === "heading" ? "heading" : ""}`}>
    <h2><a href=${at(book.id, clause.id)}>${clause.id}</a> <small>${KEPT[clause.kept] || ""}</small></h2>
    <p class="says">${clause.says}</p>
    ${clause.outside && html`<p class="note">${clause.outside}</p>`}
    ${clause.instructions.map((each) => html`<p class="note">Told to who does it: ${each.says}</p>`)}
    <${Rulings} book=${book} ids=${clause.rulings} />
    ${(clause.code.length > 0 || clause.tests.length > 0) && html`<details><summary>What keeps it</summary><ul class="kept">${[...clause.code, ...clause.tests].map((each) => html`<li><code>${each}</code></li>`)}</ul></details>`}
  </article>`;
}

function Tables({ book }) {
  return html`<section aria-label="Pay tables"><h2>Pay tables</h2><div class="pay">${book.tables.map((table) => html`<table class="plain"><caption>${table.title || table.name}${table.column ? ` ${table.column}` : ""} <small>${table.clause || ""}</small></caption><tbody>${table.rows.map((row) => html`<tr><th scope="row">${row.name || row.hand}</th><td>${row.pays}</td></tr>`)}</tbody></table>`)}</div></section>`;
}

function Since({ since }) {
  return html`<details class="since"><summary>What this edition changed of ${since.old}: ${many(since.changed.length, "clause")} changed, ${since.added.length} new, ${since.dropped.length} dropped</summary>
    <dl>${since.changed.map((each) => html`<div><dt>${each.old === each.new ? each.new : `${each.old} → ${each.new}`}</dt><dd><del>${each.before}</del></dd><dd><ins>${each.now}</ins></dd></div>`)}
    ${since.added.map((each) => html`<div><dt>${each.id}, new</dt><dd><ins>${each.says}</ins></dd></div>`)}${since.dropped.map((each) => html`<div><dt>${each.id}, dropped</dt><dd><del>${each.says}</del></dd></div>`)}</dl></details>`;
}

function Book({ mine }) {
  const { book, filter, clause } = mine;
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = book.clauses.filter((each) => words.every((word) => `${each.id} ${each.says}`.toLowerCase().includes(word)));
  return html`<p><a href="/rules">All rulebooks</a></p><h1>${book.title} <small>${book.jurisdiction}</small></h1><p class="note">${book.document}</p>
    ${mine.since && html`<${Since} since=${mine.since} />`}
    <form class="search" role="search" onSubmit=${(event) => event.preventDefault()}><label>Words to look for in it <input type="search" value=${filter} onInput=${(event) => screen("rules", { filter: event.target.value })} /></label></form>
    <p class="note" role="status">${shown.length === book.clauses.length ? many(shown.length, "clause") : `${shown.length} of ${many(book.clauses.length, "clause")}`}</p>
    <section class="clauses" aria-label="Clauses">${shown.map((each) => html`<${Clause} key=${each.id} book=${book} clause=${each} asked=${each.id === clause} />`)}</section>
    <${Tables} book=${book} />`;
}

export function Screen({ all }) {
  const mine = all.screens.rules || {};
  return html`<main class="reading">${mine.book ? html`<${Book} mine=${mine} />` : html`<${Shelf} mine=${mine} />`}</main>`;
}
