// Cards. Their shapes stand in index.html.

import { html, oneTo, phrase } from "../index.js";
import { HIDDEN } from "./scene.js";

/** @import { Hole } from "../types.js" */

const EDGE = html`<rect class="edge" x=".7" y=".7" width="98.600" height="138.600" rx="9" />`;
const GROUND = html`<rect class="ground" x="5" y="5" width="90" height="130" rx="6" />`;
/** @param {string} id */
const isDrawn = (id) => document.getElementById(id) !== null;

/**
 * A card of a suit: index and suit, with the figure of a court card, or the suit large.
 * @param {string} face
 */
function suitFace([rank, suit]) {
	const index = html`<use
		class="index"
		href=${`#rank-${rank}`}
		transform=${rank === "T" ? "translate(6 9) scale(1.080 1.180)" : "translate(9 9) scale(1.180)"}
	/>`;
	if (isDrawn(`court-${rank}`))
		return html`
			<use href=${`#court-${rank}`} transform="translate(7.500 10.700) scale(.923)" />
			${index}
			<use class="suit" href=${`#suit-${suit}`} transform="translate(10.500 54) scale(1.320)" />
		`;
	return html`
		${index}
		<use class="suit" href=${`#suit-${suit}`} transform="translate(66.500 10) scale(1.180)" />
		<use class="suit" href=${`#suit-${suit}`} transform="translate(19 70) scale(3.100)" />
	`;
}

/**
 * The small form of a card of a suit: its index over its suit.
 * @param {string} face
 */
const smallSuitFace = ([rank, suit]) => html`
	<use
		class="index"
		href=${`#rank-${rank}`}
		transform=${rank === "T" ? "translate(17 12) scale(2.050 1.800)" : "translate(22 12) scale(2.150 1.800)"}
	/>
	<use class="suit" href=${`#suit-${suit}`} transform="translate(23 79) scale(2.700)" />
`;

/**
 * A card with a creature: a frame, the first letters of its name in the corner, the figure and the name.
 * @param {string} face
 * @param {string} name
 */
function figureFace(face, name) {
	const label = name.split(" ").at(-1) ?? name;
	return html`
		${GROUND}
		<use href=${`#figure-${face}`} transform="translate(10.500 31) scale(.94)" />
		<path class="corner" d="M5 11a6 6 0 0 1 6-6h33v14a13 13 0 0 1-13 13H5z" />
		<text class="letters" x="23.500" y="26.500">${label.slice(0, 2)}</text>
		${name.includes(" ") && html`<text class="kind" x="91" y="21">${name.split(" ")[0]}</text>`}
		<text class="called" x="50" y="130.500">${label}</text>
	`;
}

/**
 * The small form of a card with a creature.
 * @param {string} face
 * @param {string} name
 */
const smallFigureFace = (face, name) => html`
	${GROUND}
	<path class="corner" d="M5 11a6 6 0 0 1 6-6h78a6 6 0 0 1 6 6v34H5z" />
	<text class="letters wide" x="50" y="39">${name.split(" ").at(-1)?.slice(0, 2)}</text>
	<use href=${`#figure-${face}`} transform="translate(8 47)" />
`;

/**
 * @param {string} face
 * @param {string} name
 * @param {boolean | undefined} small
 * @returns {[string, Hole]} the class of the card and its drawing
 */
function drawn(face, name, small) {
	if (face === HIDDEN) return ["back", html`<use href="#back" />`];
	if (isDrawn(`suit-${face[1]}`) && isDrawn(`rank-${face[0]}`))
		return [`suit-${face[1]}`, small ? smallSuitFace(face) : suitFace(face)];
	if (isDrawn(`figure-${face}`))
		return [`creature creature-${face}`, small ? smallFigureFace(face, name) : figureFace(face, name)];
	return ["", html`<text class="called" x="50" y="80">${face}</text>`];
}

/**
 * @param {{
 *   face: string,
 *   layout: { deck: { faces: Record<string, string> } },
 *   pick?: ((face: string) => void) | null,
 *   picked?: string[] | null,
 *   small?: boolean,
 *   mark?: string,
 * }} props
 */
function Card({ face, layout, pick, picked, small, mark = "" }) {
	const name = face === HIDDEN ? phrase("cards.a_hidden_card") : layout.deck.faces[face] || face;
	const [kind, drawing] = drawn(face, name, small);
	const picture = html`<span class=${`card ${kind} ${mark}`}>
		<svg viewBox="0 0 100 140" role="img" aria-label=${name}>${EDGE}${drawing}</svg>
	</span>`;
	if (!pick) return picture;
	return html`<button
		class="pick"
		aria-label=${phrase("cards.put_away", { name })}
		aria-pressed=${picked?.includes(face)}
		onClick=${() => pick(face)}
	>
		${picture}
	</button>`;
}

/**
 * @param {{
 *   of: string | number,
 *   cards: string[],
 *   layout: { deck: { faces: Record<string, string> } },
 *   slots?: number,
 *   pick?: ((face: string) => void) | null,
 *   picked?: string[] | null,
 *   label: string,
 *   small?: boolean,
 *   mark?: (face: string) => string,
 * }} props
 */
export function Hand({ of, cards, layout, slots = 0, pick, picked, label, small, mark }) {
	const empty = Math.max(0, slots - cards.length);
	return html`<div class="hand" data-hand=${of} role="group" aria-label=${label}>
		${cards.map(
			(face, at) =>
				html`<${Card}
					key=${at}
					face=${face}
					layout=${layout}
					pick=${pick}
					picked=${picked}
					small=${small}
					mark=${mark?.(face)}
				/>`,
		)}
		${oneTo(empty).map((at) => html`<span key=${`slot ${at}`} class="slot" aria-hidden="true"></span>`)}
	</div>`;
}
