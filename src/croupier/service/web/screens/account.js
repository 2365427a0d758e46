// The person's own account: the name, the password, and where the person is signed in.

import * as auth from "../auth.js";
import {
	announce,
	attempt,
	formatDate,
	formatTime,
	get,
	html,
	markup,
	may,
	money,
	Note,
	pageStore,
	phrase,
	remove,
	updateScreen,
} from "../index.js";
import { SmallForm } from "../table/controls/forms.js";

/** @import { GetAnswer } from "../messages.js" */
/** @import { FieldSpec, Filled, State } from "../types.js" */

export async function open() {
	const me = await auth.loadMe();
	if (me && !me.must_change) updateScreen("account", await get("/me/passes"));
}

/**
 * @param {{
 *   act: (given: Filled) => Promise<unknown>,
 *   done: string,
 *   text: string,
 *   kind?: string,
 *   from?: string,
 *   fields?: FieldSpec[],
 * }} props
 */
const Form = ({ act, done, ...more }) =>
	html`<${SmallForm} ...${more} act=${async (/** @type {Filled} */ given) => {
		await act(given);
		announce(done);
		updateScreen("account", { done });
		await open();
	}} />`;

/** @param {{ passes: GetAnswer<"/me/passes">["passes"], end: (id: string) => Promise<unknown> }} props */
export function Passes({ passes, end }) {
	return html`<ul class="rows">
		${passes.map(
			(it) =>
				html`<li>
					<span>
						${it.label || it.kind}
						<br />
						<small>${phrase("account.since_until", { since: formatTime(it.since), expires: formatDate(it.expires) })}</small>
					</span>
					${
						it.this
							? html`<em>${phrase("account.here")}</em>`
							: html`<button class="second" onClick=${() => attempt(() => end(it.id))}>${phrase("account.end")}</button>`
					}
				</li>`,
		)}
	</ul>`;
}

const NEW_PASSWORD = { type: "password", minlength: 12, autocomplete: "new-password" };
/** @returns {FieldSpec} */
const loginField = () => ["login", phrase("account.login"), { autocomplete: "username" }];
/**
 * @param {string} title
 * @returns {FieldSpec}
 */
const currentPasswordField = (title) => ["password", title, { type: "password", autocomplete: "current-password" }];
/** @returns {FieldSpec[]} */
const passwordFields = () => [
	currentPasswordField(phrase("account.current")),
	["fresh", phrase("account.new_of_12_characters_or"), NEW_PASSWORD],
];

/**
 * The one thing that a person with a one-time password can do, besides signing out.
 * @param {{ login: string }} props
 */
function OwnPassword({ login }) {
	/** @type {FieldSpec[]} */
	const fields = login ? passwordFields() : [loginField(), ...passwordFields()];
	return html`<section>
		<h2>${phrase("account.password")}</h2>
		<${Note} of="note.once" />
		<${Form}
			act=${(given) => auth.changePassword(login || given.login, given.password, given.fresh)}
			done=${phrase("account.the_password_is_changed")}
			text=${phrase("account.change")}
			kind="first"
			fields=${fields}
		/>
	</section>`;
}

/** @param {{ isGuest: boolean }} props */
const SignOut = ({ isGuest }) =>
	html`<p class="row">
		<button class="second" onClick=${() => attempt(() => auth.signOut().then(() => pageStore.set({ screens: {} })))}>
			${isGuest ? phrase("account.leave_for_good") : phrase("account.sign_out")}
		</button>
	</p>`;

/** @param {{ all: State }} props */
export function Screen({ all }) {
	const { me, wallet } = all;
	if (me?.must_change)
		return html`<main class="narrow">
			<h1>${me.name}</h1>
			<${OwnPassword} login=${all.screens.account?.login || ""} />
			<${SignOut} isGuest=${false} />
		</main>`;
	const isGuest = may(me, "sign up");
	const mine = all.screens.account || {};
	return html`<main class="narrow">
		<h1>${me ? me.name : phrase("account.your_account")}</h1>
		${mine.done && html`<p class="done" role="status">${mine.done}</p>`}
		${me && wallet !== null && html`<p>${markup("account.you_have_of_play_money", { wallet: money(wallet) })}</p>`}
		${
			isGuest &&
			html`
				<${Note} of="note.guest" />
				<p class="note">${phrase("account.if_you_do_not_come", { until: formatDate(me?.expires ?? 0) })}</p>
			`
		}
		${
			me &&
			html`<section>
				<h2>${phrase("account.name")}</h2>
				<${Form}
					act=${(given) => auth.rename(given.name)}
					done=${phrase("account.you_have_another_name_now")}
					text=${phrase("account.change")}
					fields=${[
						[
							"name",
							phrase("account.what_others_see"),
							{ maxlength: 24, defaultValue: me.name, autocomplete: "nickname" },
						],
					]}
				/>
			</section>`
		}
		${
			(!me || isGuest) &&
			html`
				<section>
					<h2>${phrase("account.sign_up")}</h2>
					<p>
						${me ? phrase("account.you_stay_who_you_are") : phrase("account.a_login_and_a_password")}
					</p>
					<${Form}
						act=${(given) => auth.signUp(given.login, given.password)}
						done=${phrase("account.you_have_an_account_now")}
						text=${phrase("account.sign_up")}
						kind="first"
						fields=${[loginField(), ["password", phrase("account.password_of_12_characters_or"), NEW_PASSWORD]]}
					/>
				</section>
				<section>
					<h2>${phrase("common.sign_in")}</h2>
					<${Form}
						act=${async (given) => {
							await auth.signIn(given.login, given.password);
							updateScreen("account", { login: given.login });
						}}
						done=${phrase("account.you_are_signed_in")}
						text=${phrase("common.sign_in")}
						kind="first"
						fields=${[loginField(), currentPasswordField(phrase("account.password"))]}
					/>
				</section>
			`
		}
		${
			may(me, "change password") &&
			html`<section>
				<h2>${phrase("account.password")}</h2>
				<${Form}
					act=${(given) => auth.changePassword(given.login, given.password, given.fresh)}
					done=${phrase("account.the_password_is_changed")}
					text=${phrase("account.change")}
					fields=${[loginField(), ...passwordFields()]}
				/>
			</section>`
		}
		${
			me &&
			mine.passes &&
			html`<section>
				<h2>${phrase("account.where_you_are_signed_in")}</h2>
				<${Passes} passes=${mine.passes} end=${(id) => remove(`/me/passes/${id}`).then(open)} />
			</section>`
		}
		${me && html`<${SignOut} isGuest=${isGuest} />`}
	</main>`;
}
