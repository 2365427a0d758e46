// What this browser stores. A browser that stores nothing forgets it with the page.

/**
 * @param {string} key
 * @returns {any}
 */
export function readStored(key) {
	try {
		return JSON.parse(localStorage.getItem(key) ?? "null");
	} catch {
		return null;
	}
}

/**
 * @param {string} key
 * @param {unknown} value
 */
export function writeStored(key, value) {
	try {
		localStorage.setItem(key, JSON.stringify(value));
	} catch {
		// The page goes on without storage: the value is known as long as the page is open.
	}
}
