// One plain state, and the one who is told when it changes.

export function createStore(initial) {
	let state = initial;
	let told = false;
	let heard = null;
	const tell = () => {
		told = false;
		heard(state);
	};
	return {
		get: () => state,
		// Take up a change; all changes of one turn are told together.
		set(change) {
			state = { ...state, ...(typeof change === "function" ? change(state) : change) };
			if (!told) {
				told = true;
				queueMicrotask(tell);
			}
		},
		// Tell at once: what moves must stand where it moves to.
		now() {
			if (told) tell();
		},
		hear(it) {
			heard = it;
		},
	};
}
