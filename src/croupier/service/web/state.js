// The page's one state, and the few things that every screen does to it.

import { store } from "./store.js";
import { choose, load } from "./prefs.js";
import { told } from "./words.js";

export const page = store({
	route: { screen: "lobby" },
	prefs: load(),
	me: null, // who one is to the house; null until that is known, false for nobody
	wallet: null,
	lobby: null,
	table: null,
	trouble: "", // what went wrong last, until it is dismissed
	panel: null, // a dialog over the screen
	screens: {}, // what the other screens have at hand, by their names
});

export const state = () => page.get();

// Change a part of the state, if it is there.
export function change(part, by) {
	page.set((all) =>
		all[part] ? { [part]: { ...all[part], ...(typeof by === "function" ? by(all[part]) : by) } } : {},
	);
}

export function screen(name, by) {
	page.set((all) => ({ screens: { ...all.screens, [name]: { ...all.screens[name], ...by } } }));
}

export function prefer(name, value) {
	const prefs = { ...state().prefs, [name]: value };
	page.set({ prefs });
	choose(prefs);
}

// What the house refuses is told; what went wrong in the page itself goes on to the console.
export function trouble(problem) {
	if (problem instanceof Error && problem.body === undefined) throw problem;
	const text = problem instanceof Error ? told(problem) : problem;
	page.set({ trouble: text });
	say(text);
}

// A dialog over the screen, in which nothing has gone wrong yet.
export const panel = (name, more) => page.set({ panel: name, trouble: "", ...more });

// Carry out what a person asked for.
export async function trying(act) {
	try {
		page.set({ trouble: "" });
		return await act();
	} catch (problem) {
		trouble(problem);
		return undefined;
	}
}

// ---- the one live region

let spoken = [];
let timer = 0;

// Sentences that come together are read together.
export function say(text) {
	if (!text) return;
	spoken.push(text);
	clearTimeout(timer);
	timer = setTimeout(() => {
		const region = document.getElementById("says");
		const line = document.createElement("p");
		line.textContent = spoken.join(" ");
		region.replaceChildren(line);
		spoken = [];
	}, 120);
}

// ---- where one is

export function go(path) {
	if (path !== location.pathname + location.search) history.pushState(null, "", path);
	dispatchEvent(new PopStateEvent("popstate"));
}
