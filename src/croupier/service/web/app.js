// The page begins here: which screen an address shows, and the frame around it.

import { html, render, useEffect, useRef, known, go, page, state, trouble, money } from "./kit.js";
import { dress } from "./prefs.js";
import { join, leaveTable, sitAnywhere } from "./table/session.js";
import { Account, openAccount } from "./screens/account.js";
import { Choices } from "./screens/choices.js";
import { Lobby, openLobby } from "./screens/lobby.js";
import { BuyChips, KeysHelp, SeatPanel, Table } from "./screens/table.js";

// ---- addresses

const ROUTES = [
	[/^\/$/, "lobby", openLobby, Lobby, "Tables"],
	[/^\/tables\/([^/]+)$/, "table", openTable, Table, "Table"],
	[/^\/account$/, "account", openAccount, Account, "Account"],
];
const LAZY = [
	[/^\/rules(?:\/([^/]+)(?:\/(.+))?)?$/, "rules", "Rules"],
	[/^\/history$/, "history", "Your rounds"],
	[/^\/rounds\/([^/]+)\/(\d+)$/, "replay", "Round"],
	[/^\/deal(?:\/([^/]+))?$/, "deal", "Deal"],
	[/^\/floor$/, "floor", "Floor"],
	[/^\/training$/, "training", "Learn to deal"],
	[/^\/surveillance$/, "surveillance", "Surveillance"],
	[/^\/practice(?:\/([^/]+))?$/, "practice", "Practice"],
	[/^\/manage(?:\/([^/]+))?$/, "manage", "Manage"],
	[/^\/shared\/([^/]+)$/, "replay", "Round"],
];

async function openTable([name]) {
	const wants = new URLSearchParams(location.search).has("sit");
	if (wants) history.replaceState(null, "", location.pathname);
	await join(name);
	if (wants) await whenSet(sitAnywhere);
}

// Once the table is there, do it.
function whenSet(act) {
	return new Promise((resolve) => {
		const look = () => {
			if (state().table?.message) resolve(act());
			else if (state().table) setTimeout(look, 20);
		};
		look();
	});
}

let Screen = Lobby;

async function route() {
	const path = location.pathname;
	const found = ROUTES.map(([pattern, ...rest]) => [pattern.exec(path), ...rest]).find(([match]) => match);
	const lazy = found ? null : LAZY.map(([pattern, ...rest]) => [pattern.exec(path), ...rest]).find(([match]) => match);
	if (!found && !lazy) {
		show("nowhere", () => html`<main class="narrow"><h1>There is nothing here</h1><p><a href="/">To the tables</a></p></main>`, "Nothing here");
		return;
	}
	if (!["table", "deal"].includes((found || lazy)[1])) leaveTable();
	try {
		if (state().me === null) await known();
		if (lazy) {
			const [match, name, title] = lazy;
			const module = await import(`./screens/${name}.js`);
			show(name, module.Screen, title);
			await module.open(match.slice(1).map((it) => it && decodeURIComponent(it)));
		} else {
			const [match, name, open, drawn, title] = found;
			show(name, drawn, title);
			await open(match.slice(1).map(decodeURIComponent));
		}
	} catch (problem) {
		if (problem.body === undefined) throw problem;
		trouble(problem);
	}
}

function show(screen, drawn, title) {
	Screen = drawn;
	document.title = `${title} – Croupier`;
	page.set({ route: { screen }, panel: null, trouble: "" });
	scrollTo(0, 0);
}

// ---- the frame

const PANELS = { choices: ({ all }) => html`<${Choices} prefs=${all.prefs} />`, keys: KeysHelp, chips: BuyChips, seat: SeatPanel };

function Panel({ all }) {
	const box = useRef(null);
	useEffect(() => {
		if (all.panel && !box.current.open) box.current.showModal();
		else if (!all.panel && box.current.open) box.current.close();
	}, [all.panel]);
	const Inside = PANELS[all.panel];
	const done = () => page.set({ panel: null });
	return html`<dialog ref=${box} onClose=${done} onClick=${(event) => event.target === box.current && done()} aria-label="Choices">
		<div class="inside">${Inside && html`<${Inside} all=${all} done=${done} />`}<button class="close" aria-label="Close" onClick=${done}>×</button></div></dialog>`;
}

// What else there is for whom.
const LINKS = [
	["/history", "Rounds", ["guest", "player"]],
	["/practice", "Practice", ["nobody", "guest", "player"]],
	["/manage", "Manage", ["manager"]],
	["/deal", "Deal", ["dealer", "floor", "manager"]],
	["/training", "Training", ["guest", "player", "dealer", "floor", "manager"]],
	["/floor", "Floor", ["floor", "manager", "auditor"]],
	["/surveillance", "Surveillance", ["auditor", "manager"]],
];

function Frame({ all }) {
	const { me, wallet, trouble: wrong } = all;
	return html`<a class="skip" href="#main">To the table</a>
		<header class="head"><a class="mark" href="/" aria-label="Croupier"><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#suit-s" /></svg><b>Croupier</b></a>
			<nav aria-label="The house"><a href="/" aria-current=${all.route.screen === "lobby" ? "page" : undefined}>Tables</a><a href="/rules" aria-current=${all.route.screen === "rules" ? "page" : undefined}>Rules</a>${LINKS.filter(([, , roles]) => roles.includes(me ? me.role : "nobody")).map(([path, text]) => html`<a key=${path} href=${path} aria-current=${location.pathname.startsWith(path) ? "page" : undefined}>${text}</a>`)}</nav>
			<div class="account">${wallet !== null && html`<span class="wallet" title="In your wallet">${money(wallet)}</span>`}<a href="/account">${me ? me.name : "Sign in"}</a><button class="quiet" aria-label="How it looks" onClick=${() => page.set({ panel: "choices" })}><svg viewBox="0 0 24 24" aria-hidden="true"><use href="#settings" /></svg></button></div></header>
		${wrong && html`<div key="trouble" class="trouble" role="alert"><p>${wrong}</p><button aria-label="Dismiss" onClick=${() => page.set({ trouble: "" })}>×</button></div>`}
		<div key="main" id="main" tabindex="-1"><${Screen} all=${all} /></div>
		<${Panel} all=${all} />`;
}

// ---- beginning

const root = document.getElementById("page");
const draw = () => render(html`<${Frame} all=${state()} />`, root);

// Links within the house change the screen and not the page.
document.addEventListener("click", (event) => {
	const link = event.target.closest("a[href^='/']");
	if (!link || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.button || link.target || link.hasAttribute("download")) return;
	if (link.pathname.startsWith("/api") || link.pathname.startsWith("/web")) return;
	event.preventDefault();
	go(link.pathname + link.search);
});
addEventListener("popstate", route);
dress(state().prefs);
root.replaceChildren();
page.hear(draw);
draw();
route();
