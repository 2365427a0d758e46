// The page begins here: which screen an address shows, and the frame around it.

import {
	html,
	render,
	useEffect,
	useRef,
	keyOf,
	known,
	go,
	page,
	panel,
	prefer,
	state,
	trouble,
	money,
} from "./kit.js";
import { dress } from "./prefs.js";
import { leaveTable } from "./table/session.js";
import * as account from "./screens/account.js";
import { Choices } from "./screens/choices.js";
import * as lobby from "./screens/lobby.js";
import * as table from "./screens/table.js";

// ---- addresses

const ROUTES = [
	[/^\/$/, "lobby", "Tables"],
	[/^\/tables\/([^/]+)$/, "table", "Table"],
	[/^\/account$/, "account", "Account"],
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
const AT_HAND = { lobby, table, account }; // the others come when they are asked for

const Nowhere = () =>
	html`<main class="narrow"><h1>There is nothing here</h1><p><a href="/">To the tables</a></p></main>`;
let Screen = lobby.Screen;

async function route() {
	const found = ROUTES.map(([pattern, ...rest]) => [pattern.exec(location.pathname), ...rest]).find(([match]) => match);
	if (!found) return show("nowhere", Nowhere, "Nothing here");
	const [[, ...parts], name, title] = found;
	if (!["table", "deal"].includes(name)) leaveTable();
	try {
		if (state().me === null) await known();
		const module = AT_HAND[name] || (await import(`./screens/${name}.js`));
		show(name, module.Screen, title);
		await module.open(parts.map((it) => it && decodeURIComponent(it)));
	} catch (problem) {
		if (problem.status >= 400 && problem.status < 500) show("nowhere", Nowhere, "Nothing here");
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

const PANELS = {
	choices: ({ all }) => html`<${Choices} prefs=${all.prefs} />`,
	keys: table.KeysHelp,
	chips: table.BuyChips,
	seat: table.SeatPanel,
};

function Panel({ all }) {
	const box = useRef(null);
	useEffect(() => {
		if (all.panel && !box.current.open) box.current.showModal();
		else if (!all.panel && box.current.open) box.current.close();
	}, [all.panel]);
	const Inside = PANELS[all.panel];
	const done = () => page.set({ panel: null });
	return html`
		<dialog
			ref=${box}
			onClose=${done}
			onClick=${(event) => event.target === box.current && done()}
			aria-label="Choices"
		>
			<div class="inside">
				${Inside && html`<${Inside} all=${all} done=${done} />`}
				${all.panel && all.trouble && html`<p class="pending" role="alert">${all.trouble}</p>`}
				<button class="close" aria-label="Close" onClick=${done}>×</button>
			</div>
		</dialog>
	`;
}

// What there is for whom; without roles, for everybody.
const LINKS = [
	["/", "Tables"],
	["/rules", "Rules"],
	["/history", "Rounds", ["guest", "player"]],
	["/practice", "Practice", ["nobody", "guest", "player"]],
	["/manage", "Manage", ["manager"]],
	["/deal", "Deal", ["dealer", "floor", "manager"]],
	["/training", "Training", ["guest", "player", "dealer", "floor", "manager"]],
	["/floor", "Floor", ["floor", "manager", "auditor"]],
	["/surveillance", "Surveillance", ["auditor", "manager"]],
];

// Without another address, which would open the screen anew.
function toMain(event) {
	event.preventDefault();
	document.getElementById("main").focus();
}

const isHere = (path) => (path === "/" ? location.pathname === path : location.pathname.startsWith(path));

function Frame({ all }) {
	const { me, wallet, trouble: wrong } = all;
	return html`
		<a class="skip" href="#main" onClick=${toMain}>To the table</a>
		<header class="head">
			<a class="mark" href="/" aria-label="Croupier">
				<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#suit-s" /></svg>
				<b>Croupier</b>
			</a>
			<nav aria-label="The house">
				${LINKS.filter(([, , roles]) => !roles || roles.includes(me ? me.role : "nobody")).map(
					([path, text]) =>
						html`<a key=${path} href=${path} aria-current=${isHere(path) ? "page" : undefined}>${text}</a>`,
				)}
			</nav>
			<div class="account">
				${wallet !== null && html`<span class="wallet" title="In your wallet">${money(wallet)}</span>`}
				<a href="/account">${me ? me.name : "Sign in"}</a>
				<button class="quiet" aria-label="How it looks" onClick=${() => panel("choices")}>
					<svg viewBox="0 0 24 24" aria-hidden="true"><use href="#settings" /></svg>
				</button>
			</div>
		</header>
		${
			wrong &&
			html`<div key="trouble" class="trouble" role="alert">
				<p>${wrong}</p>
				<button aria-label="Dismiss" onClick=${() => page.set({ trouble: "" })}>×</button>
			</div>`
		}
		<div key="main" id="main" tabindex="-1"><${Screen} all=${all} /></div>
		<${Panel} all=${all} />
	`;
}

// ---- beginning

const root = document.getElementById("page");
const draw = () => render(html`<${Frame} all=${state()} />`, root);

// Links within the house change the screen and not the page.
document.addEventListener("click", (event) => {
	const link = event.target.closest("a[href^='/']");
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
	go(link.pathname + link.search);
});
// Two keys act on every screen.
addEventListener("keydown", (event) => {
	const key = keyOf(event);
	if (key === "x") prefer("textMode", !state().prefs.textMode);
	else if (key === "?") panel("keys");
});
addEventListener("popstate", route);
dress(state().prefs);
root.replaceChildren();
page.hear(draw);
draw();
route();
