// Motion: it moves what is drawn already, and delays nothing.

/** @import { TableEvent } from "../types.js" */

const EASE = "cubic-bezier(.2,.7,.3,1)";
/** @param {string} selector */
const find = (selector) => document.querySelector(selector);

/** @param {Element} element */
function centre(element) {
	const { left, top, width, height } = element.getBoundingClientRect();
	return { x: left + width / 2, y: top + height / 2 };
}

/**
 * An element comes from where another one stands.
 * @param {Element | null | undefined} element
 * @param {Element | null} source
 * @param {number} time
 */
function moveIn(element, source, time) {
	if (!element || !source) return;
	const [to, from] = [centre(element), centre(source)];
	element.animate(
		[
			{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px) rotate(-8deg)`, opacity: 0.4 },
			{ transform: "none", opacity: 1 },
		],
		{ duration: time, easing: EASE },
	);
}

/**
 * @param {Element} element
 * @param {number} time
 */
function flip(element, time) {
	element?.animate([{ transform: "rotateY(90deg)" }, { transform: "none" }], { duration: time, easing: EASE });
}

/**
 * A copy of an element goes from one place to another, and is removed.
 * @param {Element | null} element
 * @param {Element | null} from
 * @param {Element | null} to
 * @param {number} time
 */
function moveCopy(element, from, to, time) {
	if (!element || !from || !to) return;
	const [start, end] = [centre(from), centre(to)];
	const box = element.getBoundingClientRect();
	const ghost = /** @type {HTMLElement} */ (element.cloneNode(true));
	ghost.classList.add("ghost");
	ghost.setAttribute("aria-hidden", "true");
	Object.assign(ghost.style, {
		left: `${start.x - box.width / 2}px`,
		top: `${start.y - box.height / 2}px`,
		width: `${box.width}px`,
	});
	document.body.append(ghost);
	const moving = ghost.animate(
		[{ transform: "none" }, { transform: `translate(${end.x - start.x}px, ${end.y - start.y}px)` }],
		{ duration: time, easing: EASE },
	);
	moving.finished.then(
		() => ghost.remove(),
		() => ghost.remove(),
	);
}

/** @param {string | number} of */
const hand = (of) => find(`[data-hand="${of}"]`);
/**
 * @param {number} seat
 * @param {string} wager
 */
const chips = (seat, wager) => find(`[data-spot="${seat}:${wager}"] :is(.place .pile, .stack)`);
/** @param {string | number} of */
const lastCard = (of) => [...(hand(of)?.querySelectorAll(".card") ?? [])].at(-1);

/** @type {Record<string, (data: Record<string, any>, time: number) => void>} */
const MOTIONS = {
	dealt: ({ to }, time) => moveIn(lastCard(to), find("[data-shoe]"), time),
	community: (_, time) => moveIn(lastCard("community"), find("[data-shoe]"), time),
	turned: ({ of }, time) => {
		for (const it of hand(of)?.querySelectorAll(".card") ?? []) flip(it, time);
	},
	decided: ({ seat, wager }, time) => wager && moveIn(chips(seat, wager), find(`[data-bank="${seat}"]`), time),
	settled: ({ seat, line: [wager, , result] }, time) => {
		const [stack, tray, bank] = [chips(seat, wager), find("[data-tray]"), find(`[data-bank="${seat}"]`)];
		const paid = find(`[data-spot="${seat}:${wager}"] .paid .pile`);
		if (result === "lose") moveCopy(stack, stack, tray, time);
		else if (result === "win") moveIn(paid, tray, time);
		else if (result === "withdrawn" || result === "returned") moveCopy(stack, stack, bank, time);
	},
};

/**
 * @param {TableEvent} event
 * @param {number} time
 */
export function animate(event, time) {
	MOTIONS[event.kind]?.(event.data, time);
}

/**
 * Wait for a time, or until the player is in a hurry.
 * @param {number} time
 * @param {() => boolean} hurried
 * @returns {Promise<void>}
 */
export function waitFor(time, hurried) {
	return new Promise((resolve) => {
		const end = performance.now() + time;
		const look = () =>
			hurried() || performance.now() >= end ? resolve() : setTimeout(look, Math.min(30, end - performance.now()));
		look();
	});
}
