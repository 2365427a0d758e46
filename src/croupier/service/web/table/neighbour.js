// The dialog on another player: the whole name, the hand and every wager, which a small felt has no room for.

import { amountClass, html, money, phrase, signedMoney } from "../index.js";
import { Hand } from "./cards.js";
import { emptySeat } from "./scene.js";

/** @import { State } from "../types.js" */

/** @param {{ all: State }} props */
export function Neighbour({ all: { table, at } }) {
	const seat = table?.message?.view.seats.find((it) => it.seat === at);
	if (!table || !seat) return html`<p>${phrase("floor.nobody_sits_here")}</p>`;
	const { layout, scene } = table;
	const place = scene.seats[seat.seat] ?? emptySeat();
	return html`
		<h2>${seat.name} <small>${phrase("table.seat", { seat: seat.seat })}</small></h2>
		<div class="shown-hand">
			<${Hand}
				of=${`shown-${seat.seat}`}
				cards=${place.cards}
				layout=${layout}
				label=${phrase("felt.cards_of_seat", { number: seat.seat })}
			/>
		</div>
		<p>${place.words || place.decisions.join(", ")}</p>
		<table class="plain">
			<tbody>
				${layout.wagers
					.filter((it) => place.wagers[it.name])
					.map(({ name, title }) => {
						const lines = place.lines.filter((it) => it.wager === name);
						const sum = lines.reduce((whole, it) => whole + it.amount, 0);
						return html`<tr key=${name}>
							<th scope="row">${title}</th>
							<td>${money(place.wagers[name])}</td>
							<td class=${amountClass(sum)}>
								${lines.length > 0 && (sum ? signedMoney(sum) : phrase("common.push"))}
							</td>
						</tr>`;
					})}
			</tbody>
		</table>
	`;
}
