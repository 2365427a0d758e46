// The panel beside the table: what happened and why, the sign, the clause, the padlock.

import {
	amountClass,
	capitalize,
	countText,
	ENFORCEMENT,
	html,
	markup,
	Note,
	phrase,
	Ruling,
	signedMoney,
} from "../index.js";
import { stakeText } from "./controls/bets.js";
import { lineText, wagerTitle } from "./narration.js";

/** @import { Actions, Contribution, Hole, Layout, OpenClause, TableState } from "../types.js" */

const TABS = {
	round: phrase("common.round"),
	sign: phrase("side_panel.pays"),
	rules: phrase("common.rules"),
	fair: phrase("side_panel.fairness"),
};

/**
 * Clauses and rulings, which open beside the table or, where there is no panel, in the rulebook.
 * @param {{
 *   layout: Pick<Layout, "rulebook" | "short">,
 *   clauses: string[],
 *   rulings?: string[],
 *   open?: OpenClause,
 * }} props
 */
export function Citations({ layout, clauses, rulings = [], open }) {
	/**
	 * @param {string} text
	 * @param {string} clause
	 * @param {string} [ruling]
	 */
	const cite = (text, clause, ruling) =>
		open
			? html`<button class="cite" onClick=${() => open(clause, ruling)}>${text}</button>`
			: html`<a class="cite" href=${`/rules/${layout.rulebook}/${encodeURIComponent(clause)}`} target="_blank">
				${text}
			</a>`;
	return html`
		${" "}
		<span class="cites">
			${clauses.map((it) => cite(`${layout.short} ${it}`.trim(), it))}
			${rulings.map((it) => cite(phrase("common.ruling", { it }), clauses[0], it))}
		</span>
	`;
}

let focused = ""; // the round whose result has had the focus

/**
 * The result takes the focus from the bar of choices, once.
 * @param {string} round
 */
const takesFocus = (round) => (/** @type {HTMLElement | null} */ section) => {
	if (!section || focused === round) return;
	focused = round;
	const now = document.activeElement;
	if (!now || now === document.body || now.closest(".foot")) section.focus({ preventScroll: true });
};

/** @param {{ table: TableState, open: OpenClause }} props */
function Result({ table, open }) {
	const { last, message, layout, scene, playing } = table;
	if (!last || playing || !scene.over || last.round !== scene.round) return null;
	const mine = last.seats.filter((it) => message.yours.includes(it.seat));
	return mine.map(
		(hand, at) => html`
			<section
				class="result"
				key=${hand.seat}
				ref=${at === 0 ? takesFocus(`${message.table} ${last.round}`) : undefined}
				tabindex="-1"
				aria-label=${phrase("side_panel.what_round_came_to_at", { round: last.round, seat: hand.seat })}
			>
				<h2>
					${markup("side_panel.round", {
						round: last.round,
						void: last.void ? phrase("side_panel.was_void") : "",
						kind: amountClass(hand.net),
						net: hand.net === 0 ? phrase("common.even") : signedMoney(hand.net),
					})}
				</h2>
				<ul class="lines">
					${[...hand.lines, ...hand.limits].map(
						(line) =>
							html`<li><details>
								<summary>
									<b>${line.result === "limit" ? phrase("side_panel.payout_limit") : wagerTitle(layout, line.wager)}</b>
									<span class=${`sum ${amountClass(line.amount)}`}>
										${signedMoney(line.amount)}
									</span>
									<span class="why">${phrase("side_panel.why")}</span>
									<span class="because">${line.because}</span>
								</summary>
								<p class="reason">
									${capitalize(lineText(layout, line))}. <${Citations} ...${line} layout=${layout} open=${open} />
								</p>
							</details></li>`,
					)}
				</ul>
			</section>
		`,
	);
}

/**
 * The results of the last rounds that were played here, as bars and in words.
 * @param {{ results: number[] }} props
 */
function ResultStrip({ results }) {
	if (results.length < 2) return null;
	const most = Math.max(1, ...results.map(Math.abs));
	const net = results.reduce((sum, it) => sum + it, 0);
	return html`<section class="result" aria-label=${phrase("side_panel.the_last_rounds")}>
		<h2>
			${markup("side_panel.last_rounds", {
				results: countText(results.length, "round"),
				kind: amountClass(net),
				net: signedMoney(net),
			})}
		</h2>
		<div
			class="strip"
			role="img"
			aria-label=${results.map((it) => (it ? signedMoney(it) : phrase("common.even"))).join(", ")}
		>
			${results.map((it, at) => {
				const height = `${Math.max(8, (100 * Math.abs(it)) / most)}%`;
				return html`<i key=${at} class=${it < 0 ? "lost" : ""} style=${{ height }}></i>`;
			})}
		</div>
	</section>`;
}

/** @param {{ table: TableState, open: OpenClause }} props */
function Log({ table, open }) {
	const { log, layout } = table;
	if (!log.length) return html`<${Note} of="note.log" as="empty" />`;
	return html`<ol class="log" reversed>
		${log
			.toReversed()
			.slice(0, 80)
			.map(
				(it, at) =>
					html`<li key=${log.length - at} class=${`${it.kind} ${it.mine ? "mine" : ""}`}>
						${it.text}
						${it.line && html`<${Citations} ...${it.line} layout=${layout} open=${open} />`}
					</li>`,
			)}
	</ol>`;
}

/** @param {{ sign: TableState["sign"], layout: Pick<Layout, "short" | "wagers"> }} props */
export function PaySign({ sign, layout }) {
	return html`<div class="sign">
		<h2>${sign.title}</h2>
		${
			layout.wagers.length > 0 &&
			html`<table class="limits">
				<caption>${phrase("common.stakes")}</caption>
				<tbody>
					${layout.wagers.map(
						(it) =>
							html`<tr>
								<th scope="row">${it.title}</th>
								<td>${stakeText(it, layout.wagers)}</td>
							</tr>`,
					)}
				</tbody>
			</table>`
		}
		${sign.blocks.map(
			(block) => html`
				<table key=${block.title}>
					<caption>${block.title} <small>${layout.short} ${block.clause}</small></caption>
					${
						block.columns.length > 0 &&
						html`<thead><tr><td></td>${block.columns.map((it) => html`<th scope="col">${it}</th>`)}</tr></thead>`
					}
					<tbody>
						${block.rows.map(
							([name, ...pays]) => html`<tr><th scope="row">${name}</th>${pays.map((it) => html`<td>${it}</td>`)}</tr>`,
						)}
					</tbody>
				</table>
				${block.notes.map((note) => html`<p class="note">${note}</p>`)}
			`,
		)}
		${[...sign.limits, ...sign.phrases].map((it) => html`<p class="note">${it}</p>`)}
	</div>`;
}

/** @param {{ rules: NonNullable<TableState["rules"]>, id: string, ruling: string, open: OpenClause }} props */
function Clause({ rules, id, ruling, open }) {
	const clause = rules.clauses.find((it) => it.id === id);
	if (!clause) return html`<p class="empty">${markup("side_panel.the_rulebook_has_no_clause", { id })}</p>`;
	const shown = [...new Set([ruling, ...clause.rulings].filter(Boolean))];
	return html`<article class="clause">
		<h2>${rules.short || ""} ${clause.id}</h2>
		<p class="says">${clause.says}</p>
		${
			clause.refs.length > 0 &&
			html`<p class="note">
				${phrase("side_panel.see")} ${clause.refs.map(
					(it) => html`<button class="cite" onClick=${() => open(it)}>${it}
				</button> `,
				)}
			</p>`
		}
		${shown.map(
			(it) =>
				rules.rulings[it] &&
				html`<${Ruling} key=${it} id=${it} is=${rules.rulings[it]} open=${!ruling || it === ruling} />`,
		)}
		<p class="note">${capitalize(ENFORCEMENT[clause.kept] || "")}${clause.outside && `: ${clause.outside}`}</p>
		${clause.parts.map((it) => html`<p class="note">${capitalize(ENFORCEMENT[it.kept])}: ${it.says} ${it.outside}</p>`)}
		<p><a href=${`/rules/${rules.id}/${encodeURIComponent(clause.id)}`}>
			${phrase("side_panel.read_it_in_the_rulebook")}
		</a></p>
	</article>`;
}

/** @param {{ table: TableState, open: OpenClause }} props */
function Rules({ table, open }) {
	const { rules, clause } = table;
	if (!rules) return html`<p class="empty">${phrase("common.the_rulebook_is_being_opened")}</p>`;
	return html`
		${
			clause?.id
				? html`<${Clause} rules=${rules} id=${clause.id} ruling=${clause.ruling} open=${open} />`
				: html`<p>${rules.title}, ${rules.jurisdiction}: ${countText(rules.clauses.length, "clause")}.</p>`
		}
		<p><a href=${`/rules/${rules.id}`}>${phrase("side_panel.the_whole_rulebook")}</a></p>
	`;
}

/** @type {Record<string, [string, string, string]>} */
const FINDING_MARKS = {
	true: ["holds", "✓", phrase("side_panel.holds")],
	false: ["broken", "✗", phrase("side_panel.does_not_hold")],
	null: ["open", "?", phrase("side_panel.not_checked")],
};

const CHECK_STATES = {
	holds: phrase("side_panel.checked_and_every_point_holds"),
	open: phrase("side_panel.not_fully_checked_what_is"),
	broken: phrase("side_panel.the_receipt_does_not_hold"),
};

/** @param {{ table: TableState, actions: Actions, part: Contribution | null }} props */
function Fairness({ table, actions, part }) {
	const { check, message } = table;
	return html`<div class="fairness">
		<${Note} of="note.fair" as="" />
		${
			part?.alarm &&
			html`<p class="alarm" role="alert"><strong>
			${phrase("side_panel.alarm")}
		</strong> ${part.alarm}.</p>`
		}
		${
			message.view.commitment &&
			html`<details>
				<summary>${phrase("side_panel.details_what_the_house_is")}</summary>
				${
					message.view.root &&
					html`<p class="note">${markup("side_panel.root_of_the_cards_that", { root: message.view.root })}</p>`
				}
				${
					message.view.deck &&
					html`<p class="note">
						${markup("side_panel.commitment_to_the_houses_secret", {
							shuffle: message.view.deck.shuffle,
							commitment: message.view.deck.commitment,
						})}
					</p>`
				}
				<p class="note">
					${markup("side_panel.commitment_to_the_houses_secret_2", {
						shuffle: message.view.shuffle,
						commitment: message.view.commitment,
					})}
				</p>
			</details>`
		}
		${
			!check
				? html`<${Note} of="note.unchecked" as="empty" />`
				: check.findings &&
					html`
						<h2>
							${markup("side_panel.round_2", { round: check.round, state: CHECK_STATES[check.state] })}
						</h2>
						<ul class="findings">
							${check.findings.map(
								(it) =>
									html`<li class=${FINDING_MARKS[String(it.holds)][0]}>
										<span class="mark" aria-hidden="true">${FINDING_MARKS[String(it.holds)][1]}</span>
										<span>
											<span class="unseen">
												${FINDING_MARKS[String(it.holds)][2]}
											</span>
											${capitalize(it.says)}.
										</span>
									</li>`,
							)}
						</ul>
						${
							check.receipt &&
							html`<button class="second" onClick=${actions.saveReceipt}>
							${phrase("side_panel.save_the_receipt")}
						</button>`
						}
					`
		}
		<${Note} of="note.scripts" as="note" />
		<form class="own-number" onSubmit=${actions.setNumber}>
			<h2>${phrase("side_panel.your_number")}</h2>
			<details>
				<summary>${phrase("side_panel.the_next_one")}</summary>
				<p class="note"><code>${part?.number || phrase("side_panel.drawn_when_you_sit_down")}</code></p>
			</details>
			<label>
				${phrase("side_panel.mix_a_text_of_my")}${" "}
				<input
					name="text"
					maxlength="200"
					autocomplete="off"
					placeholder=${part?.text || phrase("side_panel.any_words_chance_is_mixed")}
				/>
			</label>
			<button class="second">${phrase("side_panel.use_it")}</button>
		</form>
	</div>`;
}

/**
 * @param {{
 *   table: TableState,
 *   actions: Actions,
 *   part: Contribution | null,
 *   more?: Record<string, [string, () => Hole]>,
 * }} props
 */
export function SidePanel({ table, actions, part, more = {} }) {
	/** @type {Record<string, () => Hole>} */
	const shown = {
		round: () => html`<${Result} table=${table} open=${actions.open} />
<${ResultStrip} results=${table.results} /><${Log} table=${table} open=${actions.open} />`,
		sign: () => html`<${PaySign} sign=${table.sign} layout=${table.layout} />`,
		rules: () => html`<${Rules} table=${table} open=${actions.open} />`,
		fair: () => html`<${Fairness} table=${table} actions=${actions} part=${part} />`,
	};
	/** @type {Record<string, string>} */
	const tabs = { ...TABS };
	for (const [name, [title, inside]] of Object.entries(more)) [tabs[name], shown[name]] = [title, inside];
	const names = Object.keys(tabs);
	/** @param {KeyboardEvent} event */
	const move = (event) => {
		const by = { ArrowRight: 1, ArrowLeft: -1 }[String(event.key)];
		if (!by) return;
		event.preventDefault();
		event.stopPropagation();
		const next = names[(names.indexOf(table.tab) + by + names.length) % names.length];
		actions.tab(next);
		document.getElementById(`tab-${next}`)?.focus();
	};
	return html`<aside class="side">
		<div class="tabs" role="tablist" aria-label=${phrase("side_panel.beside_the_table")} onKeyDown=${move}>
			${names.map(
				(name) =>
					html`
						<button
							key=${name}
							id=${`tab-${name}`}
							role="tab"
							aria-selected=${table.tab === name}
							aria-controls="beside"
							tabindex=${table.tab === name ? 0 : -1}
							onClick=${() => actions.tab(name)}
						>
							${tabs[name]}
						</button>
					`,
			)}
		</div>
		<div class="beside" id="beside" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${table.tab}`}>
			${shown[table.tab]()}
		</div>
	</aside>`;
}
