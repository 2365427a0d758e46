// Forms: small ones, and forms for commands, made from the house's description of each command.

import { attempt, capitalize, html, phrase } from "../../index.js";

/** @import { Command, CommandSchema, FieldSpec, Filled, Hole, ReportForm, Seat } from "../../types.js" */

/**
 * Fields with their labels, and what is done with what was filled in.
 * @param {{
 *   fields?: FieldSpec[],
 *   text: string,
 *   act: (given: any) => unknown,
 *   kind?: string,
 *   keep?: boolean,
 *   does?: string,
 *   busy?: boolean,
 *   children?: Hole,
 * }} props
 */
export function SmallForm({ fields = [], text, act, kind = "second", keep, does, busy, children }) {
	/** @param {{ target: HTMLFormElement, preventDefault(): void }} event */
	const submit = (event) => {
		event.preventDefault();
		const form = event.target;
		const filled = () => JSON.stringify([...new FormData(form)]);
		const given = filled();
		attempt(async () => {
			const done = await act(Object.fromEntries(JSON.parse(given)));
			if (done !== false && !keep && filled() === given) form.reset(); // what was typed meanwhile stays
		});
	};
	return html`<form class="command" onSubmit=${submit} data-do=${does}>
		${fields.map(
			([name, label, { options, ...more } = {}]) =>
				html`<label key=${name}>
					${label}${" "}
					${
						options
							? html`<select name=${name} required=${!keep} ...${more}>
								${options.map(([value, says]) => html`<option key=${value} value=${value}>${says}</option>`)}
							</select>`
							: html`<input name=${name} required=${!keep} maxlength="200" autocomplete="off" ...${more} />`
					}
				</label>`,
		)}
		<button class=${kind} disabled=${busy}><span class="what">${text}</span>${children}</button>
	</form>`;
}

/** @param {{ anyOf?: { type: string }[], type?: string }} about */
const isWhole = (about) => (about.anyOf || [about]).some((it) => it.type === "integer");

/**
 * A form for a command. If `brief`, it asks only for what the command must have, and for `also`; a `report` of real
 * cards asks for what it needs and may have. Empty fields are left out. With the deck's faces a card is picked.
 * @param {{
 *   schema: CommandSchema,
 *   seats: Seat[],
 *   act: (command: Command) => unknown,
 *   busy: string,
 *   brief?: boolean,
 *   also?: string[],
 *   faces?: Record<string, string>,
 *   report?: ReportForm,
 * }} props
 */
export function CommandForm({ schema, seats, act, busy, brief, also = [], faces, report }) {
	const { title, properties, required } = schema;
	const { properties: args = {} } = properties.args || {};
	/** @type {string[]} */
	const musts = report?.needs ?? properties.args?.required ?? [];
	/** @param {string} place of a pick list: a seat's number is offered if somebody sits there, or may have played */
	const isHere = (place) =>
		title === "correct scan" || !/^\d+$/.test(place) || seats.some((it) => String(it.seat) === place);
	const asked = Object.entries(args).filter(
		([name, about]) =>
			String(about["x-origin"] || "person").includes("person") &&
			(!report || musts.includes(name) || report.may.includes(name)) &&
			(!brief || also.includes(name) || musts.includes(name)),
	);
	const fields = asked.map(([name, about]) => {
		const must = musts.includes(name);
		const places = name === "of" && report?.places.length ? report.places : about.enum;
		const values = name === "card" && faces ? Object.keys(faces) : places?.filter(isHere);
		const options =
			values && ["", ...values].slice(must && name !== "card" ? 1 : 0).map((it) => [it, faces?.[it] || it]);
		const may = must ? "" : phrase("forms.if_it_is_to_be");
		const label = html`${capitalize(name)}${may} <small>${about.description}</small>`;
		return /** @type {FieldSpec} */ ([name, label, { required: must, maxlength: about.maxLength, options }]);
	});
	if (required.includes("seat"))
		fields.unshift(["seat", phrase("forms.seat"), { options: seats.map((it) => [it.seat, `${it.seat} ${it.name}`]) }]);
	/** @param {Filled} filled */
	const give = ({ seat, ...given }) => {
		const said = Object.entries(given)
			.filter(([, text]) => text.trim())
			.map(([name, text]) => [name, isWhole(args[name]) && /^-?\d+$/.test(text) ? Number(text) : text.trim()]);
		const all = report ? { what: report.what, ...Object.fromEntries(said) } : Object.fromEntries(said);
		return act({ do: title, ...(seat ? { seat: Number(seat) } : {}), args: all });
	};
	return html`
		<${SmallForm}
			does=${report ? `${title} ${report.what}` : title}
			fields=${fields}
			act=${give}
			text=${capitalize(title)}
			kind=${brief ? "first" : "second"}
			busy=${Boolean(busy)}
		>
			${brief && html`<kbd>${phrase("key.enter")}</kbd>`}
		<//>
	`;
}
