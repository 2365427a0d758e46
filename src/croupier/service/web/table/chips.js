// Chips, drawn by the script. An amount always stands beside them as text.

import { html, money } from "../index.js";

const KINDS = [100000, 50000, 10000, 2500, 500, 100];

/** @param {{ cents: number }} props */
export function Chip({ cents }) {
	const text = cents >= 100000 ? `${cents / 100000}k` : String(cents / 100);
	return html`<svg viewBox="0 0 48 48" class=${`chip chip-${cents}`} aria-hidden="true">
		<circle class="body" cx="24" cy="24" r="23" />
		<circle class="notches" cx="24" cy="24" r="20" />
		<circle class="inner" cx="24" cy="24" r="15" />
		<text x="24" y="29.500">${text}</text>
	</svg>`;
}

/**
 * The chips of an amount, the largest first, and no more than can be seen.
 * @param {number} cents
 */
function pile(cents) {
	const found = [];
	let rest = cents;
	for (const kind of KINDS) {
		while (rest >= kind && found.length < 5) {
			found.push(kind);
			rest -= kind;
		}
	}
	return found.length ? found.reverse() : [100];
}

/** @param {{ cents: number }} props */
export function Stack({ cents }) {
	return html`<span class="stack">
		<span class="pile" aria-hidden="true">
			${pile(cents).map(
				(kind, at) => html`<span key=${at} class="laid" style=${{ "--at": at }}><${Chip} cents=${kind} /></span>`,
			)}
		</span>
		<span class="amount">${money(cents)}</span>
	</span>`;
}
