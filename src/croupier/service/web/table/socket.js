// The socket of a table: opened again when it is lost, with the commands that have no answer.
//
// Every command has an id of its own, so that the house carries it out once.

import { API, newId, Problem } from "../index.js";

/** @import { Command, SocketMessage, TableMessage, TableState } from "../types.js" */

const RETRY_PAUSES = [300, 700, 1500, 3000, 5000];
const ANSWER_TIMEOUT = 7000; // after which a connection is taken for lost
const RETRY_COMMAND = 1000; // after which what the house could not do is asked again
const SESSION_ENDED = 4401;
const TABLE_CLOSED = 4404;

/**
 * @param {string} name
 * @param {{ heard: (message: TableMessage) => void, status: (status: TableState["status"]) => void }} told
 */
export function openSocket(name, { heard, status }) {
	/**
	 * Commands without an answer, by their ids.
	 * @type {Map<string, { text: string, timer: number, resolve: () => void, reject: (problem: Problem) => void }>}
	 */
	const waiting = new Map();
	/** @type {WebSocket | null} */
	let socket = null;
	/** @type {number | null} */
	let after = null;
	let tries = 0;
	let timer = 0;
	let closed = false;

	const address = () => {
		const scheme = location.protocol === "https:" ? "wss" : "ws";
		const query = after === null ? "" : `?after=${after}`;
		return `${scheme}://${location.host}${API}/tables/${encodeURIComponent(name)}/watch${query}`;
	};

	function open() {
		clearTimeout(timer);
		const mine = new WebSocket(address());
		socket = mine;
		mine.onopen = () => {
			tries = 0;
			status("live");
			for (const { text } of waiting.values()) mine.send(text);
		};
		mine.onmessage = ({ data }) => mine === socket && hear(JSON.parse(data));
		mine.onclose = ({ code }) => mine === socket && lost(code);
	}

	/** @param {number} code */
	function lost(code) {
		socket = null;
		if (closed) return;
		if (code === SESSION_ENDED || code === TABLE_CLOSED) return status(code === TABLE_CLOSED ? "closed" : "ended");
		status("lost");
		timer = setTimeout(open, RETRY_PAUSES[Math.min(tries++, RETRY_PAUSES.length - 1)]);
	}

	/** @param {SocketMessage} message */
	function hear(message) {
		if (message.what === "done" || message.what === "refused") answered(message);
		else {
			after = message.seq;
			heard(message);
		}
	}

	/** @param {Extract<SocketMessage, { request: string }>} message */
	function answered(message) {
		const { request } = message;
		const asked = waiting.get(request);
		if (!asked) return;
		if (message.what === "refused" && (message.problem.status === 503 || message.problem.unsure)) {
			setTimeout(() => waiting.has(request) && send(asked.text), RETRY_COMMAND);
			return;
		}
		waiting.delete(request);
		clearTimeout(asked.timer);
		if (message.what === "done") asked.resolve();
		else asked.reject(new Problem(message.problem, message.problem.status));
	}

	/** @param {string} text */
	function send(text) {
		if (socket?.readyState === WebSocket.OPEN) socket.send(text);
	}

	// Give up a connection on which nothing is answered.
	function impatient() {
		const silent = socket;
		socket = null;
		silent?.close();
		lost(0);
	}

	const comeBack = () => {
		if (!socket && !closed) open();
	};
	const gone = () => socket && impatient();
	addEventListener("online", comeBack);
	addEventListener("offline", gone);
	open();
	return {
		/**
		 * @param {Command} command
		 * @returns {Promise<void>}
		 */
		give(command) {
			const request = newId();
			const text = JSON.stringify({ request, ...command });
			return new Promise((resolve, reject) => {
				waiting.set(request, {
					text,
					resolve,
					reject,
					timer: setTimeout(() => waiting.has(request) && impatient(), ANSWER_TIMEOUT),
				});
				send(text);
			});
		},
		close() {
			closed = true;
			clearTimeout(timer);
			removeEventListener("online", comeBack);
			removeEventListener("offline", gone);
			for (const { timer: it } of waiting.values()) clearTimeout(it);
			socket?.close();
		},
	};
}
