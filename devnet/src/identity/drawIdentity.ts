import { html, raw } from 'hono/html'
import type { IdentityKind } from './identityKinds.ts'
import { identityPeople, identityUser } from './identityUsers.ts'
import { wrongAnswers } from './wrongAnswers.ts'

type Html = ReturnType<typeof html>

const page = ({ color, onColor, title }: IdentityKind, content: Html) => html`<!doctype html>
<html lang="en" style="--brand: ${color}; --on-brand: ${onColor}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Log in with ${title}</title>
<link rel="stylesheet" href="/identity.css">
</head>
<body>
<main>${content}</main>
</body>
</html>
`

/** The page on which the user chooses an account and consents. @param host - the login site */
export function drawConsent(kind: IdentityKind, host: string): Html {
  const people = identityPeople.map((name) => {
    const { email } = identityUser(kind.name, name)
    return html`<button name="user" value="${name}" class="person"><span class="face" aria-hidden="true">${name.slice(0, 1).toUpperCase()}</span><span><b>Continue as ${name}</b><span>${email}</span></span></button>`
  })
  const wrongs = Object.entries(wrongAnswers).map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )
  return page(
    kind,
    html`<p class="note">A stand-in for ${kind.title}, on this machine</p>
<h1>Log in with ${kind.title}</h1>
<p class="to">to continue to <b>${host}</b></p>
<form method="post">
<div class="people">${people}</div>
<details>
<summary>Another account, or a wrong answer</summary>
<label>Account <input name="typed" pattern="[a-z0-9\\-]{1,40}" placeholder="grace" autocomplete="off" spellcheck="false"></label>
<label>Answer <select name="wrong">${wrongs}</select></label>
<label class="check"><input type="checkbox" name="remember" value="on"> Don’t ask again in this browser</label>
<button name="user" value="">Continue</button>
</details>
<button name="user" value="cancel" class="quiet">Cancel</button>
</form>`,
  )
}

/** A request that no provider would serve. */
export const drawRefusal = (kind: IdentityKind, text: string): Html =>
  page(kind, html`<h1>${kind.title} can’t log you in</h1><p role="alert">${text}</p>`)

/** Sends the answer as a form, from this site: the way that Apple answers. */
export const drawFormPost = (
  kind: IdentityKind,
  { fields, to }: { to: string; fields: URLSearchParams },
): Html =>
  page(
    kind,
    html`<h1>Back to the site…</h1>
<form method="post" action="${to}">
${[...fields].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button>Continue</button>
</form>
<script>${raw(formScript)}</script>`,
  )
export const formScript = 'document.forms[0].submit()'
