// Single keys, which can be turned off.

import { state } from "./state.js";
import { useLayoutEffect } from "./vendor/htm-preact-3.1.1.js";

const TYPING = "input:not([type=range]), textarea, select, [contenteditable], dialog";

/**
 * The element at which a key was pressed.
 * @param {Event} event
 */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/**
 * The key that was pressed; none while a person types, or has turned single keys off.
 * @param {KeyboardEvent} event
 */
export function pressedKey(event) {
	const off =
		event.ctrlKey || event.metaKey || event.altKey || !state().prefs.keys || targetOf(event).closest?.(TYPING);
	return off ? "" : event.key.toLowerCase();
}

/** @param {(event: KeyboardEvent) => void} pressed */
export function useKeys(pressed) {
	useLayoutEffect(() => {
		addEventListener("keydown", pressed);
		return () => removeEventListener("keydown", pressed);
	});
}
