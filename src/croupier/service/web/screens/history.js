// The player's own rounds, and a statement of the money.

import {
	amountClass,
	attempt,
	countText,
	DataTable,
	formatTime,
	get,
	html,
	INTERVENTIONS,
	Loading,
	loadMe,
	markup,
	money,
	Note,
	phrase,
	signedMoney,
	state,
	updateScreen,
} from "../index.js";

/** @import { GetAnswer, TableInterventions } from "../messages.js" */
/** @import { Me, RoundListed, State } from "../types.js" */

export async function open() {
	updateScreen("history", { rounds: null, after: "", statement: null });
	if (!(await loadMe())) return;
	await loadRounds("");
	updateScreen("history", { statement: await loadStatement(0) });
}

/**
 * The statement; a long one comes in parts.
 * @param {number} since
 * @returns {Promise<GetAnswer<"/me/statement">>}
 */
async function loadStatement(since) {
	const part = await get(`/me/statement?since=${since}`);
	if (!part.after) return part;
	const rest = await loadStatement(part.after);
	return {
		...part,
		interventions: addedUp([...part.interventions, ...rest.interventions]),
		cage: [...part.cage, ...rest.cage],
		rounds: [...part.rounds, ...rest.rounds],
		closing: rest.closing,
	};
}

/**
 * The interventions of several parts of a statement, by table.
 * @param {TableInterventions[]} parts
 */
function addedUp(parts) {
	/** @type {Map<string, TableInterventions>} */
	const found = new Map();
	for (const each of parts) {
		const before = found.get(each.table) ?? {
			table: each.table,
			rulings: 0,
			void: 0,
			withdrawn: 0,
			recuts: 0,
			refused: 0,
		};
		for (const name of INTERVENTIONS) before[name] += each[name];
		found.set(each.table, before);
	}
	return [...found.values()];
}

/** @param {string} after */
async function loadRounds(after) {
	const found = await get(`/rounds?most=50${after ? `&after=${encodeURIComponent(after)}` : ""}`);
	const before = after ? state().screens.history.rounds : [];
	updateScreen("history", { rounds: [...before, ...found.rounds], after: found.after });
}

/**
 * @param {RoundListed} round
 * @param {Me} me
 */
const ownHands = (round, me) => round.hands.filter((it) => it.person === me.person);

/** @param {{ rounds: RoundListed[], me: Me }} props */
function Rounds({ rounds, me }) {
	const rows = rounds.map((it) => {
		const own = ownHands(it, me);
		const net = own.reduce((sum, hand) => sum + hand.net, 0);
		return [
			formatTime(it.at),
			it.table,
			html`<a href=${`/rounds/${it.session}/${it.round}`}>
				${markup("common.round_2", {
					round: it.round,
					void: it.void ? phrase("common.void") : "",
				})}
			</a>`,
			money(own.reduce((sum, hand) => sum + hand.staked, 0)),
			html`<span class=${amountClass(net)}>${net ? signedMoney(net) : phrase("common.even")}</span>`,
		];
	});
	return html`
		<${DataTable}
			label=${phrase("history.your_rounds_the_latest_first")}
			heads=${[
				phrase("common.when"),
				phrase("common.table"),
				phrase("common.round"),
				phrase("history.staked"),
				phrase("history.came_to"),
			]}
			rows=${rows}
		/>
	`;
}

/** @param {{ statement: GetAnswer<"/me/statement"> }} props */
function Statement({ statement }) {
	const played = statement.rounds.reduce((sum, it) => sum + it.net, 0);
	return html`<section aria-label=${phrase("history.statement")}>
		<h2>${phrase("history.statement")}</h2>
		<table class="plain">
			<tbody>
				<tr><th scope="row">${phrase("history.at_first")}</th><td>${money(statement.opening)}</td></tr>
				${statement.cage.map(
					(it) =>
						html`<tr><th scope="row">${it.what}, ${formatTime(it.at)}</th><td>${signedMoney(it.amount)}</td></tr>`,
				)}
				<tr><th scope="row">
					${phrase("history.played", {
						rounds: countText(statement.rounds.length, "round"),
					})}
				</th><td>${signedMoney(played)}</td></tr>
				<tr>
					<th scope="row"><strong>${phrase("history.now_in_the_wallet_and")}</strong></th>
					<td>${money(statement.closing)}</td>
				</tr>
			</tbody>
		</table>
		<h3>${phrase("history.what_was_done_against_players")}</h3>
		<${DataTable}
			label=${phrase("history.what_was_done_against_players")}
			heads=${[phrase("common.table"), ...INTERVENTIONS.map((name) => phrase(`interventions.${name}`))]}
			rows=${statement.interventions.map((it) => [it.table, ...INTERVENTIONS.map((name) => it[name])])}
			none=${phrase("history.nothing_was_done_since", { since: formatTime(statement.counted_from) })}
		/>
	</section>`;
}

/** @param {{ all: State }} props */
export function Screen({ all }) {
	const { rounds, after, statement } = all.screens.history || {};
	return html`<main class="reading">
		<h1>${phrase("history.your_rounds")}</h1>
		${
			!all.me
				? html`<${Note} of="note.no_rounds" as="empty" />`
				: !rounds
					? html`<${Loading} />`
					: rounds.length === 0
						? html`<${Note} of="note.none_yet" as="empty" />`
						: html`
							<${Rounds} rounds=${rounds} me=${all.me} />
							${
								after &&
								html`<p>
									<button class="second" onClick=${() =>
										attempt(() => loadRounds(after))}>${phrase("history.earlier_rounds")}
									</button>
								</p>`
							}
						`
		}
		${statement && html`<${Statement} statement=${statement} />`}
	</main>`;
}
