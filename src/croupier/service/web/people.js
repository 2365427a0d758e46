// Who one is to the house.

import { get, patch, post, Problem, put, remove } from "./api.js";
import { keep, recalled } from "./kept.js";
import { page, state } from "./state.js";

const CAME = "croupier came in";

// That somebody has come in is kept, so that the house need not be asked about others.
async function is(somebody) {
	page.set({ me: await somebody });
	keep(CAME, true);
	await wallet();
}

function isNobody() {
	page.set({ me: false, wallet: null });
}

export async function known(sure = recalled(CAME)) {
	if (!sure) isNobody();
	else {
		try {
			await is(get("/me"));
		} catch (problem) {
			if (!(problem instanceof Problem)) throw problem;
			if (problem.status === 401) keep(CAME, false);
			isNobody();
		}
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
		await is(post("/guests", name ? { name } : {}));
	} catch (problem) {
		// Who has come in already, by a cookie that this page did not know of, is no guest anew.
		if (problem.status !== 403 || !(await known(true))) throw problem;
	}
	return state().me;
}

export const signIn = (login, password) => is(post("/session", { login, password }));
export const signUp = (login, password) => is(post("/accounts", { login, password }));

export async function signOut() {
	await remove("/session");
	keep(CAME, false);
	isNobody();
}

export async function rename(name) {
	const named = await patch("/me", { name });
	page.set((all) => ({ me: { ...all.me, name: named.name } }));
}

export const changePassword = (login, password, fresh) => put("/session/password", { login, password, new: fresh });
