// Chips, seen from a little above. An amount always stands beside them as text.

import { html } from "../index.js";

const KINDS = [100000, 50000, 10000, 2500, 500, 100, 50, 25];
const MOST = 20; // chips in a pile that is drawn
const HIGH = 32; // the height of a pile above its lowest chip, at most
const STEP = 6.4;

/** @param {number} cents */
const valueText = (cents) =>
	cents >= 100000 ? `${cents / 100000}k` : cents === 50 ? "½" : cents === 25 ? "¼" : String(cents / 100);

/** @param {{ cents: number, up?: number, named?: boolean }} props */
const Drawn = ({
	cents,
	up = 0,
	named = true,
}) => html`<g class=${`chip chip-${cents}`} transform=${`translate(0 ${-up})`}>
	<use href="#chip" />
	${named && html`<text x="22" y="24">${valueText(cents)}</text>`}
</g>`;

/** @param {{ cents: number }} props */
export const Chip = ({ cents }) => html`<svg viewBox="0 0 44 41" class="one-chip" aria-hidden="true">
	<${Drawn} cents=${cents} />
</svg>`;

/**
 * The chips of an amount, the largest first.
 * @param {number} cents
 */
function chipsOf(cents) {
	const found = [];
	let rest = cents;
	for (const kind of KINDS) {
		while (rest >= kind && found.length < MOST) {
			found.push(kind);
			rest -= kind;
		}
	}
	return found.length ? found : [KINDS[KINDS.length - 1]];
}

/**
 * A pile of chips by value, the largest below.
 * @param {{ cents: number }} props
 */
export function Pile({ cents }) {
	const chips = chipsOf(cents);
	const step = Math.min(STEP, HIGH / Math.max(1, chips.length - 1));
	const top = (chips.length - 1) * step;
	return html`<svg class="pile" viewBox=${`0 ${-top} 44 ${41 + top}`} aria-hidden="true">
		${chips.map((kind, at) => {
			const named = at === chips.length - 1;
			return html`<${Drawn} key=${at} cents=${kind} up=${at * step} named=${named} />`;
		})}
	</svg>`;
}
