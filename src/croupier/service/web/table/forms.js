// Commands as forms, made of what the house says each takes: a console adds nothing to that of its own.

import { html, trying, capital } from "../kit.js";

const isPersons = (about) => String(about["x-origin"] || "person").includes("person");
const fields = (schema) => Object.entries(schema.properties.args?.properties || {}).filter(([, about]) => isPersons(about));
const needed = (schema, name) => (schema.properties.args?.required || []).includes(name);
export const atSeat = (schema) => "seat" in schema.properties && schema.required.includes("seat");

function read(about, text) {
	const kinds = about.anyOf || [about];
	if (kinds.some((it) => it.type === "integer") && /^-?\d+$/.test(text)) return Number(text);
	return text;
}

// What was filled in, as the command's arguments; what was left empty is left out.
export function given(schema, form) {
	const args = {};
	for (const [name, about] of fields(schema)) {
		const text = form.elements[name]?.value.trim();
		if (text) args[name] = read(about, text);
	}
	const seat = Number(form.elements.seat?.value || 0);
	return { do: schema.title, ...(seat ? { seat } : {}), args };
}

function Field({ name, about, must }) {
	const label = html`${capital(name)}${must ? "" : " (if it is to be said)"} <small>${about.description}</small>`;
	if (about.enum) return html`<label>${label}<select name=${name} required=${must}>${!must && html`<option></option>`}${about.enum.map((it) => html`<option value=${it}>${it}</option>`)}</select></label>`;
	return html`<label>${label}<input name=${name} required=${must} maxlength=${about.maxLength} autocomplete="off" /></label>`;
}

export function CommandForm({ schema, seats, act, busy, text, brief }) {
	const asked = fields(schema).filter(([name]) => !brief || needed(schema, name));
	const submit = (event) => {
		event.preventDefault();
		act(given(schema, event.target));
		event.target.reset();
	};
	return html`<form class="command" onSubmit=${submit} data-do=${schema.title}>
		${atSeat(schema) && html`<label>Seat<select name="seat" required>${seats.map((it) => html`<option value=${it.seat}>${it.seat} ${it.name}</option>`)}</select></label>`}
		${asked.map(([name, about]) => html`<${Field} key=${name} name=${name} about=${about} must=${needed(schema, name)} />`)}
		<button class=${brief ? "first" : "second"} disabled=${Boolean(busy)}><span class="what">${text || capital(schema.title)}</span>${brief && html`<kbd>Enter</kbd>`}</button></form>`;
}

// A small form of a console's own: its fields with their labels, and what is done with what was filled in.
export function Ask({ fields, text, act, kind = "second", keep }) {
	const submit = (event) => {
		event.preventDefault();
		const form = event.target;
		trying(async () => {
			await act(Object.fromEntries(new FormData(form)));
			if (!keep) form.reset();
		});
	};
	return html`<form class="command" onSubmit=${submit}>${fields.map(([name, label, { options, ...more } = {}]) => html`<label key=${name}>${label} ${options ? html`<select name=${name} required=${!keep} ...${more}>${options.map(([value, says]) => html`<option value=${value}>${says}</option>`)}</select>` : html`<input name=${name} required=${!keep} maxlength="200" autocomplete="off" ...${more} />`}</label>`)}<button class=${kind}>${text}</button></form>`;
}
