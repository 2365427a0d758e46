// How the page looks and moves, as a person wants it; the form stands in the page's HTML.

import { html, Note, panel, prefer, useEffect, useRef } from "../kit.js";

const held = (field) => (field.type === "checkbox" ? "checked" : "value");

export function Choices({ prefs }) {
	const box = useRef(null);
	useEffect(() => box.current.querySelectorAll("[name]").forEach((it) => (it[held(it)] = prefs[it.name])));
	return html`
		<div
			ref=${box}
			onChange=${({ target }) => prefer(target.name, target[held(target)])}
			onClick=${({ target }) => target.type === "button" && panel("keys")}
		>
			<${Note} id="choices" as="" />
		</div>
	`;
}
