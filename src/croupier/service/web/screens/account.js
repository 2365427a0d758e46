// What is one's own: the name, an account, where one is signed in.

import { html, Note, get, remove, page, say, screen, trying, date, money, moment } from "../kit.js";
import * as people from "../people.js";
import { Ask } from "../table/forms.js";

export async function open() {
	if (await people.known()) screen("account", await get("/me/passes"));
}

const Form = ({ act, done, ...more }) =>
	html`<${Ask} ...${more} act=${async (given) => {
		await act(given);
		say(done);
		screen("account", { done });
		await open();
	}} />`;

export function Passes({ passes, end }) {
	return html`<ul class="rows">
		${passes.map(
			(it) =>
				html`<li>
					<span>${it.label || it.kind}<br /><small>since ${moment(it.since)}, until ${date(it.expires)}</small></span>
					${
						it.this
							? html`<em>here</em>`
							: html`<button class="second" onClick=${() => trying(() => end(it.id))}>End</button>`
					}
				</li>`,
		)}
	</ul>`;
}

export function Screen({ all }) {
	const { me, wallet } = all;
	const mine = all.screens.account || {};
	return html`<main class="narrow">
		<h1>${me ? me.name : "Your account"}</h1>
		${mine.done && html`<p class="done" role="status">${mine.done}</p>`}
		${me && wallet !== null && html`<p>You have <strong>${money(wallet)}</strong> of play money in your wallet.</p>`}
		${
			me &&
			me.role === "guest" &&
			html`<${Note} id="guest-note" /><p class="note">If you do not come, the cookie ends on ${date(me.expires)}.</p>`
		}
		${me && me.must_change && html`<${Note} id="once-note" />`}
		${
			me &&
			html`<section>
				<h2>Name</h2>
				<${Form}
					act=${(given) => people.rename(given.name)}
					done="You have another name now."
					text="Change"
					fields=${[["name", "What others see", { maxlength: 24, defaultValue: me.name, autocomplete: "nickname" }]]}
				/>
			</section>`
		}
		${
			(!me || me.role === "guest") &&
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
						act=${(given) => people.signUp(given.login, given.password)}
						done="You have an account now."
						text="Sign up"
						kind="first"
						from="sign-up-fields"
					/>
				</section>
				<section>
					<h2>Sign in</h2>
					<${Form}
						act=${(given) => people.signIn(given.login, given.password)}
						done="You are signed in."
						text="Sign in"
						kind="first"
						from="sign-in-fields"
					/>
				</section>
			`
		}
		${
			me &&
			me.role !== "guest" &&
			html`<section>
				<h2>Password</h2>
				<${Form}
					act=${(given) => people.changePassword(given.login, given.password, given.fresh)}
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
		${
			me &&
			html`<p class="row">
				<button class="second" onClick=${() => trying(() => people.signOut().then(() => page.set({ screens: {} })))}>
					${me.role === "guest" ? "Leave for good" : "Sign out"}
				</button>
			</p>`
		}
	</main>`;
}
