// What several screens are made of.

import { may } from "./auth.js";
import { html, useLayoutEffect, useRef } from "./vendor/htm-preact.js";

// Rows under their heads; a head that begins with # stands over figures.
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

export const Loading = () => html`<p class="empty">It is being looked up.</p>`;

// Something to choose in a list of tables or rulebooks.
export const Entry = ({ it, id = it.id, href, children }) =>
	html`<li class="entry">
		<div>
			<h2>${href ? html`<a href=${href}>${it.title}</a>` : it.title}</h2>
			<p class="where">${it.jurisdiction} <span class="id">${id}</span></p>
		</div>
		${children}
	</li>`;

// A question that the document leaves open, its readings and why the first is taken.
export const Ruling = ({ id, is, open }) =>
	html`<details class="ruling" open=${open}>
		<summary>Ruling ${id}: ${is.question}</summary>
		<ol class="readings">
			${is.readings.map((it, at) => html`<li>${at === 0 && html`<strong>Adopted: </strong>`}${it}</li>`)}
		</ol>
		<p class="note">${is.reason}</p>
	</details>`;

// What stands in the page's HTML: words, or fields, which keep what is typed there.
export function FromTemplate({ id, as = "note" }) {
	const box = useRef(null);
	useLayoutEffect(() => box.current.replaceChildren(document.getElementById(id).content.cloneNode(true)), [id]);
	return html`<div class=${as} ref=${box}></div>`;
}

// An address to be given to others.
export function ShareableAddress({ path }) {
	const whole = location.origin + path;
	const copy = async (event) => {
		const { target } = event;
		await navigator.clipboard.writeText(whole);
		target.textContent = "Copied";
	};
	return html`
		<code>${whole}</code>${" "}
		${navigator.clipboard && html`<button key=${whole} type="button" class="cite" onClick=${copy}>Copy</button>`}
	`;
}

export const ENFORCEMENT = {
	enforced: "kept by the table",
	instructed: "kept by a person who is told when it is due",
	outside: "not kept at the table",
};

// A screen for those who may do `action`; others are told who works there.
export function StaffScreen({ all, title, action, who, children }) {
	return html`<main class="reading broad">
		<h1>${title}</h1>
		${may(all.me, action) ? children : html`<p class="empty">${who} <a href="/account">Sign in</a>.</p>`}
	</main>`;
}

export function download(name, text) {
	const link = document.createElement("a");
	link.href = URL.createObjectURL(new Blob([text]));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
