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
 * The key that was pressed; none while a person types, or has turned keys off. Letters and numbers are keys of screen
 * readers too, so a person may put them behind Alt; keys such as Enter and Space never are.
 * @param {KeyboardEvent} event
 */
export function pressedKey(event) {
	const { keys } = state().prefs;
	if (keys === "off" || event.ctrlKey || event.metaKey || targetOf(event).closest?.(TYPING)) return "";
	const isCharacter = event.key.trim().length === 1;
	if (event.altKey !== (keys === "alt" && isCharacter)) return "";
	if (!event.altKey) return event.key.toLowerCase();
	event.preventDefault(); // the browser's menus have letters of their own
	const [, plain = event.key] = /^(?:Key|Digit)(.)$/.exec(event.code) ?? []; // with Alt a key may write another sign
	return plain.toLowerCase();
}

/** @param {(event: KeyboardEvent) => void} pressed */
export function useKeys(pressed) {
	useLayoutEffect(() => {
		addEventListener("keydown", pressed);
		return () => removeEventListener("keydown", pressed);
	});
}
