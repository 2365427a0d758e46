// The settings of the page: how it looks and moves.

import { html, openDialog, phrase, setPreference, useEffect, useRef } from "../index.js";

/** @type {Record<string, [string, [string, string][]]>} */
const SETTINGS = {
	theme: [
		phrase("settings.colours"),
		[
			["system", phrase("settings.as_the_system")],
			["light", phrase("settings.light")],
			["dark", phrase("settings.dark")],
		],
	],
	pace: [
		phrase("settings.pace_of_the_deal"),
		[
			["slow", phrase("settings.slow")],
			["normal", phrase("settings.normal")],
			["fast", phrase("settings.fast")],
			["none", phrase("settings.at_once")],
		],
	],
	keys: [
		phrase("table.keys"),
		[
			["single", phrase("settings.keys_act")],
			["alt", phrase("settings.keys_act_with_alt")],
			["off", phrase("settings.no_key_acts")],
		],
	],
};

/**
 * @param {{ type: string }} field
 * @returns {"checked" | "value"}
 */
const valueProperty = (field) => (field.type === "checkbox" ? "checked" : "value");

/** @param {{ all: { prefs: Record<string, any> } }} props */
export function Settings({ all: { prefs } }) {
	const box = useRef(/** @type {HTMLElement | null} */ (null));
	useEffect(() => {
		/** @type {NodeListOf<any>} */
		const fields = box.current.querySelectorAll("[name]");
		for (const it of fields) it[valueProperty(it)] = prefs[it.name];
	});
	return html`
		<div
			ref=${box}
			onChange=${({ target }) => setPreference(target.name, target[valueProperty(target)])}
			onClick=${({ target }) => target.type === "button" && openDialog("keys")}
		>
			<h2>${phrase("app.how_it_looks")}</h2>
			<form class="choices">
				${Object.entries(SETTINGS).map(
					([name, [title, options]]) => html`<label key=${name}>
						${title}${" "}
						<select name=${name}>
							${options.map(([value, text]) => html`<option value=${value}>${text}</option>`)}
						</select>
					</label>`,
				)}
				<label class="check"><input type="checkbox" name="fourColour" /> ${phrase("settings.four_colour_deck")}</label>
				<label class="check"><input type="checkbox" name="textMode" /> ${phrase("settings.text_mode")}</label>
				<p><button class="second" type="button">${phrase("settings.which_keys_there_are")}</button></p>
			</form>
		</div>
	`;
}
