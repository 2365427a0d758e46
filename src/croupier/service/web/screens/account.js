// What is one's own: the name, an account, where one is signed in.

import { html } from "../vendor/htm-preact.js";
import { get, remove } from "../api.js";
import * as people from "../people.js";
import { page, say, screen, trying } from "../state.js";
import { date, money, moment } from "../words.js";

export async function openAccount() {
  if (await people.known()) screen("account", await get("/me/passes"));
}

const values = (event) => {
  event.preventDefault();
  return Object.fromEntries(new FormData(event.target));
};

const form = (act, done) => (event) => {
  const given = values(event);
  const asked = event.target;
  trying(async () => {
    await act(given);
    asked.reset();
    say(done);
    screen("account", { done });
    await openAccount();
  });
};

function Door() {
  return html`<section><h2>Sign in</h2><form onSubmit=${form((given) => people.signIn(given.login, given.password), "You are signed in.")}>
    <label>Login <input name="login" required autocomplete="username" /></label>
    <label>Password <input name="password" type="password" required autocomplete="current-password" /></label>
    <p class="row"><button class="first"><span class="what">Sign in</span></button></p></form></section>`;
}

function SignUp({ me }) {
  return html`<section><h2>Sign up</h2><p>${me ? "You stay who you are, with your money, your seat and your rounds." : "A login and a password of your own."}</p>
    <form onSubmit=${form((given) => people.signUp(given.login, given.password), "You have an account now.")}>
    <label>Login <input name="login" required autocomplete="username" /></label>
    <label>Password, of 12 characters or more <input name="password" type="password" required minlength="12" autocomplete="new-password" /></label>
    <p class="row"><button class="first"><span class="what">Sign up</span></button></p></form></section>`;
}

function Passes({ passes }) {
  return html`<section><h2>Where you are signed in</h2><ul class="rows">${passes.map((each) => html`<li><span>${each.label || each.kind}<br /><small>since ${moment(each.since)}, until ${date(each.expires)}</small></span>${each.this ? html`<em>here</em>` : html`<button class="second" onClick=${() => trying(() => remove(`/me/passes/${each.id}`).then(openAccount))}>End</button>`}</li>`)}</ul></section>`;
}

export function Account({ all }) {
  const { me, wallet } = all;
  const mine = all.screens.account || {};
  return html`<main class="narrow">
    <h1>${me ? me.name : "Your account"}</h1>
    ${mine.done && html`<p class="done" role="status">${mine.done}</p>`}
    ${me && wallet !== null && html`<p>You have <strong>${money(wallet)}</strong> of play money in your wallet.</p>`}
    ${me && me.role === "guest" && html`<p class="note">You are a guest: this browser's cookie is the only key to your seat and your play money. It is renewed whenever you come, and ends on ${date(me.expires)} if you do not, or when you clear it; the play money is then out of anybody's reach, and a new guest begins with new play money. Sign up to keep it.</p>`}
    ${me && me.must_change && html`<p class="note">Your password was for one time. Choose one of your own before anything else.</p>`}
    ${me && html`<section><h2>Name</h2><form onSubmit=${form((given) => people.rename(given.name), "You have another name now.")}><label>What others see <input name="name" required maxlength="24" defaultValue=${me.name} autocomplete="nickname" /></label><p class="row"><button class="second">Change</button></p></form></section>`}
    ${(!me || me.role === "guest") && html`<${SignUp} me=${me} /><${Door} />`}
    ${me && me.role !== "guest" && html`<section><h2>Password</h2><form onSubmit=${form((given) => people.changePassword(given.login, given.password, given.fresh), "The password is changed.")}>
      <label>Login <input name="login" required autocomplete="username" /></label><label>Present password <input name="password" type="password" required autocomplete="current-password" /></label><label>New password <input name="fresh" type="password" required minlength="12" autocomplete="new-password" /></label>
      <p class="row"><button class="second">Change</button></p></form></section>`}
    ${me && mine.passes && html`<${Passes} passes=${mine.passes} />`}
    ${me && html`<p class="row"><button class="second" onClick=${() => trying(() => people.signOut().then(() => page.set({ screens: {} })))}>${me.role === "guest" ? "Leave for good" : "Sign out"}</button></p>`}
  </main>`;
}
