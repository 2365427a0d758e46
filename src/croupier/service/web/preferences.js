// What a person has chosen about the page; it is kept in the browser alone.

import { readStored, writeStored } from "./local_storage.js";

const KEY = "croupier choices";
const DEFAULTS = { theme: "system", pace: "normal", fourColour: false, textMode: false, keys: true };

const PACES = { slow: 1.6, normal: 1, fast: 0.4, none: 0 };

export const loadPreferences = () => ({ ...DEFAULTS, ...readStored(KEY) });

export function savePreferences(prefs) {
	writeStored(KEY, prefs);
	applyPreferences(prefs);
}

export function applyPreferences(prefs) {
	const root = document.documentElement;
	if (prefs.theme === "system") root.removeAttribute("data-theme");
	else root.dataset.theme = prefs.theme;
	root.toggleAttribute("data-four-colour", prefs.fourColour);
}

// Nothing moves where a person asks for that, here or in the system.
export function motionPace(prefs) {
	return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACES[prefs.pace];
}
