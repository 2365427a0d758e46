// The coach beside the table, and a running account.

import { html, get, Note, change, keep, recalled, say, state, told } from "../kit.js";
import { judged, NONE, score, scored, Worths, worthsSaid } from "../worths.js";
import { asked, ears } from "./session.js";

const KEY = "croupier coach";
const WHEN = { asked: "when I ask", before: "before I choose", after: "after I have chosen" };
const AGAIN = 3; // seconds at most until it is asked again whether it is ready
const NOT_HERE = "The house does not let players ask the coach at this table.";
let timer = 0;

const mine = () => state().table?.coach || { when: recalled(KEY) || "asked", turn: "", account: NONE };
const set = (by) => change("table", () => ({ coach: { ...mine(), ...by } }));

// A decision by what it is, whatever else happens at the table meanwhile.
function turnOf(message) {
	const seat = asked(message);
	return seat
		? `${message.view.round} ${seat} ${message.view.seats.find((it) => it.seat === seat).decisions.length}`
		: "";
}

export async function ask(message = state().table.message) {
	const { name, layout } = state().table;
	const turn = turnOf(message);
	clearTimeout(timer);
	if (!turn || !layout.coach) return say(turn ? NOT_HERE : "Nothing is asked of you now.");
	if (mine().turn !== turn) set({ turn, advice: null, done: null });
	if (mine().advice) return say(worthsSaid(mine().advice));
	set({ note: "The coach looks at it." });
	try {
		const { actions, seconds } = await get(`/tables/${name}/seats/${asked(message)}/coach`);
		if (state().table?.name !== name || mine().turn !== turn) return;
		set({
			advice: actions,
			note: actions ? "" : `The coach is ready in about ${seconds} s. You need not wait for it.`,
		});
		if (!actions)
			timer = setTimeout(
				() => state().table?.name === name && turnOf(state().table.message) === turn && ask(),
				1000 * Math.min(seconds, AGAIN),
			);
		else if (mine().done) judge();
		else if (mine().when !== "after") say(worthsSaid(actions));
	} catch (problem) {
		if (problem.body === undefined) throw problem;
		if (mine().turn === turn) set({ note: told(problem) });
	}
}

function judge() {
	const { advice, done, account } = mine();
	const taken = advice.find((it) => it.choice === done.choice && it.discard.join() === done.discard);
	if (!taken) return;
	set({ account: scored(account, taken), last: { taken, actions: advice }, turn: "", advice: null });
	say(`The coach: ${judged(taken, advice)}`);
}

ears.push((message, before) => {
	for (const { kind, data } of message.events || []) {
		if (kind !== "decided" || data.absent || !mine().turn || turnOf(before) !== mine().turn) continue;
		set({
			done: {
				choice: data.choice,
				discard: (data.discard || []).map((it) => state().table.layout.deck.order[it]).join(),
			},
		});
		if (mine().advice) judge();
	}
	if (mine().when !== "asked" && turnOf(message) && turnOf(message) !== mine().turn) ask(message);
});

// What a choice is worth, for the button of it: the best that can be had by it.
export function worth(choice) {
	const { advice, when, turn } = mine();
	const all =
		advice && when !== "after" && turn === turnOf(state().table.message)
			? advice.filter((it) => it.choice === choice)
			: [];
	return all.find((it) => it.best) || all[0];
}

function choose(event) {
	keep(KEY, event.target.value);
	set({ when: event.target.value });
	if (event.target.value !== "asked" && turnOf(state().table.message)) ask();
}

export function Coach({ table }) {
	const { when, turn, advice, note, last, account } = mine();
	const now = turnOf(table.message);
	const here = now && turn === now;
	const practise = html`<p>
		<a href=${`/practice/${table.layout.rulebook}`}>Practise the decisions at which most is lost</a>
	</p>`;
	if (!table.layout.coach) return html`<p class="empty">${NOT_HERE}</p>${practise}`;
	return html`
		<label>
			The coach speaks${" "}
			<select onChange=${choose}>
				${Object.entries(WHEN).map(
					([key, text]) => html`<option value=${key} selected=${key === when}>${text}</option>`,
				)}
			</select>
		</label>
		<p class="note" role="status">
			${here && note}
			${here && advice && when === "after" && "The coach speaks when you have chosen."}
		</p>
		${!now && html`<${Note} id="coach-note" />`}
		${
			now &&
			!here &&
			html`<button class="first" data-coach onClick=${() => ask()}>What is each choice worth? <kbd>W</kbd></button>`
		}
		${here && advice && when !== "after" && html`<${Worths} actions=${advice} />`}
		${
			last &&
			html`<section aria-label="Your last decision"><h2>Your last decision</h2><${Worths} ...${last} /></section>`
		}
		<section aria-label="Account">
			<h2>So far</h2>
			${
				account.decisions
					? html`
						<p>${score(account)}.</p>
						<p><button class="second" onClick=${() => set({ account: NONE })}>Begin anew</button></p>
					`
					: html`<${Note} id="account-note" />`
			}
		</section>
		${practise}
	`;
}
