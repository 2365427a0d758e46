// Single keys, which can be turned off.

import { state } from "./state.js";
import { useLayoutEffect } from "./vendor/htm-preact.js";

const TYPING = "input:not([type=range]), textarea, select, [contenteditable], dialog";

// The key that was pressed, unless somebody types or wants none.
export function pressedKey(event) {
	const off = event.ctrlKey || event.metaKey || event.altKey || !state().prefs.keys || event.target.closest?.(TYPING);
	return off ? "" : event.key.toLowerCase();
}

export function useKeys(pressed) {
	useLayoutEffect(() => {
		addEventListener("keydown", pressed);
		return () => removeEventListener("keydown", pressed);
	});
}
