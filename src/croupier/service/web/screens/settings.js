// How the page looks and moves, as a person wants it; the form stands in the page's HTML.

import { FromTemplate, html, openDialog, setPreference, useEffect, useRef } from "../index.js";

const valueProperty = (field) => (field.type === "checkbox" ? "checked" : "value");

export function Settings({ prefs }) {
	const box = useRef(null);
	useEffect(() => {
		for (const it of box.current.querySelectorAll("[name]")) it[valueProperty(it)] = prefs[it.name];
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
