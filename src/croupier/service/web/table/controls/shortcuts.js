// Keys at the table.

import { announce, costText, phrase, pressedKey, state, targetOf } from "../../index.js";
import { WAITS } from "../clock.js";
import { cardNames, describeTable } from "../narration.js";
import { askedSeat, ownSeat } from "../session.js";

/** @import { Actions, ShownTable } from "../../types.js" */

/**
 * @param {ShownTable} table
 * @returns {number | null}
 */
export function timeLeft(table) {
	const waits = table.message?.clock?.waits;
	if (!waits) return null;
	const left = Math.min(waits.until - waits.since, waits.until - Date.now() - (table.skew ?? 0));
	return Math.max(0, Math.ceil(left / 1000));
}

/**
 * @param {ShownTable} table
 * @returns {string}
 */
export function choicesText(table) {
	const { message } = table;
	if (table.may) return table.may;
	if (askedSeat(message))
		return phrase("shortcuts.you_may", {
			choice: message.view.choices
				.filter((it) => message.open.includes(it.choice))
				.map((it, at) => `${at + 1}, ${it.choice}, ${costText(it)}`)
				.join("; "),
		});
	if (!message.yours.length) return phrase("shortcuts.you_are_watching_take_a");
	if (message.view.phase === "betting")
		return ownSeat(message)?.ready
			? phrase("shortcuts.you_are_ready_the_table")
			: phrase("shortcuts.bets_are_open_enter_bets");
	return phrase("common.nothing_is_asked_of_you");
}

/** @type {Record<string, (table: ShownTable) => string>} */
const SPOKEN_TEXTS = {
	e: (table) =>
		table.log
			.slice(-4)
			.map((it) => it.text)
			.join(" ") || phrase("shortcuts.nothing_has_happened_yet"),
	t: (table) => {
		const left = timeLeft(table);
		return left === null
			? phrase("common.no_clock_runs")
			: phrase("shortcuts.seconds_left_to", { left, what: WAITS[table.message.clock?.waits?.what ?? ""] });
	},
	h: (table) => {
		const hands = table.message.yours
			.map((seat) => table.scene.seats[seat]?.cards || [])
			.filter((cards) => cards.length);
		return (
			hands.map((cards) => phrase("shortcuts.your_cards", { cards: cardNames(table.layout, cards) })).join(" ") ||
			phrase("shortcuts.you_have_no_cards")
		);
	},
	b: (table) => {
		const { phase, dealer, community, seats } = describeTable(table.layout, table.message, table.scene);
		return [phase, dealer, community, ...seats].filter(Boolean).join(" ");
	},
	o: choicesText,
};

/**
 * A key lets a screen reader say something again, wherever a table is shown.
 * @param {KeyboardEvent} event
 * @param {ShownTable} table
 */
export function announceForKey(event, table) {
	const says = SPOKEN_TEXTS[pressedKey(event)];
	if (says) announce(says(table));
}

/**
 * @param {KeyboardEvent} event
 * @param {Actions} actions
 */
export function handleKey(event, actions) {
	const { table } = state();
	if (!table?.message || !table.layout || event.repeat) return;
	if (event.key === "Escape") return actions.back();
	const key = pressedKey(event);
	const onButton = targetOf(event).closest?.("button, a, summary");
	const onLayout = targetOf(event).closest?.("[data-drop], [data-chip]"); // where Space puts a chip down, and Enter bets
	if (onButton && (key === " " || (key === "enter" && !onLayout))) return;
	const spot = targetOf(event).closest?.("[data-drop]")?.getAttribute("data-drop");
	if (spot && (key === "-" || key === "backspace")) return actions.take(spot);
	if (spot && (key === "+" || key === "=")) return actions.add(spot);
	const does = {
		" ": actions.skip,
		enter: () => actions.drafting && actions.bet(event.shiftKey),
		r: () => actions.drafting && actions.repeat(),
		c: () => actions.drafting && actions.clear(),
		u: () => actions.drafting && actions.undo(),
		d: () => actions.drafting && actions.double(),
		w: actions.coach,
	}[key];
	if (does) {
		event.preventDefault();
		does();
	} else if (/^[1-9]$/.test(key)) actions.number(Number(key) - 1);
	else announceForKey(event, table);
}
