// Files of the page that are loaded when they are needed: screens with their styles, and the drawings of the cards.

import { once } from "./once.js";
import { loadLaterWords, phrase } from "./words.js";

/** @import { ScreenModule } from "./types.js" */

/** @param {string} path */
const addressOf = (path) => new URL(path, import.meta.url).href;

/** The styles of the screens that are not the first. */
const loadStyles = once(() => Promise.all(["screens.css", "work.css"].map(loadStyle)));

/**
 * @param {string} path
 * @returns {Promise<void>}
 */
const loadStyle = (path) =>
	new Promise((resolve, reject) => {
		const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: addressOf(path) });
		link.onload = () => resolve();
		link.onerror = () => {
			link.remove();
			reject(new Error(phrase("assets.cannot_be_loaded", { path })));
		};
		document.head.append(link);
	});

/** The drawings of court cards and creatures, as symbols of the document. */
export const loadDrawings = once(async () => {
	const answer = await fetch(addressOf("deck.svg"));
	if (!answer.ok) throw new Error(phrase("assets.the_drawings_of_the_cards"));
	const drawn = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
	document.querySelector("svg defs")?.append(...drawn.querySelectorAll("defs > *"));
});

/** The dialogs that few visits open, with their words. */
export const loadDialogs = once(async () => {
	await loadLaterWords();
	return import("./dialogs.js");
});

/**
 * A screen that the page does not begin with. Once the house has another version of the page its files are gone, and
 * the page is loaded anew.
 * @param {string} name
 * @returns {Promise<ScreenModule>}
 */
export async function loadScreen(name) {
	try {
		await loadLaterWords();
		const [module] = await Promise.all([import(`./screens/${name}.js`), loadStyles()]);
		return module;
	} catch (problem) {
		const [here] = performance.getEntriesByType("navigation");
		if (navigator.onLine && /** @type {PerformanceNavigationTiming} */ (here)?.type !== "reload") location.reload();
		throw problem;
	}
}
