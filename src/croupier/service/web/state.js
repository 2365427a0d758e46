// The page's state, and the few things that every screen does to it.

import { problemText } from "./format.js";
import { loadPreferences, savePreferences } from "./preferences.js";
import { createStore } from "./store.js";

/** @import { State, TableState } from "./types.js" */

/** @type {State} */
const INITIAL = {
	route: { screen: "lobby" },
	prefs: loadPreferences(),
	me: undefined,
	wallet: null,
	lobby: null,
	table: null,
	trouble: "",
	panel: null,
	screens: {},
};
export const pageStore = createStore(INITIAL);

export const state = () => pageStore.get();

/**
 * Change a part of the state, if it is there.
 * @param {"table"} part
 * @param {Partial<TableState> | ((table: TableState) => Partial<TableState>)} by
 */
export function updatePart(part, by) {
	pageStore.set((all) =>
		all[part] ? { [part]: { ...all[part], ...(typeof by === "function" ? by(all[part]) : by) } } : {},
	);
}

/**
 * Change what a screen works with.
 * @param {string} name
 * @param {Record<string, any>} by
 */
export function updateScreen(name, by) {
	pageStore.set((all) => ({ screens: { ...all.screens, [name]: { ...all.screens[name], ...by } } }));
}

/**
 * @param {string} name
 * @param {string | boolean} value
 */
export function setPreference(name, value) {
	const prefs = { ...state().prefs, [name]: value };
	pageStore.set({ prefs });
	savePreferences(prefs);
}

/**
 * Show what the house refused. An error of the page itself is thrown again, and the browser's console shows it.
 * @param {unknown} problem
 */
export function reportProblem(problem) {
	if (problem instanceof Error && !("body" in problem)) throw problem;
	const text = problem instanceof Error ? problemText(problem) : String(problem);
	pageStore.set({ trouble: text });
	announce(text);
}

/**
 * Open a dialog over the screen; what went wrong before is not shown in it.
 * @param {string} name
 * @param {Partial<State>} [more]
 */
export const openDialog = (name, more) => pageStore.set({ panel: name, trouble: "", ...more });

/**
 * Carry out what a person asked for; what goes wrong is reported.
 * @template T
 * @param {() => T | Promise<T>} act
 * @returns {Promise<T | undefined>}
 */
export async function attempt(act) {
	try {
		pageStore.set({ trouble: "" });
		return await act();
	} catch (problem) {
		reportProblem(problem);
		return undefined;
	}
}

// ---- the one live region

/** @type {string[]} */
let announcements = [];
let timer = 0;

/**
 * Put a text into the live region for screen readers. Texts that come together are read together.
 * @param {string} text
 */
export function announce(text) {
	if (!text) return;
	announcements.push(text);
	clearTimeout(timer);
	timer = setTimeout(() => {
		const region = /** @type {HTMLElement} */ (document.getElementById("says"));
		const line = document.createElement("p");
		line.textContent = announcements.join(" ");
		region.replaceChildren(line);
		announcements = [];
	}, 120);
}

// ---- where one is

/**
 * The title of the page, for the tab of the browser.
 * @param {string[]} parts
 */
export function setTitle(...parts) {
	document.title = `${parts.filter(Boolean).join(", ")} – Croupier`;
}

/** @param {string} path */
export function navigate(path) {
	if (path !== location.pathname + location.search) history.pushState(null, "", path);
	dispatchEvent(new PopStateEvent("popstate"));
}
