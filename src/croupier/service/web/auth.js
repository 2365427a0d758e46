// Who one is to the house.

import { get, Problem, patch, post, put, remove } from "./api.js";
import { readStored, writeStored } from "./local_storage.js";
import { pageStore, state } from "./state.js";

// True if this person may do an action of the house's table of permissions, somewhere.
export const may = (me, action) => Boolean(me?.may.includes(action));
// True if this person may do it for what is not the person's own, and where the person is not assigned.
export const mayAnywhere = (me, action) => Boolean(me?.anywhere.includes(action));
export const mayAt = (me, action, table) => mayAnywhere(me, action) || (may(me, action) && me.assigned.includes(table));
// Visitors may play: they become guests.
export const mayPlay = (me) => !me || may(me, "buy");

const SIGNED_IN_KEY = "croupier came in";

// That somebody has come in is kept, so that the house need not be asked about others.
async function signedInAs(somebody) {
	pageStore.set({ me: await somebody });
	writeStored(SIGNED_IN_KEY, true);
	await loadWallet();
}

function signedOut() {
	pageStore.set({ me: null, wallet: null });
}

export async function loadMe(sure = readStored(SIGNED_IN_KEY)) {
	if (!sure) signedOut();
	else {
		try {
			await signedInAs(get("/me"));
		} catch (problem) {
			if (!(problem instanceof Problem)) throw problem;
			if (problem.status === 401) writeStored(SIGNED_IN_KEY, false);
			signedOut();
		}
	}
	return state().me;
}

export async function loadWallet() {
	const me = state().me;
	if (me && mayPlay(me)) pageStore.set({ wallet: (await get("/me/wallet")).amount });
}

// Whoever has no name here yet is a guest from now on.
export async function ensureGuest(name = "") {
	if (state().me) return state().me;
	try {
		await signedInAs(post("/guests", name ? { name } : {}));
	} catch (problem) {
		// Who has come in already, by a cookie that this page did not know of, is no guest anew.
		if (problem.status !== 403 || !(await loadMe(true))) throw problem;
	}
	return state().me;
}

export const signIn = (login, password) => signedInAs(post("/session", { login, password }));
export const signUp = (login, password) => signedInAs(post("/accounts", { login, password }));

export async function signOut() {
	await remove("/session");
	writeStored(SIGNED_IN_KEY, false);
	signedOut();
}

export async function rename(name) {
	const named = await patch("/me", { name });
	pageStore.set((all) => ({ me: { ...all.me, name: named.name } }));
}

export const changePassword = (login, password, fresh) => put("/session/password", { login, password, new: fresh });
