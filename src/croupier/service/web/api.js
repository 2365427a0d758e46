// Requests to the house over HTTP. A refusal is thrown as a Problem.

import { hex } from "./fair/sha256.js";
import { phrase } from "./words.js";

/**
 * @import { DeleteAnswer, GetAnswer, PatchAnswer, PostAnswer, ProblemBody, PutAnswer } from "./messages.js"
 */

export const API = "/api/v1";

export class Problem extends Error {
	/**
	 * @param {Partial<ProblemBody>} body
	 * @param {number} status
	 */
	constructor(body, status) {
		super(body.detail || body.title || phrase("api.the_house_did_not_answer"));
		this.body = body;
		this.status = status;
		this.accepted = body.accepted ?? "";
		this.clauses = body.clauses ?? [];
		this.rulings = body.rulings ?? [];
		this.about = body.about ?? "";
	}
}

const UNREACHABLE = {
	detail: phrase("api.the_house_cannot_be_reached"),
	accepted: phrase("api.the_same_again_when_the"),
};

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
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
	const isJson = /\/(problem\+)?json/.test(answer.headers.get("content-type") ?? "");
	const found = isJson && text ? JSON.parse(text) : text;
	if (!answer.ok) throw new Problem(isJson ? found : {}, answer.status);
	return found;
}

/**
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<GetAnswer<Path>>}
 */
export const get = (path) => request("GET", path);
/**
 * @template {string} Path
 * @param {Path} path
 * @param {unknown} [body]
 * @returns {Promise<PostAnswer<Path>>}
 */
export const post = (path, body = {}) => request("POST", path, body);
/**
 * @template {string} Path
 * @param {Path} path
 * @param {unknown} [body]
 * @returns {Promise<PutAnswer<Path>>}
 */
export const put = (path, body) => request("PUT", path, body);
/**
 * @template {string} Path
 * @param {Path} path
 * @param {unknown} [body]
 * @returns {Promise<PatchAnswer<Path>>}
 */
export const patch = (path, body) => request("PATCH", path, body);
/**
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<DeleteAnswer<Path>>}
 */
export const remove = (path) => request("DELETE", path);

/**
 * The answer, or null where the house answers that there is nothing.
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<GetAnswer<Path> | null>}
 */
export async function getOrNull(path) {
	try {
		return await get(path);
	} catch (problem) {
		if (problem.status === 404) return null;
		throw problem;
	}
}

// A new id for a command: the house carries out a command once, however often it is sent.
export const newId = () => hex(crypto.getRandomValues(new Uint8Array(12)));
