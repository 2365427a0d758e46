// The preferences of a person about the page. The browser alone stores them.

import { readStored, writeStored } from "./local_storage.js";

/** @import { Preferences } from "./types.js" */

const KEY = "croupier choices";
const DEFAULTS = { theme: "system", pace: "normal", fourColour: false, textMode: false, keys: "single" };

const PACES = { slow: 1.6, normal: 1, fast: 0.4, none: 0 };

/** @returns {Preferences} */
export function loadPreferences() {
	const prefs = { ...DEFAULTS, ...readStored(KEY) };
	if (typeof prefs.keys === "boolean") prefs.keys = prefs.keys ? "single" : "off"; // as it was stored once
	return prefs;
}

/** @param {Preferences} prefs */
export function savePreferences(prefs) {
	writeStored(KEY, prefs);
	applyPreferences(prefs);
}

/** @param {Preferences} prefs */
export function applyPreferences(prefs) {
	const root = document.documentElement;
	if (prefs.theme === "system") root.removeAttribute("data-theme");
	else root.dataset.theme = prefs.theme;
	root.toggleAttribute("data-four-colour", prefs.fourColour);
}

/**
 * The factor by which motion is slowed down; 0, if the person or the system asks for no motion.
 * @param {Preferences} prefs
 */
export function motionPace(prefs) {
	return matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACES[prefs.pace];
}
