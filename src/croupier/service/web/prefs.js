// What a person has chosen about the page; it is kept in the browser alone.

const KEY = "croupier choices";
const STANDARD = { theme: "system", pace: "normal", fourColour: false, textMode: false, keys: true };

export const PACES = { slow: 1.6, normal: 1, fast: 0.4, none: 0 };

export function load() {
	try {
		return { ...STANDARD, ...JSON.parse(localStorage.getItem(KEY) || "{}") };
	} catch {
		return { ...STANDARD };
	}
}

export function keep(prefs) {
	try {
		localStorage.setItem(KEY, JSON.stringify(prefs));
	} catch {
		// A browser that keeps nothing forgets the choices with the page.
	}
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
