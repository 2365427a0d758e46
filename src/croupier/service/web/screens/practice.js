// Practice: decisions instead of rounds, those at which most is lost; progress stays in this browser.

import {
	html,
	Entry,
	keep,
	Note,
	recalled,
	keyOf,
	useEffect,
	useKeys,
	get,
	comeIn,
	say,
	screen,
	state,
	trying,
	cost,
} from "../kit.js";
import { Hand } from "../table/cards.js";
import { isRight, judged, NONE, score, scored, Worths } from "../worths.js";

const KEY = "croupier practice";
const MOST_MISSED = 20; // that are kept to come up again

const of = (book) => ({ ...NONE, missed: [], ...recalled(KEY)?.[book] });
const note = (book, progress) => keep(KEY, { ...recalled(KEY), [book]: progress });
const mine = () => state().screens.practice;
const set = (by) => screen("practice", by);
const isHere = (book) => mine().book === book && state().route.screen === "practice";

export async function open([book]) {
	set({ book, books: null, title: "", left: [], now: null, wait: 0, turn: 0 });
	if (book) await next();
	else set({ books: (await get("/rulebooks")).rulebooks });
}

// The next one: every third is one that was missed, if there is any.
async function next() {
	const { book, left, turn } = mine();
	if (!left.length) return more(book);
	const [missed] = of(book).missed;
	const again = turn % 3 === 2 && missed;
	const now = again || left[0];
	set({ now, again, taken: null, turn: turn + 1, left: again ? left : left.slice(1) });
	say(`${now.says} ${choices(now)}`);
}

async function more(book) {
	await comeIn();
	const { exercises, seconds, title, faces } = await get(`/rulebooks/${book}/exercises`);
	if (!isHere(book)) return;
	if (exercises) {
		set({ left: exercises, title, layout: { deck: { faces } } });
		await next();
	} else {
		set({ wait: seconds });
		setTimeout(() => isHere(book) && trying(() => more(book)), 1000 * Math.min(seconds, 3));
	}
}

function answer(taken) {
	const { book, now, again } = mine();
	if (mine().taken || !taken) return;
	const before = of(book);
	const missed = [...before.missed.slice(again ? 1 : 0), ...(isRight(taken) ? [] : [now])].slice(-MOST_MISSED);
	note(book, { ...scored(before, taken), missed });
	set({ taken });
	say(judged(taken, now.actions));
}

const choices = (now) => `${now.actions.map((it, at) => `${at + 1}, ${it.name}`).join("; ")}.`;

function pressed(event) {
	const { now, taken } = mine();
	const key = keyOf(event);
	if (!now || !key) return;
	if (/^[1-9]$/.test(key)) answer(now.actions[key - 1]);
	else if (key === "enter" && taken && !event.target.closest("a, button")) trying(next);
	else if ("hb".includes(key)) say(now.says);
	else if (key === "t") say("No clock runs.");
	else if ("eo".includes(key)) say(taken ? `${judged(taken, now.actions)} Enter goes on.` : choices(now));
}

function Drill({ text, on }) {
	const { now, taken, layout, book, again } = on;
	useKeys(pressed);
	useEffect(() => document.querySelector(taken ? "[data-next]" : ".drill").focus(), [now, taken]);
	const hand = (label, cards) =>
		cards.length > 0 && html`<${Hand} of=${label} cards=${cards} layout=${layout} label=${label} />`;
	const progress = of(book);
	return html`
		<section class="drill" tabindex="-1" aria-label="Decision">
			${
				!text &&
				html`<div class="felt">
					${hand("The dealer's cards", now.dealer)}
					${hand("Community cards", now.community)}
					<div class="own">${hand("Your cards", now.cards)}</div>
				</div>`
			}
			<p class="asked-text">${now.says}${again ? " You missed this one before." : ""}</p>
			${
				taken
					? html`<div class=${`judged ${isRight(taken) ? "right" : ""}`}>
						<${Worths} actions=${now.actions} taken=${taken} />
						<button class="first" data-next onClick=${() => trying(next)}>Next <kbd>Enter</kbd></button>
					</div>`
					: html`<div class="bar decisions" role="group" aria-label="Your decision">
						${now.actions.map(
							(it, at) =>
								html`<button key=${now.says + at} class="choice" onClick=${() => answer(it)}>
									<span class="what">${it.name}</span>
									<span class="cost">${cost({ costs: it.puts_up })}</span>
									<kbd>${at + 1}</kbd>
								</button>`,
						)}
					</div>`
			}
		</section>
		<p class="note">
			${
				progress.decisions
					? html`
						${score(progress)}; ${progress.missed.length} to come up again.${" "}
						<button class="cite" onClick=${() => [note(book, {}), set({})]}>Forget it</button>
					`
					: "What you answer is kept in this browser and nowhere else."
			}
		</p>
		<${Note} id="drawn-note" />
	`;
}

function Shelf({ books }) {
	return html`
		<${Note} id="practice-note" as="" />
		<ul class="tables">
			${books.map(
				(it) =>
					html`<${Entry} it=${it}>
						<p class="facts">${of(it.id).decisions ? score(of(it.id)) : "Nothing practised yet"}</p>
						<p class="ways"><a class="first" href=${`/practice/${it.id}`}>Practise</a></p>
					<//>`,
			)}
		</ul>
	`;
}

export function Screen({ all }) {
	const { book, books, title, now, wait } = all.screens.practice || {};
	const waits = html`<p class="empty" role="status">
		${
			wait
				? `The coach is ready in about ${wait} s.`
				: book
					? "The first decisions are being dealt."
					: "The rulebooks are being looked up."
		}
	</p>`;
	return html`<main class="reading">
		<h1>Practice <small>${title}</small></h1>
		${book && html`<p><a href="/practice">Other games</a></p>`}
		${
			now
				? html`<${Drill} text=${all.prefs.textMode} on=${all.screens.practice} />`
				: books
					? html`<${Shelf} books=${books} />`
					: waits
		}
	</main>`;
}
