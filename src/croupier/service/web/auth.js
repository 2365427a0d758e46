// The person who is signed in: signing in and out, and what the person may do.

import { get, Problem, patch, post, put, remove } from "./api.js";
import { useCurrency } from "./format.js";
import { readStored, writeStored } from "./local_storage.js";
import { pageStore, state } from "./state.js";

/** @import { Me } from "./types.js" */

/**
 * True if this person may do an action of the house's table of permissions, somewhere.
 * @param {Me | null | undefined} me
 * @param {string} action
 */
export const may = (me, action) => Boolean(me?.may.includes(action));
/**
 * True if this person may do it at every table and for everybody.
 * @param {Me | null | undefined} me
 * @param {string} action
 */
export const mayAnywhere = (me, action) => Boolean(me?.anywhere.includes(action));
/**
 * @param {Me | null | undefined} me
 * @param {string} action
 * @param {string} table
 */
export const mayAt = (me, action, table) =>
	mayAnywhere(me, action) || (may(me, action) && Boolean(me?.assigned.includes(table)));
/**
 * True if this person may play. Visitors may: they become guests.
 * @param {Me | null | undefined} me
 */
export const mayPlay = (me) => !me || may(me, "buy");

const SIGNED_IN_KEY = "croupier came in";

/**
 * The browser remembers that somebody has signed in; otherwise the house is not asked who it is.
 * @param {Promise<Me>} asked
 */
async function signedInAs(asked) {
	const me = await asked;
	useCurrency(me.currency);
	pageStore.set({ me });
	writeStored(SIGNED_IN_KEY, true);
	await loadWallet();
}

function signedOut() {
	pageStore.set({ me: null, wallet: null });
}

/**
 * The person who is signed in, as the house knows the person; null if nobody is.
 * @param {boolean} [sure]
 */
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

/**
 * A visitor becomes a guest; others stay who they are.
 * @param {string} [name]
 */
export async function ensureGuest(name = "") {
	if (state().me) return state().me;
	try {
		await signedInAs(post("/guests", name ? { name } : {}));
	} catch (problem) {
		// This browser may have a cookie that the page did not know of: its person is no new guest.
		if (problem.status !== 403 || !(await loadMe(true))) throw problem;
	}
	return state().me;
}

/**
 * @param {string} login
 * @param {string} password
 */
export const signIn = (login, password) => signedInAs(post("/session", { login, password }));
/**
 * @param {string} login
 * @param {string} password
 */
export const signUp = (login, password) => signedInAs(post("/accounts", { login, password }));

export async function signOut() {
	await remove("/session");
	writeStored(SIGNED_IN_KEY, false);
	signedOut();
}

/** @param {string} name */
export async function rename(name) {
	const named = await patch("/me", { name });
	pageStore.set(({ me }) => ({ me: me && { ...me, name: named.name } }));
}

/**
 * @param {string} login
 * @param {string} password
 * @param {string} fresh
 */
export const changePassword = (login, password, fresh) => put("/session/password", { login, password, new: fresh });
