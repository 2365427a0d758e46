// The storage of this browser. A browser without storage forgets the values with the page.

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
 * Store a value, and say if it is stored: a browser may have no storage, or none left.
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean}
 */
export function writeStored(key, value) {
	try {
		localStorage.setItem(key, JSON.stringify(value));
		return true;
	} catch {
		return false; // The page goes on without storage: the value is known as long as the page is open.
	}
}
