// Cards, drawn by code: large indices, suits told apart by shape and colour, and the figures of the deck of characters.

import { html } from "../vendor/htm-preact.js";
import { HIDDEN } from "./scene.js";

const SUITS = {
  h: "M12 21.5C5 15.500 2 12 2 8 2 5 4.300 3 6.800 3 9 3 11 4.300 12 6.300 13 4.300 15 3 17.200 3 19.700 3 22 5 22 8c0 4-3 7.500-10 13.500z",
  d: "M12 1.500C14.500 6 17.500 9.500 21 12 17.500 14.500 14.500 18 12 22.500 9.500 18 6.500 14.500 3 12 6.500 9.500 9.500 6 12 1.500z",
  s: "M12 1.500C14 7 22 10 22 15.500a4.700 4.700 0 0 1-8.500 2.800c.2 2.200 1 3.500 2.500 4.700H8c1.500-1.200 2.300-2.500 2.500-4.700A4.700 4.700 0 0 1 2 15.500C2 10 10 7 12 1.500z",
  c: "M12 1.500a4.900 4.900 0 0 1 3.700 8.100 4.900 4.900 0 1 1-2.400 8.700c.2 2 1 3.500 2.700 4.700H8c1.700-1.200 2.500-2.700 2.700-4.700a4.900 4.900 0 1 1-2.400-8.700A4.900 4.900 0 0 1 12 1.500z",
};
const RANKS = { T: "10" };

// Figures of our own on a field of 64: [path, class] pairs, from back to front.
const DRAGON = [
  ["M13 52 20 24 9 9l16 6 7-10 7 10 16-6-11 15 7 28-11-5-8 12-8-12z", "skin"],
  ["M22 30l8 4-7 4zM42 30l-8 4 7 4z", "eye"],
  ["M27 46h10l-2 4h-6z", "eye"],
];
const FIGURES = {
  GD: DRAGON,
  RD: DRAGON,
  BD: DRAGON,
  PH: [
    ["M32 5c4 10 13 13 26 8-2 15-10 23-20 25l7 21-13-10-13 10 7-21C16 36 8 28 6 13c13 5 22 2 26-8z", "skin"],
    ["M32 16a5 5 0 0 1 5 5l-5 6-5-6a5 5 0 0 1 5-5z", "eye"],
  ],
  TI: [
    ["M10 8l12 6a26 26 0 0 1 20 0l12-6 1 16a24 24 0 1 1-46 0z", "skin"],
    ["M32 13l3 9h-6zM12 34l11 1-10 4zM52 34l-11 1 10 4zM14 44l9-2-6 6zM50 44l-9-2 6 6z", "eye"],
    ["M21 28a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM37 28a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM27 42h10l-5 6z", "eye"],
  ],
  PA: [
    ["M8 14a9 9 0 1 1 18 0 9 9 0 1 1-18 0zM38 14a9 9 0 1 1 18 0 9 9 0 1 1-18 0z", "eye"],
    ["M8 35a24 23 0 1 1 48 0 24 23 0 1 1-48 0z", "pale"],
    ["M16 36c0-8 10-11 12-3 1 5-11 12-12 3zM48 36c0-8-10-11-12-3-1 5 11 12 12 3zM27 44h10l-5 6z", "eye"],
  ],
  MO: [
    ["M3 30a8 9 0 1 1 16 0 8 9 0 1 1-16 0zM45 30a8 9 0 1 1 16 0 8 9 0 1 1-16 0z", "pale"],
    ["M10 30a22 23 0 1 1 44 0 22 23 0 1 1-44 0z", "skin"],
    ["M18 28c0-9 11-9 14-3 3-6 14-6 14 3 0 5-3 8-3 8 5 12-4 17-11 17s-16-5-11-17c0 0-3-3-3-8z", "pale"],
    ["M22 29a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM36 29a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM25 45h14l-7 4z", "eye"],
  ],
  RA: [
    ["M20 32C12 18 14 4 20 4s9 12 9 25zM44 32C52 18 50 4 44 4s-9 12-9 25z", "skin"],
    ["M12 42a20 18 0 1 1 40 0 20 18 0 1 1-40 0z", "skin"],
    ["M21 38a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM37 38a3 3 0 1 0 6 0 3 3 0 1 0-6 0zM29 46h6l-3 4z", "eye"],
  ],
};

function back() {
  return html`<rect class="edge" x="1" y="1" width="62" height="88" rx="7" />
    <rect class="pattern" x="6" y="6" width="52" height="78" rx="4" />
    <path class="lattice" d="M6 25 32 6l26 19M6 45 32 26l26 19M6 65 32 46l26 19M6 84l26-18 26 18M6 6l26 20L58 6M6 26l26 20 26-20M6 46l26 20 26-20M6 65l26 19 26-19" />`;
}

function suited(face) {
  const [rank, suit] = [RANKS[face[0]] || face[0], face[1]];
  return html`<rect class="edge" x="1" y="1" width="62" height="88" rx="7" />
    <g class=${`suit-${suit}`}>
      <text class=${`rank ${rank.length > 1 ? "two" : ""}`} x=${rank.length > 1 ? 3 : 6} y="37">${rank}</text>
      <path d=${SUITS[suit]} transform="translate(39 7) scale(.8)" />
      <path d=${SUITS[suit]} transform="translate(13 43) scale(1.600)" />
    </g>`;
}

function figured(face, name) {
  return html`<rect class="edge" x="1" y="1" width="62" height="88" rx="7" />
    <g class=${`figure figure-${face}`} transform="translate(4 12) scale(.875)">${FIGURES[face].map(([d, kind]) => html`<path class=${kind} d=${d} />`)}</g>
    <text class="named" x="32" y="80">${name.split(" ").at(-1)}</text>
    ${name.includes(" ") && html`<text class="named small" x="32" y="12">${name.split(" ")[0]}</text>`}`;
}

function plain(face) {
  return html`<rect class="edge" x="1" y="1" width="62" height="88" rx="7" /><text class="rank" x="8" y="50">${face}</text>`;
}

export function Card({ face, layout, pick, picked }) {
  const hidden = face === HIDDEN;
  const name = hidden ? "a hidden card" : layout.deck.faces[face] || face;
  const drawing = hidden ? back() : SUITS[face[1]] && layout.deck.faces[face] ? suited(face) : FIGURES[face] ? figured(face, name) : plain(face);
  const picture = html`<svg viewBox="0 0 64 90" class=${`card ${hidden ? "back" : ""}`} role="img" aria-label=${name}>${drawing}</svg>`;
  if (!pick) return picture;
  return html`<button class="pick" aria-pressed=${picked} aria-label=${`Put away ${name}`} onClick=${() => pick(face)}>${picture}</button>`;
}

export function Hand({ of, cards, layout, slots = 0, pick, label }) {
  const empty = Math.max(0, slots - cards.length);
  return html`<div class="hand" data-hand=${of} role="group" aria-label=${label}>
    ${cards.map((face, at) => html`<${Card} key=${at} face=${face} layout=${layout} pick=${pick} />`)}
    ${Array.from({ length: empty }, (_, at) => html`<span key=${`slot ${at}`} class="slot" aria-hidden="true"></span>`)}
  </div>`;
}
