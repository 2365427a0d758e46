// The page's one state, and the few things that every screen does to it.

import { problemText } from "./format.js";
import { loadPreferences, savePreferences } from "./preferences.js";
import { createStore } from "./store.js";

export const pageStore = createStore({
	route: { screen: "lobby" },
	prefs: loadPreferences(),
	me: undefined, // the person who is signed in, or null; undefined until the house has said it
	wallet: null,
	lobby: null,
	table: null,
	trouble: "", // what went wrong last, until it is dismissed
	panel: null, // a dialog over the screen
	screens: {}, // what the other screens have at hand, by their names
});

export const state = () => pageStore.get();

// Change a part of the state, if it is there.
export function updatePart(part, by) {
	pageStore.set((all) =>
		all[part] ? { [part]: { ...all[part], ...(typeof by === "function" ? by(all[part]) : by) } } : {},
	);
}

export function updateScreen(name, by) {
	pageStore.set((all) => ({ screens: { ...all.screens, [name]: { ...all.screens[name], ...by } } }));
}

export function setPreference(name, value) {
	const prefs = { ...state().prefs, [name]: value };
	pageStore.set({ prefs });
	savePreferences(prefs);
}

// What the house refuses is told; what went wrong in the page itself goes on to the console.
export function reportProblem(problem) {
	if (problem instanceof Error && problem.body === undefined) throw problem;
	const text = problem instanceof Error ? problemText(problem) : problem;
	pageStore.set({ trouble: text });
	announce(text);
}

// A dialog over the screen, in which nothing has gone wrong yet.
export const openDialog = (name, more) => pageStore.set({ panel: name, trouble: "", ...more });

// Carry out what a person asked for.
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

let announcements = [];
let timer = 0;

// Sentences that come together are read together.
export function announce(text) {
	if (!text) return;
	announcements.push(text);
	clearTimeout(timer);
	timer = setTimeout(() => {
		const region = document.getElementById("says");
		const line = document.createElement("p");
		line.textContent = announcements.join(" ");
		region.replaceChildren(line);
		announcements = [];
	}, 120);
}

// ---- where one is

export function navigate(path) {
	if (path !== location.pathname + location.search) history.pushState(null, "", path);
	dispatchEvent(new PopStateEvent("popstate"));
}
