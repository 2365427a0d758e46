// The rulebooks at stable addresses, clause by clause, with rulings and what keeps each clause.

import {
	attempt,
	capitalize,
	countText,
	ENFORCEMENT,
	Entry,
	get,
	html,
	markup,
	Note,
	phrase,
	Ruling,
	setTitle,
	updateScreen,
} from "../index.js";

/** @import { Rules, RulesState, State } from "../types.js" */

/**
 * @param {string} book
 * @param {string} clause
 */
const clauseAddress = (book, clause) => `/rules/${book}/${encodeURIComponent(clause)}`;

/** @param {string[]} parts */
export async function open([book, clause]) {
	updateScreen("rules", { book: null, clause, since: null, hits: null, filter: "" });
	if (!book) return updateScreen("rules", await get("/rulebooks"));
	const found = /** @type {Rules} */ (await get(`/rulebooks/${book}`));
	updateScreen("rules", { book: found });
	setTitle(clause ? `${found.title} ${clause}` : found.title);
	if (found.follows) updateScreen("rules", { since: await get(`/rulebooks/${book}/since/${found.follows}`) });
	if (clause)
		requestAnimationFrame(() => document.getElementById(`clause-${clause}`)?.scrollIntoView({ block: "start" }));
}

/**
 * @param {string} book
 * @param {string} language
 */
const readIn = (book, language) =>
	attempt(async () => updateScreen("rules", { book: await get(`/rulebooks/${book}?language=${language}`) }));

/** @param {{ target: HTMLFormElement, preventDefault(): void }} event */
async function search(event) {
	event.preventDefault();
	const words = String(new FormData(event.target).get("words")).trim();
	if (words)
		await attempt(async () =>
			updateScreen("rules", { hits: await get(`/rulebooks/search?words=${encodeURIComponent(words)}`), words }),
		);
}

/** @param {{ mine: RulesState }} props */
function RulebookList({ mine: { hits: found, words, rulebooks } }) {
	return html`
		<h1>${phrase("rules.rulebooks")}</h1>
		<form class="search" role="search" onSubmit=${search}>
			<label>${phrase("rules.words_to_look_for_in")} <input name="words" type="search" maxlength="200" /></label>
			<button class="first">${phrase("rules.search")}</button>
		</form>
		${
			found &&
			html`<section aria-label=${phrase("rules.found")}>
				<h2>${markup("rules.with", { left_off: countText(found.hits.length + found.left_off, "place"), words })}</h2>
				${found.hits.length === 0 && html`<${Note} of="note.no_hits" as="empty" />`}
				<ul class="hits">
					${found.hits.map(
						(it) =>
							html`<li>
								<a href=${it.what === "clause" ? clauseAddress(it.rulebook, it.id) : `/rules/${it.rulebook}`}>
									${it.rulebook} ${it.what} ${it.id}
								</a>
								<p>${it.says}</p>
							</li>`,
					)}
				</ul>
				${
					found.left_off > 0 &&
					html`<p class="note">
						${phrase("rules.left_off_another_word_finds", {
							left_off: countText(found.left_off, "more_place"),
						})}
					</p>`
				}
			</section>`
		}
		${
			rulebooks &&
			html`<ul class="tables">
				${rulebooks.map(
					(it) =>
						html`<${Entry} it=${it} href=${`/rules/${it.id}`}>
							<p class="facts">
								${markup("rules.kept_by_the_table_by", {
									clauses: countText(it.clauses, "clause"),
									enforced: it.enforced,
									instructed: it.instructed,
									in_part: it["in part"],
									outside: it.outside,
								})}
							</p>
						<//>`,
				)}
			</ul>`
		}
	`;
}

/** @param {{ book: Rules, clause: Rules["clauses"][number], asked: boolean }} props */
function Clause({ book, clause, asked }) {
	return html`
		<article
			id=${`clause-${clause.id}`}
			class=${`clause ${asked ? "asked" : ""} ${clause.kind === "heading" ? "heading" : ""}`}
		>
			<h2>
				<a href=${clauseAddress(book.id, clause.id)}>${clause.id}</a> <small>${ENFORCEMENT[clause.kept] || ""}</small>
			</h2>
			<p class="says">${clause.says}</p>
			${clause.outside && html`<p class="note">${clause.outside}</p>`}
			${clause.parts.map((it) => html`<p class="note">${capitalize(ENFORCEMENT[it.kept])}: ${it.says} ${it.outside}</p>`)}
			${clause.instructions.map(
				(it) => html`<p class="note">
				${markup("rules.told_to_who_does_it", {
					says: it.says,
				})}
			</p>`,
			)}
			${clause.rulings.map((id) => html`<${Ruling} id=${id} is=${book.rulings[id]} />`)}
			${
				(clause.code.length > 0 || clause.tests.length > 0) &&
				html`<details>
					<summary>${phrase("rules.what_keeps_it")}</summary>
					<ul class="kept">${[...clause.code, ...clause.tests].map((it) => html`<li><code>${it}</code></li>`)}</ul>
				</details>`
			}
		</article>
	`;
}

/** @param {{ book: Rules }} props */
function Tables({ book }) {
	return html`<section aria-label=${phrase("rules.pay_tables")}>
		<h2>${phrase("rules.pay_tables")}</h2>
		<div class="pay">
			${book.tables.map(
				(table) =>
					html`<table class="plain">
						<caption>
							${table.title || table.name}
							${table.column ? ` ${table.column}` : ""} <small>${table.clause || ""}</small>
						</caption>
						<tbody>
							${table.rows.map(
								(row) => html`<tr><th scope="row">${row.title || row.name || row.hand}</th><td>${row.pays}</td></tr>`,
							)}
						</tbody>
					</table>`,
			)}
		</div>
	</section>`;
}

/** @param {{ since: NonNullable<RulesState["since"]> }} props */
function EditionChanges({ since }) {
	return html`<details class="since">
		<summary>
			${markup("rules.what_this_edition_changed_of", {
				old: since.old,
				changed: countText(since.changed.length, "clause"),
				added: since.added.length,
				dropped: since.dropped.length,
			})}
		</summary>
		<dl>
			${since.changed.map(
				(it) =>
					html`<div>
						<dt>${it.old === it.new ? it.new : `${it.old} → ${it.new}`}</dt>
						<dd><del>${it.before}</del></dd>
						<dd><ins>${it.now}</ins></dd>
					</div>`,
			)}
			${since.added.map(
				(it) => html`<div><dt>
				${markup("rules.new", {
					id: it.id,
				})}
			</dt><dd><ins>${it.says}</ins></dd></div>`,
			)}
			${since.dropped.map(
				(it) => html`<div><dt>
				${markup("rules.dropped", {
					id: it.id,
				})}
			</dt><dd><del>${it.says}</del></dd></div>`,
			)}
		</dl>
	</details>`;
}

/** @param {{ mine: RulesState }} props */
function Book({ mine }) {
	const { filter, clause } = mine;
	const book = /** @type {Rules} */ (mine.book);
	const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
	const shown = book.clauses.filter((it) => words.every((word) => `${it.id} ${it.says}`.toLowerCase().includes(word)));
	return html`
		<p><a href="/rules">${phrase("rules.all_rulebooks")}</a></p>
		<h1>${book.title} <small>${book.jurisdiction}</small></h1>
		${
			book.languages.length > 1 &&
			html`<p role="group" aria-label=${phrase("rules.languages")}>
				${book.languages.map(
					(it) =>
						html`<button lang=${it} aria-pressed=${it === book.language} onClick=${() => readIn(book.id, it)}>
							${new Intl.DisplayNames([it], { type: "language" }).of(it)}
						</button>`,
				)}
			</p>`
		}
		<p class="note">${book.document}</p>
		${mine.since && html`<${EditionChanges} since=${mine.since} />`}
		<form class="search" role="search" onSubmit=${(event) => event.preventDefault()}>
			<label>
				${phrase("rules.words_to_look_for_in_2")}${" "}
				<input
					type="search"
					value=${filter}
					onInput=${(event) => updateScreen("rules", { filter: event.target.value })}
				/>
			</label>
		</form>
		<p class="note" role="status">
			${
				shown.length === book.clauses.length
					? countText(shown.length, "clause")
					: phrase("rules.of", { shown: shown.length, clauses: countText(book.clauses.length, "clause") })
			}
		</p>
		<section class="clauses" aria-label=${phrase("rules.clauses")} lang=${book.language}>
			${shown.map((it) => html`<${Clause} key=${it.id} book=${book} clause=${it} asked=${it.id === clause} />`)}
		</section>
		<${Tables} book=${book} />
	`;
}

/** @param {{ all: State }} props */
export function Screen({ all }) {
	const mine = all.screens.rules || {};
	return html`<main class="reading">
		${mine.book ? html`<${Book} mine=${mine} />` : html`<${RulebookList} mine=${mine} />`}
	</main>`;
}
