// The felt, drawn from the layout of the rulebook and from the scene. It knows no game.

import { amountClass, html, markup, money, oneTo, phrase, signedMoney } from "../index.js";
import { Hand } from "./cards.js";
import { Pile } from "./chips.js";
import { spots } from "./controls/bets.js";
import { emptySeat } from "./scene.js";
import { untoldWagers } from "./told_rules.js";

/** @import { Actions, Hole, Layout, Line, Scene, Seat, SeatScene, ShownTable } from "../types.js" */

const LONG_TITLE = 9; // letters of a wager's title that stand in one line
const LONG_TABLE = 10; // rows of a pay table that is printed
const LONG_BOARD = 3; // community cards that leave room for a pay table

/** @param {Line[]} lines */
const resultBadge = (lines) => {
	const amount = lines.reduce((sum, it) => sum + it.amount, 0);
	const results = new Set(lines.map((it) => it.result));
	if (results.has("win")) return { kind: "won", text: signedMoney(amount), amount };
	if (results.has("lose")) return { kind: "down", text: signedMoney(amount), amount };
	if (results.has("push")) return { kind: "even", text: phrase("common.push"), amount };
	return { kind: "back", text: phrase("felt.back"), amount };
};

/**
 * A title in two lines, if it is long.
 * @param {string} title
 */
function inLines(title) {
	if (title.length <= LONG_TITLE || !title.includes(" ")) return title;
	const words = title.split(" ");
	const cut = Math.ceil(words.length / 2);
	return html`${words.slice(0, cut).join(" ")}<br />${words.slice(cut).join(" ")}`;
}

/**
 * The place of a wager: a button where the player bets, and elsewhere what lies there. A win lies beside it.
 * @param {{
 *   spot: Layout["wagers"][number],
 *   seat: number,
 *   stake: number,
 *   lines: Line[],
 *   actions: Actions,
 *   drafting: boolean,
 *   chip: boolean,
 * }} props
 */
function Spot({ spot, seat, stake, lines, actions, drafting, chip }) {
	const result = lines.length ? resultBadge(lines) : null;
	const gone = result?.kind === "down" || result?.kind === "back";
	const inside = html`
		<svg viewBox="0 0 80 80" class="ring" aria-hidden="true"><use href=${spot.side ? "#ring-side" : "#ring"} /></svg>
		${stake > 0 && !gone && html`<${Pile} cents=${stake} />`}
		${
			!stake &&
			drafting &&
			html`<span class="hint">
				<span>${spot.most === spot.least ? "" : phrase("felt.from")}</span><span>${money(spot.least)}</span>
			</span>`
		}
	`;
	const kinds = [spot.side && "bonus", spot.required && "required", result && `is-${result.kind}`];
	const classes = ["spot", ...kinds.filter(Boolean)].join(" ");
	return html`<div class=${classes} data-spot=${`${seat}:${spot.name}`}>
		${
			drafting
				? html`<button
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
					<span class="unseen">${markup("felt.add", { stake: stake ? money(stake) : "", chip: money(actions.chip) })}</span>
				</button>`
				: html`<span class="place">${inside}</span>`
		}
		<span class="paid">
			${result?.kind === "won" && result.amount > 0 && html`<${Pile} cents=${result.amount} />`}
			${
				drafting &&
				chip &&
				html`<button class="less" onClick=${() => actions.take(spot.name)}>
					<span aria-hidden="true">−</span>
					<span class="unseen">${markup("felt.take_off", { chip: money(actions.chip), title: spot.title })}</span>
				</button>`
			}
		</span>
		${
			actions.explain
				? html`<button
					class="title"
					title=${phrase("felt.what_is", { title: spot.title })}
					aria-label=${phrase("felt.what_it_is", { title: spot.title })}
					onClick=${() => actions.explain(spot.name)}
				>
					${inLines(spot.title)}
				</button>`
				: html`<span class="title">${inLines(spot.title)}</span>`
		}
		<span class="amount">${stake ? money(stake) : ""}</span>
		<span class=${`badge ${result?.kind ?? ""}`}>${result?.text}</span>
	</div>`;
}

/**
 * @param {SeatScene} place
 * @param {string} wager
 */
const linesOf = (place, wager) => place.lines.filter((it) => it.wager === wager);

/**
 * The marks of the cards that make hands: `mine` for the player's, `theirs` for the dealer's, `idle` for neither.
 * @param {string[]} mine
 * @param {string[]} theirs
 */
const marks = (mine, theirs) => (/** @type {string} */ face) => {
	const found = [mine.includes(face) && "mine", theirs.includes(face) && "theirs"].filter(Boolean);
	return found.length ? found.join(" ") : mine.length ? "idle" : "";
};

/**
 * A name, in which what stands before a person's number can be left out where there is little room.
 * @param {string} name
 * @param {boolean} program
 */
function nameText(name, program) {
	const parts = !program && /^(.*\D )(\d+)$/.exec(name);
	return parts ? html`<em>${parts[1]}</em>${parts[2]}` : name;
}

/**
 * @param {{ seat: Seat, place: SeatScene, table: ShownTable }} props
 */
function seatState({ seat, place, table }) {
	const { view } = table.message;
	if (seat.away) return phrase("felt.sits_out");
	if (view.due.seat === seat.seat) return view.due.do === "decide" ? phrase("felt.decides") : "";
	const ready = seat.ready && view.phase === "betting" && phrase("felt.ready");
	return [place.words || place.decisions.at(-1), ready].filter(Boolean).join(" · ");
}

/**
 * @param {{
 *   number: number,
 *   seat: Seat | undefined,
 *   place: SeatScene,
 *   table: ShownTable,
 *   drop: number,
 *   free: boolean,
 *   actions: Actions,
 *   sitting: boolean,
 * }} props
 */
function OtherSeat({ number, seat, place, table, drop, free, actions, sitting }) {
	const { message, layout } = table;
	const style = { "--drop": drop, "--n": Math.max(2, place.cards.length) };
	if (!seat) {
		if (!free)
			return html`<div class="seat free" style=${style} data-at=${number}>
				<span class="number">${number}</span>${" "}<span class="longer">${phrase("felt.free")}</span>
			</div>`;
		return html`<button
			class="seat free"
			style=${style}
			data-at=${number}
			disabled=${sitting}
			onClick=${() => actions.sit(number)}
		>
			<span class="number">${markup("felt.seat", { number })}</span>
			<strong>${phrase("felt.sit_here")}</strong>
		</button>`;
	}
	const program = message.programs.includes(number);
	const turn = message.view.due.seat === number;
	const stakes = layout.wagers.filter((it) => place.wagers[it.name]);
	const staked = stakes.reduce((sum, it) => sum + place.wagers[it.name], 0);
	const net = place.lines.reduce((sum, it) => sum + it.amount, 0);
	const who = html`
		<span class="number">${number}</span>${" "}
		<span class="name">${nameText(seat.name, program)}</span>
		${program && html` <span class="tag">${phrase("felt.program")}</span>`}
	`;
	return html`
		<div
			class=${`seat taken ${turn ? "turn" : ""} ${seat.away ? "gone" : ""}`}
			style=${style}
			data-seat=${number}
			data-at=${number}
		>
			<div class="line" data-bank=${number}>
				${
					actions.look // a replay and a console have no dialogs
						? html`<button class="who" onClick=${() => actions.look(number)}>${who}</button>`
						: html`<span class="who">${who}</span>`
				}
				${
					place.lines.length > 0
						? html`<b class=${`net ${amountClass(net)}`}>${net ? signedMoney(net) : phrase("common.push")}</b>`
						: html`<span class="net"><span class="sum">${staked ? money(staked) : ""}</span></span>`
				}
			</div>
			<${Hand}
				of=${number}
				cards=${place.cards}
				layout=${layout}
				label=${phrase("felt.cards_of_seat", { number })}
				small
				mark=${marks(place.made, [])}
			/>
			<ul class="stakes">
				${stakes.map(
					(it) =>
						html`<li key=${it.name} data-spot=${`${number}:${it.name}`}>
							${it.title} <b class="stack">${money(place.wagers[it.name])}</b>
						</li>`,
				)}
			</ul>
			<p class="state">${seatState({ seat, place, table })}</p>
		</div>
	`;
}

/**
 * The name of the game as it is printed on the felt, and a pay table where there is room.
 * @param {{ layout: Layout, meter: number, pays: ShownTable["sign"] }} props
 */
function FeltPrint({ layout, meter, pays }) {
	const below = [layout.jurisdiction, meter && phrase("felt.progressive", { meter: money(meter) })]
		.filter(Boolean)
		.join(" · ");
	const size = Math.min(40, Math.round(720 / Math.max(1, layout.title.length)));
	const fits =
		pays?.blocks.filter((it) => it.rows.length <= LONG_TABLE && it.rows.every((row) => row.length === 2)) ?? [];
	const [table] = layout.cards.community <= LONG_BOARD ? fits.toSorted((a, b) => b.rows.length - a.rows.length) : [];
	return html`<div class="printed" aria-hidden="true">
		<svg class="print" viewBox="0 0 620 100">
			<use href="#arc" class="arc" />
			<text class="game" font-size=${size}><textPath href="#arc-name" startOffset="50%">${layout.title}</textPath></text>
			<text class="under"><textPath href="#arc-below" startOffset="50%">${below}</textPath></text>
		</svg>
		${
			table &&
			html`<dl class="pays">
				<dt>${table.title}</dt>
				${table.rows.map(([hand, pay]) => html`<dd><span>${hand}</span> <b>${pay}</b></dd>`)}
			</dl>`
		}
	</div>`;
}

/**
 * A hand in words, after the bar that marks its cards once it is told which they are.
 * @param {{ text: string, made: string[], of: string, children?: Hole }} props
 */
const Words = ({ text, made, of, children }) => html`<p class=${`words ${of}`}>
	${text && made.length > 0 && html`<i aria-hidden="true"></i>`}<span>${text}</span>${children}
</p>`;

/**
 * The cards that make the hand of the viewer's own first seat that has one.
 * @param {Scene} scene
 * @param {number[]} yours
 */
const ownMade = (scene, yours) => yours.map((it) => scene.seats[it]?.made ?? []).find((it) => it.length) ?? [];

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
	const { cards, seats: all } = layout;
	const mayJoin = mine.length === 0 || (layout.two_places && mine.length === 1);
	/** @param {number} number */
	const free = (number) => mayJoin && (mine.length === 0 || Math.abs(mine[0] - number) === 1) && actions.mayPlay;
	const others = oneTo(all).filter((it) => !mine.includes(it));
	const turn = dealers ? all : mine.length ? mine[0] : Math.ceil(all / 2);
	/** @param {number[]} numbers */
	const side = (numbers) =>
		numbers.map(
			(number) =>
				html`
					<${OtherSeat}
						key=${number}
						number=${number}
						table=${table}
						place=${scene.seats[number] || emptySeat()}
						seat=${message.view.seats.find((it) => it.seat === number)}
						drop=${1 - ((2 * (number - 1)) / Math.max(1, all - 1) - 1) ** 2}
						free=${free(number)}
						actions=${actions}
						sitting=${Boolean(table.busy)}
					/>
				`,
		);
	const made = ownMade(scene, mine);
	const kinds = [
		seat && "seated",
		dealers ? "dealers-side" : "players-side",
		!cards.dealer && "no-dealer",
		cards.community <= LONG_BOARD && "airy",
	];
	return html`<section class=${`felt ${kinds.filter(Boolean).join(" ")}`} aria-label=${phrase("felt.the_table")}>
		<div class="cloth" style=${{ "--seats": all }}>
			<div class="top">
				<div class="tray" data-tray aria-hidden="true"><i></i><i></i><i></i><i></i><i></i><i></i></div>
				<div class="dealer">
					<${Hand}
						of="dealer"
						cards=${scene.dealer}
						layout=${layout}
						slots=${cards.dealer}
						label=${phrase("common.the_dealers_cards")}
						mark=${marks([], scene.made)}
					/>
				</div>
				<div class="shoe" data-shoe aria-hidden="true"></div>
				<${Words} of="theirs" text=${scene.words || (cards.dealer ? phrase("common.dealer") : "")} made=${scene.made} />
			</div>
			${
				cards.community > 0 &&
				html`<div class=${`middle from-${cards.community_from}`}>
					<${Hand}
						of="community"
						cards=${scene.community}
						layout=${layout}
						slots=${cards.community}
						label=${phrase("common.community_cards")}
						mark=${marks(made, scene.made)}
					/>
				</div>`
			}
			<${FeltPrint} layout=${layout} meter=${message.view.meter} pays=${table.sign} />
			<div class="neighbours">
				<div class="seats right">${side(others.filter((it) => it <= turn))}</div>
				<div class="seats left">${side(others.filter((it) => it > turn))}</div>
			</div>
			<div class=${`owns ${mine.length > 1 ? "doubled" : ""}`}>
				${mine.map(
					(number) =>
						html`
							<${OwnSeat}
								key=${number}
								number=${number}
								table=${table}
								actions=${actions}
								drafting=${drafting && number === seat?.seat}
								active=${number === seat?.seat}
								picking=${picking}
								clock=${number === mine[0] && clock}
							/>
						`,
				)}
				${!mine.length && clock}
			</div>
		</div>
	</section>`;
}

/**
 * @param {{
 *   number: number,
 *   table: ShownTable,
 *   actions: Actions,
 *   drafting: boolean,
 *   active: boolean,
 *   picking: Hole,
 *   clock: Hole,
 * }} props
 */
function OwnSeat({ number, table, actions, drafting, active, picking, clock }) {
	const { layout, message, scene, draft } = table;
	const seat = /** @type {Seat} */ (message.view.seats.find((it) => it.seat === number));
	const place = scene.seats[number] || emptySeat();
	const before = new Set(spots(layout).map((it) => it.name));
	const played = scene.over && place.lines.length > 0;
	const shown = drafting && !played;
	const net = place.lines.reduce((sum, it) => sum + it.amount, 0);
	const staked = Object.values(place.wagers).reduce((sum, it) => sum + it, 0);
	const due = message.view.due.seat === number && message.view.due.do === "decide";
	const two = layout.wagers.some((it) => it.title.length > LONG_TITLE && it.title.includes(" "));
	/** @param {boolean} bonus */
	const wagers = (bonus) =>
		layout.wagers
			.filter((it) => it.side === bonus)
			.map((spot) => {
				const drafts = drafting && before.has(spot.name);
				return html`
					<${Spot}
						key=${spot.name}
						spot=${spot}
						seat=${number}
						actions=${actions}
						drafting=${drafts}
						chip=${shown && Boolean(draft[spot.name])}
						stake=${shown ? draft[spot.name] || 0 : place.wagers[spot.name] || 0}
						lines=${shown ? [] : linesOf(place, spot.name)}
					/>
				`;
			});
	const kinds = [active && "active", due && "turn", two && "two-lines", layout.cards.each > 2 && "wide-hand"];
	return html`<div
		class=${["own", ...kinds.filter(Boolean)].join(" ")}
		style=${{ "--n": layout.cards.each, "--wagers": Math.max(3, layout.wagers.length) }}
		data-seat=${number}
	>
		<div class="wagers base" role="group" aria-label=${phrase("felt.your_wagers")}>${wagers(false)}</div>
		<div class="held">
			<${Hand}
				of=${number}
				cards=${place.cards}
				layout=${layout}
				slots=${layout.cards.each - place.discard.length}
				pick=${picking && due ? actions.put : null}
				picked=${table.away}
				label=${phrase("common.your_cards")}
				mark=${marks(place.made, [])}
			/>
		</div>
		<div class="wagers side-bets" role="group" aria-label=${phrase("felt.your_side_wagers")}>${wagers(true)}</div>
		<p class="bank" data-bank=${number}>
			<span class="longer">${seat.name || phrase("seat.own")}</span> <strong>${money(seat.bankroll ?? 0)}</strong>
		</p>
		<${Words} of="mine" text=${place.words} made=${place.made}>
			${
				shown &&
				untoldWagers(layout).map(
					({ name, title }) =>
						html`<button key=${name} class="ask" onClick=${() => actions.explain(name)}>${markup("felt.what_is", {
							title,
						})}</button>`,
				)
			}
			${
				place.discard.length > 0 &&
				html` <small>
					${markup("felt.put_away", {
						cards: place.discard.map((it) => layout.deck.faces[it] || phrase("felt.a_card")).join(", "),
					})}
				</small>`
			}
		<//>
		<div class="own-net">
			${
				played
					? html`<span class="longer">${phrase("felt.this_round")} </span>
						<b class=${`net ${amountClass(net)}`}>${net ? signedMoney(net) : phrase("common.even")}</b>`
					: clock ||
						(
							staked > 0 &&
								!drafting &&
								html`<span class="longer">${phrase("felt.at_stake")} </span><b>${money(staked)}</b>`
						)
			}
		</div>
	</div>`;
}
