// Practice: decisions instead of rounds, those at which most is lost. The browser stores the progress.

import {
	announce,
	attempt,
	costText,
	Entry,
	ensureGuest,
	get,
	html,
	markup,
	Note,
	phrase,
	pressedKey,
	readStored,
	setTitle,
	state,
	targetOf,
	updateScreen,
	useEffect,
	useKeys,
	writeStored,
} from "../index.js";
import { Hand } from "../table/cards.js";
import { CoachValues, isRight, NO_SCORE, scoreText, verdictText, withDecision } from "../table/coach_values.js";

/** @import { Exercise, ExerciseAction, PracticeState, Progress, Rulebook, State } from "../types.js" */

const KEY = "croupier practice";
const MOST_MISSED = 20; // decisions that are stored, to come up again

/**
 * @param {string} book
 * @returns {Progress}
 */
const progressOf = (book) => ({ ...NO_SCORE, missed: [], ...readStored(KEY)?.[book] });
/**
 * @param {string} book
 * @param {Progress | {}} progress
 */
const storeProgress = (book, progress) => writeStored(KEY, { ...readStored(KEY), [book]: progress });
/** @returns {PracticeState} */
const practiceState = () => state().screens.practice;
/** @param {Partial<PracticeState>} by */
const update = (by) => updateScreen("practice", by);
/** @param {string} book */
const isHere = (book) => practiceState().book === book && state().route.screen === "practice";

/** @param {string[]} parts */
export async function open([book]) {
	update({ book, books: null, title: "", left: [], now: null, wait: 0, turn: 0 });
	if (book) await next();
	else update({ books: (await get("/rulebooks")).rulebooks });
}

// Show the next decision: every third is one that was missed before, if there is any.
async function next() {
	const { book, left, turn } = practiceState();
	if (!left.length) return loadExercises(book);
	const [missed] = progressOf(book).missed;
	const again = turn % 3 === 2 && missed;
	const now = again || left[0];
	update({ now, again, taken: null, turn: turn + 1, left: again ? left : left.slice(1) });
	announce(`${now.says} ${choicesText(now)}`);
}

/**
 * @param {string} book
 * @returns {Promise<void>}
 */
async function loadExercises(book) {
	await ensureGuest();
	const found = await get(`/rulebooks/${book}/exercises`);
	if (!isHere(book)) return;
	if ("exercises" in found) {
		const { exercises, title, faces } = found;
		update({ left: exercises, title, layout: { deck: { faces } } });
		setTitle(phrase("practice.practice"), title);
		await next();
	} else {
		const { seconds } = found;
		update({ wait: seconds });
		setTimeout(() => isHere(book) && attempt(() => loadExercises(book)), 1000 * Math.min(seconds, 3));
	}
}

/** @param {ExerciseAction | undefined} taken */
function answer(taken) {
	const { book, now, again } = practiceState();
	if (practiceState().taken || !taken || !now) return;
	const before = progressOf(book);
	const missed = [...before.missed.slice(again ? 1 : 0), ...(isRight(taken) ? [] : [now])].slice(-MOST_MISSED);
	storeProgress(book, { ...withDecision(before, taken), missed });
	update({ taken });
	announce(verdictText(taken, now.actions));
}

/** @param {Exercise} now */
const choicesText = (now) => `${now.actions.map((it, at) => `${at + 1}, ${it.name}`).join("; ")}.`;

/** @param {KeyboardEvent} event */
function handleKey(event) {
	const { now, taken } = practiceState();
	const key = pressedKey(event);
	if (!now || !key) return;
	if (/^[1-9]$/.test(key)) answer(now.actions[Number(key) - 1]);
	else if (key === "enter" && taken && !targetOf(event).closest("a, button")) attempt(next);
	else if ("hb".includes(key)) announce(now.says);
	else if (key === "t") announce(phrase("common.no_clock_runs"));
	else if ("eo".includes(key))
		announce(taken ? phrase("practice.enter_goes_on", { actions: verdictText(taken, now.actions) }) : choicesText(now));
}

/** @param {{ text: boolean, on: PracticeState }} props */
function Drill({ text, on }) {
	const { taken, layout, book, again } = on;
	const now = /** @type {Exercise} */ (on.now);
	useKeys(handleKey);
	useEffect(() => {
		/** @type {HTMLElement | null} */ (document.querySelector(taken ? "[data-next]" : ".drill"))?.focus();
	}, [now, taken]);
	/**
	 * @param {string} label
	 * @param {string[]} cards
	 */
	const hand = (label, cards) =>
		cards.length > 0 && html`<${Hand} of=${label} cards=${cards} layout=${layout} label=${label} />`;
	const progress = progressOf(book);
	return html`
		<section class="drill" tabindex="-1" aria-label=${phrase("practice.decision")}>
			${
				!text &&
				html`<div class="felt">
					${hand(phrase("common.the_dealers_cards"), now.dealer)}
					${hand(phrase("common.community_cards"), now.community)}
					<div class="own">${hand(phrase("common.your_cards"), now.cards)}</div>
				</div>`
			}
			<p class="asked-text">${now.says}${again ? phrase("practice.you_missed_this_one_before") : ""}</p>
			${
				taken
					? html`<div class=${`judged ${isRight(taken) ? "right" : ""}`}>
						<${CoachValues} actions=${now.actions} taken=${taken} />
						<button class="first" data-next onClick=${() => attempt(next)}>${markup("practice.next_enter")}</button>
					</div>`
					: html`<div class="bar decisions" role="group" aria-label=${phrase("common.your_decision")}>
						${now.actions.map(
							(it, at) =>
								html`<button key=${now.says + at} class="choice" onClick=${() => answer(it)}>
									<span class="what">${it.name}</span>
									<span class="cost">${costText({ ...it, costs: it.puts_up })}</span>
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
						${markup("practice.to_come_up_again", { progress: scoreText(progress), missed: progress.missed.length })}${" "}
						<button class="cite" onClick=${() => [storeProgress(book, {}), update({})]}>${phrase("practice.forget_it")}
						</button>
					`
					: phrase("practice.what_you_answer_is_kept")
			}
		</p>
		<${Note} of="note.drawn" />
	`;
}

/** @param {{ books: Rulebook[] }} props */
function RulebookList({ books }) {
	return html`
		<${Note} of="note.practice" as="" />
		<ul class="tables">
			${books.map(
				(it) =>
					html`<${Entry} it=${it}>
						<p class="facts">
							${progressOf(it.id).decisions ? scoreText(progressOf(it.id)) : phrase("practice.nothing_practised_yet")}
						</p>
						<p class="ways"><a class="first" href=${`/practice/${it.id}`}>${phrase("practice.practise")}</a></p>
					<//>`,
			)}
		</ul>
	`;
}

/** @param {{ all: State }} props */
export function Screen({ all }) {
	const { book, books, title, now, wait } = all.screens.practice || {};
	const waits = html`<p class="empty" role="status">
		${
			wait
				? phrase("practice.the_coach_is_ready_in", { wait })
				: book
					? phrase("practice.the_first_decisions_are_being")
					: phrase("practice.the_rulebooks_are_being_looked")
		}
	</p>`;
	return html`<main class="reading">
		<h1>${markup("practice.practice_2", { title })}</h1>
		${book && html`<p><a href="/practice">${phrase("practice.other_games")}</a></p>`}
		${
			now
				? html`<${Drill} text=${all.prefs.textMode} on=${all.screens.practice} />`
				: books
					? html`<${RulebookList} books=${books} />`
					: waits
		}
	</main>`;
}
