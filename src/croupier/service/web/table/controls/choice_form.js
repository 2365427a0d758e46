// What is said with a choice: the cards that are put away, if they are several, and an amount between bounds.

import { capitalize, html, markup, money, parseAmount, phrase, reportProblem, updatePart } from "../../index.js";
import { decide, openTable } from "../session.js";
import { isSettled } from "./action_bar.js";

/** @import { Choice, TableState } from "../../types.js" */

/** @param {Choice} it */
const fewest = (it) => it.fewest ?? it.discards;

const picked = () => openTable().away ?? [];

/**
 * A card is picked, or stays after all.
 * @param {Choice} it
 * @param {string} face
 */
export function pick(it, face) {
	const away = picked();
	if (away.includes(face)) updatePart("table", { away: away.filter((each) => each !== face) });
	else if (away.length < it.discards) updatePart("table", { away: [...away, face] });
}

/** @param {{ currentTarget: HTMLFormElement, preventDefault(): void }} event */
function answer(event) {
	event.preventDefault();
	const { choosing } = openTable();
	const away = picked();
	if (!choosing || !isSettled("put") || away.length < fewest(choosing)) return;
	const typed = new FormData(event.currentTarget).get("amount");
	try {
		decide(choosing.choice, {
			...(away.length && { discard: away.length === 1 ? away[0] : away }),
			...(typed !== null && { amount: parseAmount(String(typed)) }),
		});
	} catch (problem) {
		reportProblem(problem);
	}
}

/** @param {{ table: TableState, settled: boolean }} props */
export function ChoiceForm({ table: { busy, choosing }, settled }) {
	const away = picked();
	const it = /** @type {Choice} */ (choosing);
	const choice = capitalize(it.choice);
	const [least, most] = [fewest(it), it.discards];
	return html`<form class="answer" onSubmit=${answer}>
		${
			most > 0 &&
			html`<p class="lead">
				${
					least === most
						? markup("choice_form.which_cards_go", { choice, most: String(most) })
						: markup("choice_form.which_cards_go_between", { choice, least: String(least), most: String(most) })
				}
			</p>`
		}
		${
			it.most !== undefined &&
			html`<label class="how-much">
				${phrase("choice_form.how_much", { choice, least: money(it.costs), most: money(it.most) })}
				<input
					name="amount"
					required
					inputmode="decimal"
					maxlength="12"
					size="6"
					autocomplete="off"
					defaultValue=${(it.costs / 100).toFixed(it.costs % 100 ? 2 : 0)}
				/>
			</label>`
		}
		<button class="first" disabled=${!settled || Boolean(busy) || away.length < least}>
			${phrase("choice_form.done")}
		</button>
	</form>`;
}
