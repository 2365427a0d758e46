// The rule of a wager: what may be bet, what it pays, and the clauses about it.

import { html, phrase, useEffect } from "../../index.js";
import { loadRules } from "../session.js";
import { Citations } from "../side_panel.js";
import { stakeText } from "./bets.js";

/** @import { Layout, PaySign, SignBlock, State } from "../../types.js" */

/**
 * The pay tables of a wager: those whose titles begin with its title, and with no longer title of another.
 * @param {Layout} layout
 * @param {PaySign} sign
 * @param {string} title
 * @returns {SignBlock[]}
 */
function payTables(layout, sign, title) {
	const titles = layout.wagers.map((it) => it.title).toSorted((one, other) => other.length - one.length);
	/** @param {string} text */
	const ownerOf = (text) => titles.find((it) => text.toLowerCase().startsWith(it.toLowerCase()));
	return sign.blocks.filter((it) => ownerOf(it.title) === title && it.rows.length);
}

/** @param {Layout["wagers"][number]} it */
const kindText = (it) =>
	it.required
		? phrase("wager_rule.you_must_place_it_to")
		: it.side
			? phrase("wager_rule.a_side_wager_if_you")
			: phrase("wager_rule.placed_when_you_decide");

/** @param {{ all: State }} props */
export function WagerRule({ all }) {
	const { table, wager: name } = all;
	useEffect(() => {
		if (table) loadRules();
	}, [name]);
	const it = table?.layout?.wagers.find((one) => one.name === name);
	if (!table || !it) return html`<p>${phrase("wager_rule.this_table_has_no_such")}</p>`;
	const { layout, rules, sign } = table;
	const cited = it.clauses.flatMap((id) => rules?.clauses.find((one) => one.id === id) ?? []);
	const telling = cited.filter((one) => one.kind !== "definition");
	return html`
		<h2>${it.title} <small>${layout.title}</small></h2>
		<p class="note">
			${kindText(it)}: <b>${stakeText(it, layout.wagers)}</b>.
			${it.withdrawable ? phrase("wager_rule.you_may_take_it_back") : ""}
		</p>
		${(telling.length ? telling : cited).map(
			(clause) => html`<p key=${clause.id}>${clause.says} <${Citations} layout=${layout} clauses=${[clause.id]} /></p>`,
		)}
		${!rules && html`<p class="note">${phrase("common.the_rulebook_is_being_opened")}</p>`}
		${payTables(layout, sign, it.title).map(
			(block) => html`<table key=${block.title} class="plain">
				<caption>${block.title}</caption>
				<tbody>
					${block.rows.map(
						([hand, ...pays]) => html`<tr><th scope="row">${hand}</th>${pays.map((pay) => html`<td>${pay}</td>`)}</tr>`,
					)}
				</tbody>
			</table>`,
		)}
	`;
}
