import { html } from 'hono/html'
import { farcasterPeople, farcasterUser } from './farcasterUsers.ts'
import type { SiwfParams } from './signSiwf.ts'
import { siwfWrongs } from './siwfWrongs.ts'

type Html = ReturnType<typeof html>

const page = (title: string, content: Html) => html`<!doctype html>
<html lang="en" style="--brand: #5b3fd6; --on-brand: #ffffff">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/identity.css">
</head>
<body>
<main>${content}</main>
</body>
</html>
`

/** The page on which the user reads which site asks, and approves with one of the accounts. */
export function drawRequest({ domain, siweUri }: SiwfParams): Html {
  const people = farcasterPeople.map((name) => {
    const { custody, fid } = farcasterUser(name)
    const address = `${custody.address.slice(0, 6)}…${custody.address.slice(-4)}`
    return html`<button name="user" value="${name}" class="person"><span class="face" aria-hidden="true">${name.slice(0, 1).toUpperCase()}</span><span><b>Approve as ${name}</b><span>fid ${fid} · ${address}</span></span></button>`
  })
  const wrongs = Object.entries(siwfWrongs).map(
    ([value, text]) => html`<option value="${value}">${text}</option>`,
  )
  return page(
    'Sign in with Farcaster',
    html`<p class="note">A stand-in for a Farcaster app, on this machine</p>
<h1>Sign in to ${domain}?</h1>
<p class="to">Only if you have opened <b>${siweUri}</b> yourself.</p>
<form method="post">
<div class="people">${people}</div>
<details>
<summary>Another account, or a wrong answer</summary>
<label>Account <input name="typed" pattern="[a-z0-9\\-]{1,40}" placeholder="grace" autocomplete="off" spellcheck="false"></label>
<label>Answer <select name="wrong">${wrongs}</select></label>
<button name="user" value="">Approve</button>
</details>
<button name="user" value="refuse" class="quiet">Refuse</button>
</form>`,
  )
}

/** The outcome of a request. */
export const drawEnd = (title: string, text: string): Html =>
  page(title, html`<h1>${title}</h1><p role="status">${text}</p>`)
