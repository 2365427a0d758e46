// Loads that are made once.

/**
 * A load that is made once, and again only if it failed.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {() => Promise<T>}
 */
export function once(load) {
	/** @type {Promise<T> | null} */
	let made = null;
	return () => {
		made ??= load().catch((problem) => {
			made = null;
			throw problem;
		});
		return made;
	};
}
