// Components that several screens use.

import { may } from "./auth.js";
import { html } from "./vendor/htm-preact-3.1.1.js";
import { markup, phrase } from "./words.js";

/** @import { Hole, State } from "./types.js" */
/** @import { Key } from "./words.js" */

/** The counts of what was done against players at a table. */
export const INTERVENTIONS = /** @type {const} */ (["rulings", "void", "withdrawn", "recuts", "refused"]);

/**
 * Rows under their heads; a head that begins with # stands over figures.
 * @param {{ label: string, heads: string[], rows: Hole[][], none?: string }} props
 */
export function DataTable({ label, heads, rows, none }) {
	if (!rows.length) return html`<p class="empty">${none}</p>`;
	const kinds = heads.map((it) => (it.startsWith("#") ? "figure-col" : ""));
	return html`<div class="scrolled" tabindex="0" role="region" aria-label=${label}>
		<table class="plain wide listed">
			<thead>
				<tr>${heads.map((it, at) => html`<th scope="col" class=${kinds[at]}>${it.replace("#", "")}</th>`)}</tr>
			</thead>
			<tbody>
				${rows.map((cells) => html`<tr>${cells.map((it, at) => html`<td class=${kinds[at]}>${it}</td>`)}</tr>`)}
			</tbody>
		</table>
	</div>`;
}

export const Loading = () => html`<p class="empty">${phrase("components.it_is_being_looked_up")}</p>`;

/**
 * An entry in a list of tables or rulebooks.
 * @param {{
 *   it: { id?: string, title: string, jurisdiction: string },
 *   id?: string,
 *   href?: string,
 *   children?: Hole,
 * }} props
 */
export const Entry = ({ it, id = it.id, href, children }) =>
	html`<li class="entry">
		<div>
			<h2>${href ? html`<a href=${href}>${it.title}</a>` : it.title}</h2>
			<p class="where">${it.jurisdiction} <span class="id">${id}</span></p>
		</div>
		${children}
	</li>`;

/**
 * A question that the document leaves open, its readings, and why the first is taken.
 * @param {{ id: string, is: { question: string, readings: string[], reason: string }, open?: boolean }} props
 */
export const Ruling = ({ id, is, open }) =>
	html`<details class="ruling" open=${open}>
		<summary>${markup("components.ruling", { id, question: is.question })}</summary>
		<ol class="readings">
			${is.readings.map(
				(it, at) => html`<li>${at === 0 && html`<strong>${phrase("components.adopted")} </strong>`}${it}</li>`,
			)}
		</ol>
		<p class="note">${is.reason}</p>
	</details>`;

/**
 * A sentence or two about what stands here.
 * @param {{ of: Key, as?: string }} props
 */
export const Note = ({ of, as = "note" }) => html`<div class=${as}>${markup(of)}</div>`;

/**
 * An address that can be copied and given to others.
 * @param {{ path: string }} props
 */
export function ShareableAddress({ path }) {
	const whole = location.origin + path;
	/** @param {{ target: HTMLElement }} event */
	const copy = async (event) => {
		const { target } = event;
		await navigator.clipboard.writeText(whole);
		target.textContent = phrase("components.copied");
	};
	return html`
		<code>${whole}</code>${" "}
		${
			navigator.clipboard &&
			html`<button key=${whole} type="button" class="cite" onClick=${copy}>
			${phrase("components.copy")}
		</button>`
		}
	`;
}

export const ENFORCEMENT = {
	enforced: phrase("components.kept_by_the_table"),
	instructed: phrase("components.kept_by_a_person_who"),
	"in part": phrase("components.kept_by_the_table_in"),
	outside: phrase("components.not_kept_at_the_table"),
	heading: "",
};

/**
 * A screen for those who may do `action`; others are told who works there.
 * @param {{ all: State, title: string, action: string, who: string, children?: Hole }} props
 */
export function StaffScreen({ all, title, action, who, children }) {
	return html`<main class="reading broad">
		<h1>${title}</h1>
		${
			may(all.me, action)
				? children
				: html`<p class="empty">${who} <a href="/account">
			${phrase("common.sign_in")}
		</a>.</p>`
		}
	</main>`;
}

/**
 * The browser saves a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function download(name, text) {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([text]));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
