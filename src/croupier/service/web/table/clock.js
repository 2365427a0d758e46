// The clock of the person whom the table waits for.

import { html, phrase, useEffect, useState } from "../index.js";

/** @import { TableState } from "../types.js" */

const NUMBERS_SHOWN = 7; // the seconds from which on a wait for numbers is shown

/** @type {Record<string, string>} */
export const WAITS = {
	bet: phrase("clock.to_bet"),
	number: phrase("clock.for_the_last_cut"),
	decide: phrase("clock.to_decide"),
};

/** @param {{ table: TableState, timeLeft: (table: TableState) => number | null }} props */
export function Clock({ table, timeLeft }) {
	const [, tick] = useState(0);
	const waits = table.message.clock.waits;
	useEffect(() => {
		if (!waits) return undefined;
		const timer = setInterval(() => tick((it) => it + 1), 250);
		return () => clearInterval(timer);
	}, [waits?.until]);
	if (!waits) return null;
	const left = timeLeft(table) ?? 0;
	if (waits.what === "number" && left > NUMBERS_SHOWN) return null; // pages reveal them at once, unless one is lost
	const whole = Math.max(1, Math.ceil((waits.until - waits.since) / 1000));
	const mine = table.message.yours.includes(waits.seat);
	return html`<div class=${`clock ${left <= 10 ? "short" : ""}`} role="timer" aria-label=${phrase(
		"clock.seconds_left",
		{
			left,
		},
	)}>
		<svg viewBox="0 0 40 40" aria-hidden="true">
			<circle cx="20" cy="20" r="17" />
			<circle
				class="left"
				cx="20"
				cy="20"
				r="17"
				pathLength="100"
				style=${{ strokeDasharray: `${Math.min(100, (100 * left) / whole)} 100` }}
			/>
		</svg>
		<span>${left}</span>
		<small>
			${waits.what !== "decide" || mine ? WAITS[waits.what] : ""}
		</small>
	</div>`;
}
