// The house over HTTP; what it refuses comes back as a Problem.

import { hex } from "./fair/sha256.js";

export const API = "/api/v1";

export class Problem extends Error {
	constructor(body, status) {
		super(body.detail || body.title || "the house did not answer");
		const { accepted = "", clauses = [], rulings = [], about = "" } = body;
		Object.assign(this, { body, status, accepted, clauses, rulings, about });
	}
}

const UNREACHABLE = { detail: "the house cannot be reached", accepted: "the same again when the connection is back" };

export async function request(method, path, body) {
	let answer;
	try {
		answer = await fetch(API + path, {
			method,
			headers: body === undefined ? {} : { "content-type": "application/json" },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
	} catch {
		throw new Problem(UNREACHABLE, 0);
	}
	const text = await answer.text();
	const isJson = /\/(problem\+)?json/.test(answer.headers.get("content-type"));
	const found = isJson && text ? JSON.parse(text) : text;
	if (!answer.ok) throw new Problem(isJson ? found : {}, answer.status);
	return found;
}

export const get = (path) => request("GET", path);
export const post = (path, body = {}) => request("POST", path, body);
export const put = (path, body) => request("PUT", path, body);
export const patch = (path, body) => request("PATCH", path, body);
export const remove = (path) => request("DELETE", path);

// What is there, or nothing where the house says that there is nothing.
export async function getOrNull(path) {
	try {
		return await get(path);
	} catch (problem) {
		if (problem.status === 404) return null;
		throw problem;
	}
}

// An id for a command: sent again under it, it is carried out once.
export const newId = () => hex(crypto.getRandomValues(new Uint8Array(12)));
