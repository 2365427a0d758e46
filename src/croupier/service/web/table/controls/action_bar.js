// The bar of actions: what the player may do now, what it costs, and by which key.

import {
	capitalize,
	costText,
	html,
	markup,
	money,
	phrase,
	state,
	updatePart,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from "../../index.js";
import { motionPace } from "../../preferences.js";
import { Chip } from "../chips.js";
import { Clock } from "../clock.js";
import { chipValues, goesAtOnce, missingFor, totalStake } from "./bets.js";
import { timeLeft } from "./shortcuts.js";

/** @import { Actions, CoachAction, Hole, Seat, TableState } from "../../types.js" */

const SETTLING = 500; // milliseconds in which a press is meant for the bar before
let settledBar = "";

/**
 * True once a bar of this kind has stood long enough for a press to be meant for it.
 * @param {string} kind
 */
export const isSettled = (kind) => settledBar.startsWith(kind);

/**
 * The same for what is drawn; a bar that has just changed has no button that can be pressed.
 * @param {string} kind
 */
export function useSettled(kind) {
	const [settled, settle] = useState("");
	useLayoutEffect(() => {
		settledBar = "";
		settle("");
		const timer = setTimeout(() => {
			settledBar = kind;
			settle(kind);
			updatePart("table", {}); // the cards on the felt can be picked from now on
		}, SETTLING);
		return () => clearTimeout(timer);
	}, [kind]);
	return settled === kind;
}

/**
 * The group of choices takes the focus from the bar before, and no choice has it.
 * @param {unknown} turn
 */
function useFocus(turn) {
	const group = useRef(/** @type {HTMLElement | null} */ (null));
	useEffect(() => {
		const now = document.activeElement;
		if (!now || now === document.body || now.closest(".foot")) group.current?.focus({ preventScroll: true });
	}, [turn]);
	return group;
}

/** @param {{ of: CoachAction | undefined }} props */
const ChoiceValue = ({ of }) =>
	of &&
	html`<span class=${`worth ${of.best ? "best" : ""}`}>
		${of.dollars.replace("-", "−")}${of.best && html`<em>${phrase("action_bar.best")}</em>`}
	</span>`;

/** @param {{ table: TableState, actions: Actions, settled: boolean }} props */
export function Decisions({ table, actions, settled }) {
	const { message, busy, choosing, layout } = table;
	const open = new Set(message.open);
	const group = useFocus(`${message.seq} ${choosing?.choice}`);
	const place = html`<div class="bar-place">
		<${Clock} table=${table} timeLeft=${timeLeft} />
		${
			!choosing &&
			message.view.choices.some((it) => it.discards) &&
			html`<p class="aside">${phrase("action_bar.a_card_is_put_away", { short: layout.short })}</p>`
		}
	</div>`;
	if (choosing) {
		return html`<div class="bar split">
			<div
				class="bar-main"
				ref=${group}
				tabindex="-1"
				role="group"
				aria-label=${phrase("common.your_decision")}
			>
				${
					goesAtOnce(choosing)
						? html`<p class="lead">${markup("action_bar.which_card_goes_click_it", {
								choice: capitalize(choosing.choice),
							})}</p>`
						: html`<${actions.form()} table=${table} settled=${settled} />`
				}
				<button class="second" onClick=${actions.back}>${markup("action_bar.back_esc")}</button>
			</div>
			${place}
		</div>`;
	}
	return html`<div class="bar split">
		<div class="bar-main decisions" ref=${group} tabindex="-1" role="group" aria-label=${phrase("common.your_decision")}>
			${message.view.choices.map(
				(it, at) => html`
					<button
						key=${it.choice}
						class="choice"
						disabled=${Boolean(busy) || !settled || !open.has(it.choice)}
						onClick=${() => actions.choose(it)}
						data-choice=${it.choice}
						title=${open.has(it.choice) ? "" : phrase("action_bar.your_cards_do_not_allow")}
					>
						<span class="what">${capitalize(it.choice)}</span>
						<span class="cost">${costText(it)}</span>
						<${ChoiceValue} of=${actions.worth(it.choice)} />
						<kbd>${at + 1}</kbd>
					</button>
				`,
			)}
		</div>
		${place}
	</div>`;
}

/** @param {{ table: TableState, seat: Seat, purse: number, actions: Actions, settled: boolean }} props */
export function Betting({ table, seat, purse, actions, settled }) {
	const { layout, draft, chip, busy, scene } = table;
	const { prefs } = state();
	const lacks = missingFor(layout, draft, purse);
	const all = chipValues(layout);
	const why =
		lacks &&
		(lacks.why === "money"
			? phrase("action_bar.you_have_at_the_table", { purse: money(purse) })
			: phrase("action_bar.put_at_least_on", { money: money(lacks.spot?.least ?? 0), title: lacks.spot?.title }));
	const played = scene.seats[seat.seat]?.lines.length > 0;
	const again =
		table.message.yours.length > 1
			? phrase("common.at_seat", { seat: seat.seat })
			: played
				? phrase("action_bar.again")
				: "";
	const moves = played && motionPace(prefs) > 0;
	return html`<div class="bar split betting">
		<div class="bar-main">
		<div class="rack" role="radiogroup" aria-label=${phrase("action_bar.chip")}>
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
							<span class="unseen">${phrase("action_bar.chip_2", { cents: money(cents) })}</span>
						</button>
					`,
			)}
		</div>
		<div class="tools">
			<button class="second" disabled=${!table.drafts.length} onClick=${actions.undo}>
				${markup("action_bar.undo_u")}
			</button>
			<button class="second" onClick=${actions.clear}>${markup("action_bar.clear_c")}</button>
			<button class="second" onClick=${actions.repeat}>${markup("action_bar.repeat_r")}</button>
			<button class="second" onClick=${actions.double}>${markup("action_bar.double_d")}</button>
		</div>
		${
			why &&
			html`<p class="aside" role="status">
				${why}
				${
					lacks?.why === "money" &&
					html` <button class="cite" onClick=${() => actions.buy(seat.seat)}>${phrase("common.buy_chips")}</button>`
				}
			</p>`
		}
		</div>
		<div class=${`bar-place ${moves ? "twofold" : ""}`}>
		<button class="first" disabled=${Boolean(lacks) || Boolean(busy) || !settled} onClick=${() => actions.bet()}>
			${
				busy
					? html`<span class="what">${busy}…</span>`
					: html`
						<span class="what">${markup("action_bar.bet", { again })}</span>
						<span class="cost">${money(totalStake(draft))}</span>
						<kbd>${phrase("key.enter")}</kbd>
					`
			}
		</button>
		${
			moves &&
			html`<button
				class="second at-once"
				disabled=${Boolean(lacks) || Boolean(busy) || !settled}
				title=${phrase("action_bar.bet_and_deal_at_once")}
				aria-label=${phrase("action_bar.bet_and_deal_at_once_2")}
				onClick=${() => actions.bet(true)}
			>
				<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 6l6 6-6 6M12 6l6 6-6 6" /></svg>
			</button>`
		}
		</div>
	</div>`;
}

export const CONNECTION_LOST = phrase("action_bar.the_connection_is_lost_it");
/** @type {Partial<Record<TableState["status"], string>>} */
const STATUS_TEXTS = {
	lost: CONNECTION_LOST,
	connecting: phrase("action_bar.connecting"),
	closed: phrase("common.this_table_is_closed"),
	ended: phrase("action_bar.the_session_is_over_come"),
};

/** @param {{ status: TableState["status"] }} props */
export const ConnectionStatus = ({ status }) =>
	status !== "live" && html`<p class="lost" role="status">${STATUS_TEXTS[status]}</p>`;

/** @param {{ text: string, children?: Hole }} props */
export function Waiting({ text, children }) {
	return html`<div class="bar split">
		<div class="bar-main"><p class="lead">${text}</p>${children}</div>
		<div class="bar-place"></div>
	</div>`;
}
