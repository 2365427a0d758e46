// How the page looks and moves, as a person wants it. The form stands in the page's HTML.

import { FromTemplate, html, openDialog, setPreference, useEffect, useRef } from "../index.js";

/**
 * @param {{ type: string }} field
 * @returns {"checked" | "value"}
 */
const valueProperty = (field) => (field.type === "checkbox" ? "checked" : "value");

/** @param {{ prefs: Record<string, any> }} props */
export function Settings({ prefs }) {
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
			<${FromTemplate} id="choices" as="" />
		</div>
	`;
}
