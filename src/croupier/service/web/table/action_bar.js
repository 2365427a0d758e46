// The bar of actions: what the player may do now, what it costs, and by which key.

import { capitalize, costText, html, money } from "../index.js";
import { chipValues, missingFor, totalStake } from "./bets.js";
import { Chip } from "./chips.js";

/** @import { Actions, CoachAction, Hole, Seat, TableState } from "../types.js" */

/** @param {{ of: CoachAction | undefined }} props */
const ChoiceValue = ({ of }) =>
	of &&
	html`<span class=${`worth ${of.best ? "best" : ""}`}>
		${of.dollars.replace("-", "−")}${of.best ? ", best" : ""}
	</span>`;

/** @param {{ table: TableState, actions: Actions }} props */
export function Decisions({ table, actions }) {
	const { message, busy, choosing, layout } = table;
	const open = new Set(message.open);
	if (choosing) {
		return html`<div class="bar">
			<p class="lead">${capitalize(choosing.choice)}: which card goes? <small>Click it, or press its number.</small></p>
			<button class="second" onClick=${actions.back}>Back <kbd>Esc</kbd></button>
		</div>`;
	}
	return html`<div class="bar decisions" role="group" aria-label="Your decision">
		${message.view.choices.map(
			(it, at) => html`
				<button
					key=${it.choice}
					class="choice"
					disabled=${Boolean(busy) || !open.has(it.choice)}
					onClick=${() => actions.choose(it)}
					data-choice=${it.choice}
					title=${open.has(it.choice) ? "" : "Your cards do not allow it"}
				>
					<span class="what">${capitalize(it.choice)}</span>
					<span class="cost">${costText(it)}</span>
					<${ChoiceValue} of=${actions.worth(it.choice)} />
					<kbd>${at + 1}</kbd>
				</button>
			`,
		)}
		${
			message.view.choices.some((it) => it.discards) &&
			html`<p class="aside">${layout.short}: a card is put away with the choice.</p>`
		}
	</div>`;
}

/** @param {{ table: TableState, seat: Seat, purse: number, actions: Actions }} props */
export function Betting({ table, seat, purse, actions }) {
	const { layout, draft, chip, busy, scene } = table;
	const lacks = missingFor(layout, draft, purse);
	const all = chipValues(layout);
	const why =
		lacks &&
		(lacks.why === "money"
			? `You have ${money(purse)} at the table. Buy chips, or bet less.`
			: `Put at least ${money(lacks.spot?.least ?? 0)} on ${lacks.spot?.title}.`);
	const again =
		table.message.yours.length > 1
			? ` at seat ${seat.seat}`
			: scene.seats[seat.seat]?.lines.length
				? " again"
				: " and deal";
	return html`<div class="bar betting">
		<div class="rack" role="radiogroup" aria-label="Chip">
			${all.map(
				(cents, at) =>
					html`
						<button
							key=${cents}
							role="radio"
							aria-checked=${at === chip}
							class="pickchip"
							data-chip=${cents}
							onPointerDown=${(event) => actions.grab(event, at)}
							onClick=${() => actions.pick(at)}
						>
							<${Chip} cents=${cents} />
							<span class="unseen">${money(cents)} chip</span>
						</button>
					`,
			)}
		</div>
		<div class="tools">
			<button class="second" onClick=${actions.clear}>Clear <kbd>C</kbd></button>
			<button class="second" onClick=${actions.repeat}>Repeat <kbd>R</kbd></button>
			<button class="second" onClick=${actions.double}>Double <kbd>D</kbd></button>
		</div>
		<button class="first" disabled=${Boolean(lacks) || Boolean(busy)} onClick=${actions.bet}>
			${
				busy
					? html`<span class="what">${busy}…</span>`
					: html`
						<span class="what">Bet<span class="longer">${again}</span></span>
						<span class="cost">${money(totalStake(draft))}</span>
						<kbd>Enter</kbd>
					`
			}
		</button>
		${why && html`<p class="aside" role="status">${why}</p>`}
	</div>`;
}

export const CONNECTION_LOST = "The connection is lost. It is being opened again; nothing you did is lost.";
/** @type {Partial<Record<TableState["status"], string>>} */
const STATUS_TEXTS = {
	lost: CONNECTION_LOST,
	connecting: "Connecting…",
	closed: "This table is closed.",
	ended: "The session is over. Come in again to play on.",
};

/** @param {{ status: TableState["status"] }} props */
export const ConnectionStatus = ({ status }) =>
	status !== "live" && html`<p class="lost" role="status">${STATUS_TEXTS[status]}</p>`;

/** @param {{ text: string, children?: Hole }} props */
export function Waiting({ text, children }) {
	return html`<div class="bar"><p class="lead">${text}</p>${children}</div>`;
}
