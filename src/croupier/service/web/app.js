// The page begins here: it finds the screen of an address, and draws the frame around it.

import { loadDialogs, loadDrawings, loadScreen } from "./assets.js";
import {
	attempt,
	html,
	loadMe,
	may,
	money,
	navigate,
	openDialog,
	pageStore,
	phrase,
	pressedKey,
	render,
	reportProblem,
	setPreference,
	setTitle,
	state,
	useEffect,
	useRef,
} from "./index.js";
import { applyPreferences } from "./preferences.js";
import * as lobby from "./screens/lobby.js";
import * as table from "./screens/table.js";
import screens from "./screens.json" with { type: "json" };
import { leaveTable, ownMoney } from "./table/session.js";

/** @import { ScreenModule, State, VNode } from "./types.js" */

// ---- addresses

/**
 * The pattern of an address: `{name}` stands for one part of it, `{name:path}` for all that follows.
 * @param {string} address
 */
const patternOf = (address) =>
	new RegExp(`^${address.replace(/\{\w+:path\}/g, "(.+)").replace(/\{\w+\}/g, "([^/]+)")}$`);

const ROUTES = screens.flatMap(({ name, addresses }) =>
	addresses.map((address) => ({ name, pattern: patternOf(address) })),
);
const LINKS = screens.filter((it) => it.link);
/** @type {Record<string, ScreenModule>} */
const LOADED = { lobby, table }; // the other screens are imported when they are opened

const Nowhere = () =>
	html`<main class="narrow"><h1>
		${phrase("app.there_is_nothing_here")}
	</h1><p><a href="/">${phrase("app.to_the_tables")}</a></p></main>`;
/** @type {ScreenModule["Screen"]} */
let Screen = lobby.Screen;

async function route() {
	const found = ROUTES.find(({ pattern }) => pattern.test(location.pathname));
	if (!found) return show("nowhere", Nowhere, phrase("app.nothing_here"));
	const { name, pattern } = found;
	const [, ...parts] = pattern.exec(location.pathname) ?? [];
	if (!["table", "deal"].includes(name)) leaveTable();
	try {
		if (state().me === undefined) await loadMe();
		if (state().me?.must_change && name !== "account") return navigate("/account");
		const [module] = await Promise.all([LOADED[name] || loadScreen(name), name === "lobby" || loadDrawings()]);
		show(name, module.Screen, phrase(`screen.${/** @type {"lobby"} */ (name)}`));
		await module.open(parts.map(decodeURIComponent));
	} catch (problem) {
		if (problem.status >= 400 && problem.status < 500) show("nowhere", Nowhere, phrase("app.nothing_here"));
		reportProblem(problem);
	}
}

/**
 * @param {string} screen
 * @param {ScreenModule["Screen"]} drawn
 * @param {string} title
 */
function show(screen, drawn, title) {
	Screen = drawn;
	setTitle(title);
	pageStore.set({ route: { screen }, panel: null, trouble: "" });
	scrollTo(0, 0);
}

// ---- the frame

/** @typedef {Record<string, (props: { all: State, done: () => void }) => VNode>} Dialogs */
/** @type {Dialogs} */
let dialogs = { keys: table.KeysHelp, chips: table.BuyChips, seat: table.SeatPanel };
async function loadOthers() {
	const others = await attempt(loadDialogs);
	if (others) dialogs = { ...dialogs, .../** @type {any} */ (others) };
	else pageStore.set({ panel: null });
	draw();
}

/**
 * The dialog over the screen.
 * @param {{ all: State }} props
 */
function Panel({ all }) {
	const box = useRef(/** @type {HTMLDialogElement | null} */ (null));
	const Inside = all.panel && dialogs[all.panel];
	useEffect(() => {
		if (all.panel && !Inside) loadOthers();
		else if (all.panel && !box.current.open) box.current.showModal();
		else if (!all.panel && box.current.open) box.current.close();
	}, [all.panel, Inside]);
	const done = () => pageStore.set({ panel: null });
	return html`
		<dialog
			ref=${box}
			onClose=${done}
			onClick=${(event) => event.target === box.current && done()}
			aria-label=${phrase("app.choices")}
		>
			<div class="inside">
				${Inside && html`<${Inside} all=${all} done=${done} />`}
				${all.panel && all.trouble && html`<p class="pending" role="alert">${all.trouble}</p>`}
				<button class="close" aria-label=${phrase("app.close")} onClick=${done}>×</button>
			</div>
		</dialog>
	`;
}

/**
 * Go to the main part without changing the address, for that would open the screen again.
 * @param {Event} event
 */
function toMain(event) {
	event.preventDefault();
	document.getElementById("main")?.focus();
}

/**
 * @param {{ action?: string, visitors?: boolean }} screen
 * @param {State["me"]} me
 */
const isOffered = ({ action, visitors }, me) => !action || (me ? may(me, action) : Boolean(visitors));
/** @param {string} path */
const isHere = (path) => (path === "/" ? location.pathname === path : location.pathname.startsWith(path));

/**
 * The person's money: at a table the wallet, beside the chips that lie there; elsewhere both together.
 * @param {{ all: State }} props
 */
function Money({ all: { wallet, table: open, lobby: tables } }) {
	if (wallet === null) return null;
	const there = open ? 0 : (tables?.own ?? []).reduce((sum, it) => sum + ownMoney(it), 0);
	const title = there
		? phrase("app.in_your_wallet_at_the", { wallet: money(wallet), there: money(there) })
		: phrase("app.in_your_wallet");
	return html`<span class="wallet" title=${title}>${money(wallet + there)}</span>`;
}

/** @param {{ all: State }} props */
function Frame({ all }) {
	const { me, trouble: wrong } = all;
	useEffect(() => {
		document.querySelector("nav [aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
	}, [location.pathname]);
	return html`
		<a class="skip" href="#main" onClick=${toMain}>${phrase("app.to_the_table")}</a>
		<header class="head">
			<a class="mark" href="/" aria-label="Croupier">
				<svg viewBox="0 0 20 20" aria-hidden="true"><use href="#suit-s" /></svg>
				<b>Croupier</b>
			</a>
			<nav aria-label=${phrase("app.the_house")}>
				${LINKS.filter((it) => isOffered(it, me)).map(
					({ name, addresses: [path] }) =>
						html`<a key=${path} href=${path} aria-current=${isHere(path) ? "page" : undefined}>
							${phrase(`link.${/** @type {"lobby"} */ (name)}`)}
						</a>`,
				)}
			</nav>
			<div class="account">
				<${Money} all=${all} />
				<a href="/account">${me ? me.name : phrase("common.sign_in")}</a>
				<button class="quiet" aria-label=${phrase("app.how_it_looks")} onClick=${() => openDialog("choices")}>
					<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#settings" /></svg>
				</button>
			</div>
		</header>
		${
			wrong &&
			html`<div key="trouble" class="trouble" role="alert">
				<p>${wrong}</p>
				<button aria-label=${phrase("app.dismiss")} onClick=${() => pageStore.set({ trouble: "" })}>×</button>
			</div>`
		}
		<div key="main" id="main" tabindex="-1"><${Screen} all=${all} /></div>
		<${Panel} all=${all} />
	`;
}

// ---- beginning

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const draw = () => render(html`<${Frame} all=${state()} />`, root);

// Links within the house change the screen and not the page.
document.addEventListener("click", (event) => {
	const target = /** @type {Element} */ (event.target);
	const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[href^='/']"));
	if (
		!link ||
		event.defaultPrevented ||
		event.ctrlKey ||
		event.metaKey ||
		event.shiftKey ||
		event.button ||
		link.target ||
		link.hasAttribute("download")
	)
		return;
	if (/^\/(api|web)/.test(link.pathname)) return;
	event.preventDefault();
	navigate(link.pathname + link.search);
});
// Two keys act on every screen.
addEventListener("keydown", (event) => {
	const key = pressedKey(event);
	if (key === "x") setPreference("textMode", !state().prefs.textMode);
	else if (key === "?") openDialog("keys");
});
addEventListener("popstate", route);
applyPreferences(state().prefs);
root.replaceChildren();
pageStore.subscribe(draw);
draw();
route();
