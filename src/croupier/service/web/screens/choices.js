// How the page looks and moves, as a person wants it.

import { html, page, prefer } from "../kit.js";

const select = (name, label, options, value) => html`<label>${label} <select onChange=${(event) => prefer(name, event.target.value)}>${Object.entries(options).map(([key, text]) => html`<option value=${key} selected=${key === value}>${text}</option>`)}</select></label>`;
const toggle = (name, label, value) => html`<label class="check"><input type="checkbox" checked=${value} onChange=${(event) => prefer(name, event.target.checked)} /> ${label}</label>`;

export function Choices({ prefs }) {
	return html`<h2>How it looks</h2><form class="choices" onSubmit=${(event) => event.preventDefault()}>
		${select("theme", "Colours", { system: "as the system", light: "light", dark: "dark" }, prefs.theme)}
		${select("pace", "Pace of the deal", { slow: "slow", normal: "normal", fast: "fast", none: "at once" }, prefs.pace)}
		${toggle("fourColour", "Four-colour deck", prefs.fourColour)}
		${toggle("textMode", "Text mode: every screen as text", prefs.textMode)}
		${toggle("keys", "Single keys act at the table", prefs.keys)}
		<p><button class="second" type="button" onClick=${() => page.set({ panel: "keys" })}>Which keys there are</button></p></form>`;
}
