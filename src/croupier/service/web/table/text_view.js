// The table as text, live.

import { html, phrase, useKeys } from "../index.js";
import { announceForKey, choicesText } from "./controls/shortcuts.js";
import { Felt } from "./felt.js";
import { describeTable } from "./narration.js";

/** @import { ShownTable, State } from "../types.js" */

/**
 * A table at which the person does not play; its `may` says what the person does there instead.
 * @param {{ all: State, table: ShownTable, dealers?: boolean }} props
 */
export function TableView({ all, table, dealers }) {
	useKeys((event) => announceForKey(event, table));
	return all.prefs.textMode
		? html`<${TextView} table=${table} />`
		: html`
			<${Felt}
				table=${table}
				seat=${null}
				actions=${{ mayPlay: false }}
				drafting=${false}
				picking=${null}
				clock=""
				dealers=${dealers}
			/>
		`;
}

/** @param {{ table: ShownTable }} props */
export function TextView({ table }) {
	const { phase, dealer, community, seats } = describeTable(table.layout, table.message, table.scene);
	return html`<section class="astext" aria-label=${phrase("text_view.the_table_as_text")}>
		<h2>${table.layout.title}, ${table.layout.jurisdiction}</h2>
		<p>${phase} ${dealer} ${community}</p>
		<h3>${phrase("common.seats")}</h3>
		<ul>${seats.map((it) => html`<li>${it}</li>`)}</ul>
		<h3>${phrase("text_view.what_you_may_do")}</h3>
		<p>${choicesText(table)}</p>
		<h3>${phrase("text_view.the_last_events")}</h3>
		<ol>${table.log.slice(-8).map((it) => html`<li>${it.text}</li>`)}</ol>
	</section>`;
}
