// The felt, drawn from the layout of the rulebook and from the scene. It knows no game.

import { amountClass, html, money, oneTo, signedMoney } from "../index.js";
import { spots } from "./bets.js";
import { Hand } from "./cards.js";
import { Stack } from "./chips.js";
import { emptySeat } from "./scene.js";

/** @import { Actions, Hole, Layout, Line, Seat, SeatScene, ShownTable } from "../types.js" */

/** @param {Line[]} lines */
const resultBadge = (lines) => {
	const amount = lines.reduce((sum, it) => sum + it.amount, 0);
	const results = new Set(lines.map((it) => it.result));
	if (results.has("win")) return { kind: "won", text: signedMoney(amount) };
	if (results.has("lose")) return { kind: "down", text: signedMoney(amount) };
	if (results.has("withdrawn")) return { kind: "even", text: "taken back" };
	if (results.has("push")) return { kind: "even", text: "push" };
	return { kind: "even", text: "back" };
};

/**
 * The place of a wager: a button where the player bets, and elsewhere what lies there.
 * @param {{
 *   spot: Layout["wagers"][number],
 *   seat: number,
 *   stake: number,
 *   lines: Line[],
 *   actions: Actions,
 *   drafting: boolean,
 * }} props
 */
function Spot({ spot, seat, stake, lines, actions, drafting }) {
	const result = lines.length ? resultBadge(lines) : null;
	const empty = !stake;
	const inside = html`
		<svg viewBox="0 0 80 80" class="ring" aria-hidden="true"><use href=${spot.side ? "#ring-side" : "#ring"} /></svg>
		${
			empty
				? html`<span class="hint">
					${drafting ? (spot.most === spot.least ? money(spot.least) : `from ${money(spot.least)}`) : ""}
				</span>`
				: html`<${Stack} cents=${stake} />`
		}
		${result && html`<span class=${`badge ${result.kind}`}>${result.text}</span>`}
	`;
	const title = html`<span class="title">${spot.title}</span>`;
	const kinds = [spot.side && "bonus", spot.required && "required", result && `is-${result.kind}`];
	const classes = ["spot", ...kinds.filter(Boolean)].join(" ");
	if (!drafting)
		return html`<div class=${classes} data-spot=${`${seat}:${spot.name}`}>
			<span class="place">${inside}</span>
			${title}
		</div>`;
	return html`<div class=${classes} data-spot=${`${seat}:${spot.name}`}>
		<button
			class="place"
			data-drop=${spot.name}
			onClick=${(event) => (event.shiftKey ? actions.take(spot.name) : actions.add(spot.name))}
			onContextMenu=${(event) => {
				event.preventDefault();
				actions.take(spot.name);
			}}
		>
			<span class="unseen">${spot.title}: </span>
			${inside}
			<span class="unseen"> Add ${money(actions.chip)}</span>
		</button>
		${title}
		${
			!empty &&
			!result &&
			html`<button class="less" onClick=${() => actions.take(spot.name)}>
				<span aria-hidden="true">−</span>
				<span class="unseen">Take ${money(actions.chip)} off ${spot.title}</span>
			</button>`
		}
	</div>`;
}

/**
 * @param {SeatScene} place
 * @param {string} wager
 */
const linesOf = (place, wager) => place.lines.filter((it) => it.wager === wager);

/**
 * @param {{
 *   number: number,
 *   seat: Seat | undefined,
 *   place: SeatScene,
 *   table: ShownTable,
 *   rise: number,
 *   free: boolean,
 *   actions: Actions,
 *   sitting: boolean,
 * }} props
 */
function OtherSeat({ number, seat, place, table, rise, free, actions, sitting }) {
	const { message, layout } = table;
	const style = { "--rise": rise };
	if (!seat) {
		if (!free) return html`<div class="seat free" style=${style}><span class="number">${number}</span></div>`;
		return html`<button class="seat free" style=${style} disabled=${sitting} onClick=${() => actions.sit(number)}>
			<span class="number">Seat ${number}</span>
			<strong>Sit here</strong>
		</button>`;
	}
	const turn = message.view.due.seat === number;
	const stakes = layout.wagers.filter((it) => place.wagers[it.name]);
	const net = place.lines.reduce((sum, it) => sum + it.amount, 0);
	return html`
		<div class=${`seat taken ${turn ? "turn" : ""} ${seat.away ? "gone" : ""}`} style=${style} data-seat=${number}>
			<${Hand} of=${number} cards=${place.cards} layout=${layout} slots=${0} label=${`Cards of seat ${number}`} />
			<div class="stakes">
				${stakes.map(
					(it) =>
						html`<span key=${it.name} class="mini" data-spot=${`${number}:${it.name}`} title=${it.title}>
							<${Stack} cents=${place.wagers[it.name]} />
						</span>`,
				)}
			</div>
			<div class="who" data-bank=${number}>
				<span class="name">${seat.name || `Seat ${number}`}</span>
				${message.programs.includes(number) && html`<span class="tag">program</span>`}
				<span class="state">
					${
						place.lines.length
							? html`<b class=${amountClass(net)}>${signedMoney(net)}</b>`
							: seat.away
								? "sits out"
								: turn
									? "decides"
									: place.decisions.at(-1) ||
										(seat.ready && message.view.phase === "betting" ? "ready" : `seat ${number}`)
					}
				</span>
			</div>
		</div>
	`;
}

/**
 * The name of the game as it is printed on the felt, along the arc of the seats.
 * @param {{ layout: Layout, meter: number }} props
 */
function FeltPrint({ layout, meter }) {
	const below = meter ? `Progressive ${money(meter)}` : layout.jurisdiction;
	return html`<svg class="print" viewBox="0 0 900 96" aria-hidden="true">
		<use href="#arc" class="arc" />
		<text class="game"><textPath href="#arc" startOffset="50%"><tspan dy="22">${layout.title}</tspan></textPath></text>
		<text class="under"><textPath href="#arc-below" startOffset="50%"><tspan dy="14">${below}</tspan></textPath></text>
	</svg>`;
}

/**
 * @param {{
 *   table: ShownTable,
 *   seat: Seat | null,
 *   actions: Actions,
 *   drafting: boolean,
 *   picking: Hole,
 *   clock: Hole,
 *   dealers?: boolean,
 * }} props
 */
export function Felt({ table, seat, actions, drafting, picking, clock, dealers = false }) {
	const { layout, message, scene } = table;
	const mine = message.yours;
	const others = oneTo(layout.seats).filter((it) => !mine.includes(it));
	const mayJoin = mine.length === 0 || (layout.two_places && mine.length === 1);
	const middle = (others.length - 1) / 2;
	/** @param {number} number */
	const free = (number) => mayJoin && (mine.length === 0 || Math.abs(mine[0] - number) === 1) && actions.mayPlay;
	const side = dealers ? "dealers-side" : "players-side";
	return html`<section class=${`felt ${seat ? "seated" : ""} ${side}`} aria-label="The table">
		<div class="top">
			<div class="tray" data-tray aria-hidden="true"><i></i><i></i><i></i><i></i></div>
			<div class="dealer">
				<${Hand}
					of="dealer"
					cards=${scene.dealer}
					layout=${layout}
					slots=${layout.cards.dealer}
					label="The dealer's cards"
				/>
				<p class="words">${scene.words || (layout.cards.dealer ? "Dealer" : "")}</p>
			</div>
			<div class="shoe" data-shoe aria-hidden="true"></div>
		</div>
		${
			layout.cards.community > 0 &&
			html`<div class=${`middle from-${layout.cards.community_from}`}>
				<${Hand}
					of="community"
					cards=${scene.community}
					layout=${layout}
					slots=${layout.cards.community}
					label="Community cards"
				/>
			</div>`
		}
		<${FeltPrint} layout=${layout} meter=${message.view.meter} />
		${clock}
		<div class="seats">
			${others.map(
				(number, at) =>
					html`
						<${OtherSeat}
							key=${number}
							number=${number}
							table=${table}
							place=${scene.seats[number] || emptySeat()}
							seat=${message.view.seats.find((it) => it.seat === number)}
							rise=${middle ? ((at - middle) / middle) ** 2 : 0}
							free=${free(number)}
							actions=${actions}
							sitting=${Boolean(table.busy)}
						/>
					`,
			)}
		</div>
		${mine.map(
			(number) =>
				html`
					<${OwnSeat}
						key=${number}
						number=${number}
						table=${table}
						actions=${actions}
						drafting=${drafting && number === seat?.seat}
						picking=${picking}
					/>
				`,
		)}
	</section>`;
}

/** @param {{ number: number, table: ShownTable, actions: Actions, drafting: boolean, picking: Hole }} props */
function OwnSeat({ number, table, actions, drafting, picking }) {
	const { layout, message, scene, draft } = table;
	const seat = /** @type {Seat} */ (message.view.seats.find((it) => it.seat === number));
	const place = scene.seats[number] || emptySeat();
	const before = new Set(spots(layout).map((it) => it.name));
	const played = scene.over && place.lines.length > 0;
	const shown = drafting && !played;
	const net = place.lines.reduce((sum, it) => sum + it.amount, 0);
	const due = message.view.due.seat === number && message.view.due.do === "decide";
	return html`<div class=${`own ${due ? "turn" : ""}`} data-seat=${number}>
		${
			(place.cards.length > 0 || message.view.phase === "round") &&
			html`<div class="held">
				<${Hand}
					of=${number}
					cards=${place.cards}
					layout=${layout}
					slots=${layout.cards.each - place.discard.length}
					pick=${picking && due ? actions.put : null}
					label="Your cards"
				/>
				${
					place.discard.length > 0 &&
					html`<p class="words">
						Put away: ${place.discard.map((it) => layout.deck.faces[it] || "a card").join(", ")}
					</p>`
				}
				${place.words && html`<p class="words">${place.words}</p>`}
			</div>`
		}
		<div class="spots" role="group" aria-label="Your wagers">
			${layout.wagers.map(
				(spot) =>
					html`
						<${Spot}
							key=${spot.name}
							spot=${spot}
							seat=${number}
							actions=${actions}
							drafting=${drafting && before.has(spot.name)}
							stake=${shown ? draft[spot.name] || 0 : place.wagers[spot.name] || 0}
							lines=${shown ? [] : linesOf(place, spot.name)}
						/>
					`,
			)}
		</div>
		<p class="bank" data-bank=${number}>
			<span>${seat.name || "You"}</span> <strong>${money(seat.bankroll ?? 0)}</strong>
			${
				played &&
				html` <b class=${`net ${net > 0 ? "up" : net < 0 ? "worse" : ""}`}>${net ? signedMoney(net) : "even"}</b>`
			}
		</p>
	</div>`;
}
