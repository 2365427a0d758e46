// The person's own account: the name, the password, and where the person is signed in.

import * as auth from "../auth.js";
import {
	announce,
	attempt,
	FromTemplate,
	formatDate,
	formatTime,
	get,
	html,
	may,
	money,
	pageStore,
	remove,
	updateScreen,
} from "../index.js";
import { SmallForm } from "../table/forms.js";

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
						<small>since ${formatTime(it.since)}, until ${formatDate(it.expires)}</small>
					</span>
					${
						it.this
							? html`<em>here</em>`
							: html`<button class="second" onClick=${() => attempt(() => end(it.id))}>End</button>`
					}
				</li>`,
		)}
	</ul>`;
}

const NEW_PASSWORD = { type: "password", minlength: 12, autocomplete: "new-password" };

/**
 * The one thing that a person with a one-time password can do, besides signing out.
 * @param {{ login: string }} props
 */
function OwnPassword({ login }) {
	/** @type {FieldSpec[]} */
	const fields = [
		["password", "Current", { type: "password", autocomplete: "current-password" }],
		["fresh", "New, of 12 characters or more", NEW_PASSWORD],
	];
	if (!login) fields.unshift(["login", "Login", { autocomplete: "username" }]);
	return html`<section>
		<h2>Password</h2>
		<${FromTemplate} id="once-note" />
		<${Form}
			act=${(given) => auth.changePassword(login || given.login, given.password, given.fresh)}
			done="The password is changed."
			text="Change"
			kind="first"
			fields=${fields}
		/>
	</section>`;
}

/** @param {{ isGuest: boolean }} props */
const SignOut = ({ isGuest }) =>
	html`<p class="row">
		<button class="second" onClick=${() => attempt(() => auth.signOut().then(() => pageStore.set({ screens: {} })))}>
			${isGuest ? "Leave for good" : "Sign out"}
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
		<h1>${me ? me.name : "Your account"}</h1>
		${mine.done && html`<p class="done" role="status">${mine.done}</p>`}
		${me && wallet !== null && html`<p>You have <strong>${money(wallet)}</strong> of play money in your wallet.</p>`}
		${
			isGuest &&
			html`
				<${FromTemplate} id="guest-note" />
				<p class="note">If you do not come, the cookie ends on ${formatDate(me?.expires ?? 0)}.</p>
			`
		}
		${
			me &&
			html`<section>
				<h2>Name</h2>
				<${Form}
					act=${(given) => auth.rename(given.name)}
					done="You have another name now."
					text="Change"
					fields=${[["name", "What others see", { maxlength: 24, defaultValue: me.name, autocomplete: "nickname" }]]}
				/>
			</section>`
		}
		${
			(!me || isGuest) &&
			html`
				<section>
					<h2>Sign up</h2>
					<p>
						${
							me
								? "You stay who you are, with your money, your seat and your rounds."
								: "A login and a password of your own."
						}
					</p>
					<${Form}
						act=${(given) => auth.signUp(given.login, given.password)}
						done="You have an account now."
						text="Sign up"
						kind="first"
						from="sign-up-fields"
					/>
				</section>
				<section>
					<h2>Sign in</h2>
					<${Form}
						act=${async (given) => {
							await auth.signIn(given.login, given.password);
							updateScreen("account", { login: given.login });
						}}
						done="You are signed in."
						text="Sign in"
						kind="first"
						from="sign-in-fields"
					/>
				</section>
			`
		}
		${
			may(me, "change password") &&
			html`<section>
				<h2>Password</h2>
				<${Form}
					act=${(given) => auth.changePassword(given.login, given.password, given.fresh)}
					done="The password is changed."
					text="Change"
					from="password-fields"
				/>
			</section>`
		}
		${
			me &&
			mine.passes &&
			html`<section>
				<h2>Where you are signed in</h2>
				<${Passes} passes=${mine.passes} end=${(id) => remove(`/me/passes/${id}`).then(open)} />
			</section>`
		}
		${me && html`<${SignOut} isGuest=${isGuest} />`}
	</main>`;
}
