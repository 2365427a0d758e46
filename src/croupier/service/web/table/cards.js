// Cards. Their shapes stand in index.html.

import { html, oneTo } from "../index.js";
import { HIDDEN } from "./scene.js";

/** @type {Record<string, string>} */
const RANKS = { T: "10" };
const EDGE = html`<rect class="edge" x="1" y="1" width="62" height="88" rx="7" />`;
/** @param {string} id */
const isDrawn = (id) => document.getElementById(id) !== null;

/** @param {string} face */
function suitFace([rank, suit]) {
	const text = RANKS[rank] || rank;
	return html`<g class=${`suit-${suit}`}>
		<text class=${`rank ${text.length > 1 ? "two" : "one"}`} x=${text.length > 1 ? 2 : 20} y="37">${text}</text>
		<use href=${`#suit-${suit}`} transform="translate(39 7) scale(.8)" />
		<use href=${`#suit-${suit}`} transform="translate(13 43) scale(1.6)" />
	</g>`;
}

/**
 * @param {string} face
 * @param {string} name
 */
function figureFace(face, name) {
	return html`<use href=${`#figure-${face}`} class=${`figure-${face}`} transform="translate(4 12) scale(.875)" />
		<text class="named" x="32" y="80">${name.split(" ").at(-1)}</text>
		${name.includes(" ") && html`<text class="named small" x="32" y="12">${name.split(" ")[0]}</text>`}`;
}

/**
 * @param {{
 *   face: string,
 *   layout: { deck: { faces: Record<string, string> } },
 *   pick?: ((face: string) => void) | null,
 * }} props
 */
function Card({ face, layout, pick }) {
	const hidden = face === HIDDEN;
	const name = hidden ? "a hidden card" : layout.deck.faces[face] || face;
	const drawing = hidden
		? html`<use href="#back" />`
		: isDrawn(`suit-${face[1]}`)
			? suitFace(face)
			: isDrawn(`figure-${face}`)
				? figureFace(face, name)
				: html`<text class="rank" x="8" y="50">${face}</text>`;
	const picture = html`<svg viewBox="0 0 64 90" class=${`card ${hidden ? "back" : ""}`} role="img" aria-label=${name}>
		${EDGE}${drawing}
	</svg>`;
	if (!pick) return picture;
	return html`<button class="pick" aria-label=${`Put away ${name}`} onClick=${() => pick(face)}>${picture}</button>`;
}

/**
 * @param {{
 *   of: string | number,
 *   cards: string[],
 *   layout: { deck: { faces: Record<string, string> } },
 *   slots?: number,
 *   pick?: ((face: string) => void) | null,
 *   label: string,
 * }} props
 */
export function Hand({ of, cards, layout, slots = 0, pick, label }) {
	const empty = Math.max(0, slots - cards.length);
	return html`<div class="hand" data-hand=${of} role="group" aria-label=${label}>
		${cards.map((face, at) => html`<${Card} key=${at} face=${face} layout=${layout} pick=${pick} />`)}
		${oneTo(empty).map((at) => html`<span key=${`slot ${at}`} class="slot" aria-hidden="true"></span>`)}
	</div>`;
}
