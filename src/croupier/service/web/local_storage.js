// What this browser keeps; one that keeps nothing forgets it with the page.

export function readStored(key) {
	try {
		return JSON.parse(localStorage.getItem(key));
	} catch {
		return null;
	}
}

export function writeStored(key, value) {
	try {
		localStorage.setItem(key, JSON.stringify(value));
	} catch {
		// Then it is known as long as the page is open.
	}
}
