// A store: one plain state, and a listener that is told when the state changes.

/**
 * @template T
 * @typedef {object} Store
 * @property {() => T} get
 * @property {(change: Partial<T> | ((state: T) => Partial<T>)) => void} set take up a change; the listener is told once
 *   of all changes of a turn
 * @property {() => void} flush tell the listener at once: before a thing moves, it must stand where it moves to
 * @property {(listener: (state: T) => void) => void} subscribe
 */

/**
 * @template T
 * @param {T} initial
 * @returns {Store<T>}
 */
export function createStore(initial) {
	let state = initial;
	let pending = false;
	/** @type {(state: T) => void} */
	let listener = () => {};
	const tell = () => {
		pending = false;
		listener(state);
	};
	return {
		get: () => state,
		set(change) {
			state = { ...state, ...(typeof change === "function" ? change(state) : change) };
			if (!pending) {
				pending = true;
				queueMicrotask(tell);
			}
		},
		flush() {
			if (pending) tell();
		},
		subscribe(told) {
			listener = told;
		},
	};
}
