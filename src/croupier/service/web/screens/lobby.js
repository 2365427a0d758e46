// The lobby: one's own seats first, then the tables that are open as small pictures, and a seat in one click.

import {
	countText,
	formatDate,
	get,
	html,
	joinWords,
	Loading,
	markup,
	may,
	mayPlay,
	money,
	Note,
	oneTo,
	pageStore,
	phaseText,
	phrase,
	state,
	useCurrency,
	useEffect,
	useState,
} from "../index.js";
import { ownMoney } from "../table/session.js";

/** @import { Layout, Lobby, OpenTable, SeenTable, Spot, State } from "../types.js" */

const REFRESH_INTERVAL = 5000; // milliseconds from one look at the tables to the next
let timer = 0;

export async function open() {
	clearTimeout(timer);
	const { me, lobby } = state();
	const [{ tables }, own] = await Promise.all([get("/tables"), mayPlay(me) && me ? ownTables() : []]);
	const known = lobby?.layouts;
	pageStore.set({ lobby: { tables, own, layouts: known, at: Date.now() } });
	const names = new Set([...tables.map((it) => it.table), ...own.map((it) => it.table)]);
	if (!known || [...names].some((it) => !known[it])) {
		const layouts = await Promise.all([...names].map((it) => get(`/tables/${it}/layout`)));
		if (layouts.length) useCurrency(layouts[0].currency); // a visitor has no wallet that would name it
		pageStore.set(({ lobby: now }) => ({
			lobby: now && { ...now, layouts: Object.fromEntries(layouts.map((it) => [it.table, it])) },
		}));
	}
	timer = setTimeout(() => state().route.screen === "lobby" && !document.hidden && open(), REFRESH_INTERVAL);
}

// The tables at which the person sits, as the person sees them.
async function ownTables() {
	const { places } = await get("/me/places");
	const names = [...new Set(places.map((it) => it.table))];
	return /** @type {Promise<SeenTable[]>} */ (Promise.all(names.map((it) => get(`/tables/${it}`))));
}

// ---- a small picture of a table

const [WIDTH, HEIGHT] = [320, 172];

/**
 * The place of a seat on an arc. The dealer's left is the viewer's right, so seat 1 is there.
 * @param {number} seat
 * @param {number} seats
 * @param {number} far
 */
function seatAt(seat, seats, far) {
	const angle = (Math.PI * (0.06 + (0.88 * (seat - 0.5)) / seats)) % Math.PI;
	return [WIDTH / 2 + Math.cos(angle) * 138 * far, 46 + Math.sin(angle) * 96 * far];
}

/**
 * @param {number} number
 * @param {[number, number]} middle
 * @param {[number, number]} size
 * @param {string} kind
 */
const rowOfCards = (number, [x, y], [wide, high], kind) =>
	oneTo(number).map(
		(at) =>
			html`<rect
				class=${kind}
				x=${x + (at - 1 - number / 2) * (wide + 3)}
				y=${y}
				width=${wide}
				height=${high}
				rx="2"
			/>`,
	);

/** @param {{ it: OpenTable, layout: Layout | undefined, own?: number[] }} props */
function Picture({ it, layout, own = [] }) {
	const cards = layout?.cards ?? { dealer: 0, community: 0, each: 0 };
	const played = it.phase === "round";
	const high = cards.community ? 12 : 24;
	return html`<svg class="mini-felt" viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
		<rect width=${WIDTH} height=${HEIGHT} class="cloth" />
		<path class="arc" d="M26 0a134 100 0 0 0 268 0" />
		${rowOfCards(cards.dealer, [WIDTH / 2, high], [18, 24], played ? "back" : "bare")}
		${rowOfCards(cards.community, [WIDTH / 2, cards.dealer ? 44 : 26], [20, 28], played ? "face" : "bare")}
		${oneTo(it.seats).map((seat) => {
			const [x, y] = seatAt(seat, it.seats, 1);
			const [nearX, nearY] = seatAt(seat, it.seats, 0.72);
			const taken = it.taken.includes(seat);
			const kind = own.includes(seat) ? "own-seat" : taken ? "sat" : "free-seat";
			return html`
				${taken && played && rowOfCards(Math.min(3, cards.each), [nearX, nearY - 6], [7, 11], "face")}
				<circle class=${kind} cx=${x} cy=${y} r="11" />
				<text class=${kind} x=${x} y=${y + 4}>${seat}</text>
			`;
		})}
	</svg>`;
}

// ---- what is told of a table

/** @param {Layout} layout */
const leastRound = (layout) => Object.values(layout.least).reduce((sum, it) => sum + it, 0);
/** @param {Layout} layout */
const baseWager = (layout) => /** @type {Spot} */ (layout.wagers.find((it) => it.required));

/** @param {Layout} layout */
const stakesText = (layout) => {
	const first = baseWager(layout);
	return phrase("lobby.to_a_round_and_up", {
		title: first.title,
		least: money(first.least),
		most: money(first.most),
		layout: money(leastRound(layout)),
	});
};

/** @param {OpenTable} it */
function seatsText(it) {
	const free = it.seats - it.taken.length;
	const who = it.players.filter(Boolean);
	const few = who.length > 3 ? [...who.slice(0, 2), countText(who.length - 2, "other")] : who;
	return `${
		free
			? phrase("lobby.free", {
					free,
				})
			: phrase("lobby.every_seat_is_taken")
	}${few.length ? `: ${joinWords(few)}` : ""}`;
}

/**
 * The table with a free seat that asks the least of a beginner: the fewest wagers, then the smallest stake.
 * @param {Lobby} lobby
 */
function forBeginners({ tables, layouts = {} }) {
	const free = tables.filter((it) => it.taken.length < it.seats && layouts[it.table]);
	const burden = (/** @type {OpenTable} */ it) =>
		layouts[it.table].wagers.length * 10 ** 9 + leastRound(layouts[it.table]);
	return free.toSorted((one, other) => burden(one) - burden(other))[0]?.table;
}

/**
 * A table of the same game that has room, for one that has none.
 * @param {OpenTable} it
 * @param {OpenTable[]} tables
 */
export const withRoom = (it, tables) =>
	tables
		.filter((one) => one.title === it.title && one.taken.length < one.seats)
		.toSorted((one) => (one.rulebook === it.rulebook ? -1 : 1))[0];

/** @param {{ it: OpenTable, lobby: Lobby, play: boolean, first: boolean }} props */
function TableEntry({ it, lobby, play, first }) {
	const layout = lobby.layouts?.[it.table];
	const free = it.seats - it.taken.length;
	const other = free ? undefined : withRoom(it, lobby.tables);
	return html`<li class="entry pictured">
		<${Picture} it=${it} layout=${layout} />
		<div class="about">
			<h2>${it.title}</h2>
			<p class="where">${it.jurisdiction}. ${it.document}. <span class="id">${it.table}</span></p>
			<dl class="facts">
				<div><dt>${phrase("common.stakes")}</dt><dd>${layout ? stakesText(layout) : " "}</dd></div>
				${
					it.edge &&
					html`<div>
						<dt>${phrase("common.house_edge")}</dt>
						<dd>
							${markup("lobby.of_by_best_play", {
								edge: Number(it.edge).toFixed(2),
								layout: layout ? baseWager(layout).title : phrase("lobby.the_first_wager"),
							})}
						</dd>
					</div>`
				}
				<div><dt>${phrase("common.seats")}</dt><dd>${seatsText(it)}</dd></div>
				<div><dt>
					${phrase("lobby.state")}</dt><dd>${markup("lobby.dealt_by", {
						phase: phaseText(it.phase),
						dealt_by: it.dealt_by,
					})}
				</dd></div>
				${
					it.meter > 0 &&
					html`<div><dt>
					${phrase("lobby.progressive")}
				</dt><dd><strong>${money(it.meter)}</strong></dd></div>`
				}
				${
					first &&
					html`<div><dt>
					${phrase("lobby.good_for")}
				</dt><dd><span class="tag">${phrase("lobby.a_first_round")}</span></dd></div>`
				}
			</dl>
			${it.notices.map((notice) => html`<p class="note"><strong>${phrase("common.notice")}</strong> ${notice.says}</p>`)}
			${
				other &&
				html`<p class="note">
				${markup("lobby.here_is_room", {
					href: `/tables/${other.table}`,
					table: other.table,
				})}
			</p>`
			}
		</div>
		<p class="ways">
			${
				free > 0 &&
				play &&
				html`<a class="first" href=${`/tables/${it.table}?sit`} data-play=${it.table}>
				${phrase("common.play")}
			</a>`
			}
			<a class="second" href=${`/tables/${it.table}`}>${phrase("lobby.watch")}</a>
			<a class="second" href=${`/rules/${it.rulebook}`}>${phrase("common.rules")}</a>
		</p>
	</li>`;
}

/**
 * The seconds that a person has at a table who is asked there; it counts down by itself.
 * @param {{ seen: SeenTable, at: number }} props
 */
function TimeLeft({ seen, at }) {
	const [, tick] = useState(0);
	useEffect(() => {
		const each = setInterval(() => tick((it) => it + 1), 500);
		return () => clearInterval(each);
	}, []);
	const { now, waits } = seen.clock;
	if (!waits) return null;
	const left = Math.min(waits.until - waits.since, waits.until - now - (Date.now() - at));
	return html`${", "}${markup("lobby.s", { left: Math.max(0, Math.ceil(left / 1000)) })}`;
}

/** @param {{ seen: SeenTable, lobby: Lobby }} props */
function OwnEntry({ seen, lobby }) {
	const it = lobby.tables.find((one) => one.table === seen.table);
	const layout = lobby.layouts?.[seen.table];
	if (!it) return null;
	const { due, seats, choices, round } = seen.view;
	const mine = seats.filter((one) => seen.yours.includes(one.seat));
	const asked = due.do === "decide" && seen.yours.includes(due.seat ?? 0);
	const staked = mine.reduce((sum, one) => sum + Object.values(one.wagers).reduce((part, more) => part + more, 0), 0);
	const chips = mine.reduce((sum, one) => sum + (one.bankroll ?? 0), 0);
	return html`<li class="entry pictured yours">
		<${Picture} it=${it} layout=${layout} own=${seen.yours} />
		<div class="about">
			<p class="kicker">${phrase("common.your_seat")}</p>
			<h2>${it.title}</h2>
			<p class="where">
				${markup("lobby.seat_of", {
					yours: joinWords(seen.yours.map(String)),
					seats: it.seats,
					round: round ? phrase("lobby.round", { round }) : "",
					staked: staked
						? phrase("lobby.is_at_stake_beside_it", {
								staked: money(staked),
								chips: money(chips),
							})
						: phrase("lobby.lies_before_you", { chips: money(chips) }),
				})}
			</p>
			${
				asked &&
				html`<p class="asked-here" role="status">
					<strong>${phrase("lobby.your_turn")}<${TimeLeft} seen=${seen} at=${lobby.at} /></strong>${" "}
					<span>${joinWords(
						choices.map((one) => one.choice),
						phrase("common.or"),
					)}</span>
				</p>`
			}
		</div>
		<p class="ways"><a class="first" href=${`/tables/${it.table}`}>${phrase("lobby.back_to_the_table")}</a></p>
	</li>`;
}

/** @param {{ all: State }} props */
export function Screen({ all }) {
	const { lobby, me } = all;
	const play = mayPlay(me);
	const there = (lobby?.own ?? []).reduce((sum, it) => sum + ownMoney(it), 0);
	const beginners = lobby && forBeginners(lobby);
	return html`<main class="lobby">
		<header class="hello">
			<h1>${phrase("common.take_a_seat")}</h1>
			<p>
				${
					me
						? play
							? phrase("lobby.you_are", {
									name: me.name,
									wallet:
										all.wallet === null
											? ""
											: phrase("lobby.with_of_play_money", {
													there: money(all.wallet + there),
													there2: there ? phrase("lobby.of_it_at_a_table", { there: money(there) }) : "",
												}),
								})
							: phrase("lobby.you_are_of_the_house", { name: me.name, role: me.role })
						: phrase("lobby.you_come_in_as_a")
				}
			</p>
			<${Note} of="note.hello" as="" />
			${
				may(me, "sign up") &&
				html`<p>
					${markup("lobby.a_cookie_of_this_browser", { until: formatDate(me?.expires ?? 0) })}
				</p>`
			}
		</header>
		${
			!lobby
				? html`<${Loading} />`
				: lobby.tables.length === 0
					? html`<${Note} of="note.no_tables" as="empty" />`
					: html`<ul class="tables pictures">
						${lobby.own.map((it) => html`<${OwnEntry} key=${`own ${it.table}`} seen=${it} lobby=${lobby} />`)}
						${lobby.tables.map(
							(it) =>
								html`<${TableEntry} key=${it.table} it=${it} lobby=${lobby} play=${play} first=${it.table === beginners} />`,
						)}
					</ul>`
		}
	</main>`;
}
