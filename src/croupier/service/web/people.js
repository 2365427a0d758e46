// Who one is to the house.

import { get, patch, post, Problem, put, remove } from "./api.js";
import { page, state } from "./state.js";

const CAME = "croupier came in";

// Whether this browser has come in before; if not, the house need not be asked.
function cameBefore(came) {
	try {
		if (came === undefined) return localStorage.getItem(CAME) !== null;
		if (came) localStorage.setItem(CAME, "yes");
		else localStorage.removeItem(CAME);
	} catch {
		// A browser that keeps nothing is asked for.
	}
	return true;
}

export async function known(sure = cameBefore()) {
	if (!sure) {
		page.set({ me: false, wallet: null });
		return false;
	}
	try {
		page.set({ me: await get("/me") });
		cameBefore(true);
		await wallet();
	} catch (problem) {
		if (!(problem instanceof Problem)) throw problem;
		if (problem.status === 401) cameBefore(false);
		page.set({ me: false, wallet: null });
	}
	return state().me;
}

export async function wallet() {
	const me = state().me;
	if (me && ["guest", "player"].includes(me.role)) page.set({ wallet: (await get("/me/wallet")).amount });
}

// Whoever has no name here yet is a guest from now on.
export async function comeIn(name = "") {
	if (state().me) return state().me;
	try {
		page.set({ me: await post("/guests", name ? { name } : {}) });
		cameBefore(true);
		await wallet();
	} catch (problem) {
		// Who has come in already, by a cookie that this page did not know of, is no guest anew.
		if (problem.status !== 403 || !(await known(true))) throw problem;
	}
	return state().me;
}

export async function signIn(login, password) {
	page.set({ me: await post("/session", { login, password }) });
	cameBefore(true);
	await wallet();
}

export async function signUp(login, password) {
	page.set({ me: await post("/accounts", { login, password }) });
	cameBefore(true);
	await wallet();
}

export async function signOut() {
	await remove("/session");
	cameBefore(false);
	page.set({ me: false, wallet: null });
}

export async function rename(name) {
	const named = await patch("/me", { name });
	page.set((all) => ({ me: { ...all.me, name: named.name } }));
}

export const changePassword = (login, password, fresh) => put("/session/password", { login, password, new: fresh });
