// Which rulebooks this browser has told its player about: a player who is new to one is offered what its wagers are.

import { readStored, writeStored } from "../index.js";
import { spots } from "./controls/bets.js";

/** @import { Layout } from "../types.js" */

const KEY = "croupier rules told";
const MOST = 2; // wagers that are asked about
/** @returns {string[]} */
const told = () => readStored(KEY) ?? [];

/**
 * The wagers to ask about in the first round: those without which nobody plays.
 * @param {Layout} layout
 */
export const untoldWagers = (layout) =>
	told().includes(layout.rulebook)
		? []
		: spots(layout)
				.filter((it) => it.required)
				.slice(0, MOST);

/** @param {Layout} layout */
export function tellOnce({ rulebook }) {
	if (!told().includes(rulebook)) writeStored(KEY, [...told(), rulebook]);
}
