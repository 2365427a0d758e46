// What a person has chosen about the page; it is kept in the browser alone.

import { keep, recalled } from "./kept.js";

const KEY = "croupier choices";
const STANDARD = { theme: "system", pace: "normal", fourColour: false, textMode: false, keys: true };

const PACES = { slow: 1.6, normal: 1, fast: 0.4, none: 0 };

export const load = () => ({ ...STANDARD, ...recalled(KEY) });

export function choose(prefs) {
	keep(KEY, prefs);
	dress(prefs);
}

export function dress(prefs) {
	const root = document.documentElement;
	if (prefs.theme === "system") root.removeAttribute("data-theme");
	else root.dataset.theme = prefs.theme;
	root.toggleAttribute("data-four-colour", prefs.fourColour);
}

// Nothing moves where a person asks for that, here or in the system.
export function pace(prefs) {
	return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACES[prefs.pace];
}
