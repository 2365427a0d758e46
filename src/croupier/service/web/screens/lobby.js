// The lobby: the tables that are open, and a seat in one click.

import {
	countText,
	Entry,
	FromTemplate,
	formatDate,
	get,
	html,
	Loading,
	may,
	mayPlay,
	money,
	oneTo,
	pageStore,
} from "../index.js";

/** @import { Layout, OpenTable, Spot, State } from "../types.js" */

export async function open() {
	const { tables } = await get("/tables");
	pageStore.set({ lobby: { tables } });
	const layouts = await Promise.all(tables.map((it) => get(`/tables/${it.table}/layout`)));
	pageStore.set({ lobby: { tables, layouts: Object.fromEntries(layouts.map((it) => [it.table, it])) } });
}

/** @param {{ it: OpenTable }} props */
const Seats = ({ it }) =>
	html`<span class="dots" aria-hidden="true">
		${oneTo(it.seats).map((seat) => html`<i class=${it.taken.includes(seat) ? "on" : ""}></i>`)}
	</span>`;

/** @param {Layout} layout */
const stakesText = (layout) => {
	const first = /** @type {Spot} */ (layout.wagers.find((it) => it.required));
	const least = Object.values(layout.least).reduce((sum, it) => sum + it, 0);
	return `${money(least)} a round and up; ${first.title} ${money(first.least)} to ${money(first.most)}`;
};

/** @param {{ it: OpenTable, layout: Layout | undefined, play: boolean }} props */
function TableEntry({ it, layout, play }) {
	const free = it.seats - it.taken.length;
	return html`<${Entry} it=${it} id=${it.table}>
		<p class="facts">
			<${Seats} it=${it} /> ${free ? countText(free, "free seat") : "every seat is taken"}, dealt by ${it.dealt_by}
			<br />
			${layout ? stakesText(layout) : " "}
			${it.meter ? html`<br />Progressive <strong>${money(it.meter)}</strong>` : ""}
			${it.notices.map((notice) => html`<br /><strong>Notice:</strong> ${notice.says}`)}
		</p>
		<p class="ways">
			${free > 0 && play && html`<a class="first" href=${`/tables/${it.table}?sit`} data-play=${it.table}>Play</a>`}
			<a class="second" href=${`/tables/${it.table}`}>Watch</a>
			<a class="second" href=${`/rules/${it.rulebook}`}>Rules</a>
		</p>
	<//>`;
}

/** @param {{ all: State }} props */
export function Screen({ all }) {
	const { lobby, me } = all;
	const play = mayPlay(me);
	return html`<main class="lobby">
		<header class="hello">
			<h1>Take a seat</h1>
			<p>
				${
					me
						? play
							? `You are ${me.name}${all.wallet === null ? "" : `, with ${money(all.wallet)} of play money`}.`
							: `You are ${me.name}, ${me.role} of the house.`
						: "You come in as a guest, with play money of the house."
				}
			</p>
			<${FromTemplate} id="hello-note" as="" />
			${
				may(me, "sign up") &&
				html`<p>
					A cookie of this browser keeps your play money until ${formatDate(me?.expires ?? 0)}, and longer whenever you come.
					${" "}
					<a href="/account">What happens then</a>
				</p>`
			}
		</header>
		${
			!lobby
				? html`<${Loading} />`
				: lobby.tables.length === 0
					? html`<${FromTemplate} id="no-tables" as="empty" />`
					: html`<ul class="tables">
						${lobby.tables.map(
							(it) => html`<${TableEntry} key=${it.table} it=${it} layout=${lobby.layouts?.[it.table]} play=${play} />`,
						)}
					</ul>`
		}
	</main>`;
}
