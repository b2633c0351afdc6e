import { createHash } from 'node:crypto'

/**
 * The token is in the fragment, so no log and no Referer contains it. A GET undoes nothing, since mail scanners open
 * links.
 */
const script = `const token = new URLSearchParams(location.hash.slice(1)).get('t')
history.replaceState(null, '', location.pathname)
const button = document.querySelector('button')
const heading = document.querySelector('h1')
const text = document.querySelector('p')
const say = (line) => text.after(Object.assign(document.createElement('p'), { textContent: line }))
button.addEventListener('click', async () => {
  button.disabled = true
  heading.tabIndex = -1
  try {
    const response = await fetch('/v1/undo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    const { number, recovery, state } = await response.json()
    if (state !== 'restored' && state !== 'over') throw new Error()
    heading.textContent = state === 'restored' ? 'The change was taken back' : 'This link is over'
    text.textContent = state === 'restored'
      ? 'All sign-ins of the account ended: sign in again with this address.'
      : 'It was used, or its 72 hours have passed.'
    if (recovery === 'asked') say('One step is left: your wallet is still restored through the other address. We mailed you a second link, open it and approve. Your number is ' + number + '.')
    if (recovery === 'unknown') say('Sign in on /security and look which address recovery asks: it could not be taken back just now.')
    button.hidden = true
    heading.focus()
  } catch {
    text.textContent = 'That did not work. Try again in a moment.'
    button.disabled = false
  }
})
`

const style = `:root { color-scheme: light dark; font: 16px/24px system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
main { max-width: 26rem; padding: 24px; }
h1 { font-size: 22px; line-height: 28px; margin: 0 0 12px; }
p { margin: 0 0 20px; }
button { font: inherit; font-weight: 600; min-height: 44px; padding: 0 20px; border: 0; border-radius: 12px; background: #1f55d1; color: #fff; }
button:disabled { opacity: 0.6; }
:focus-visible { outline: 2px solid #1f55d1; outline-offset: 2px; }
`

const hashOf = (text: string) => `'sha384-${createHash('sha384').update(text).digest('base64')}'`
/** The hashes by which a content policy allows the page's script and style. */
export const undoHashes = { scripts: [hashOf(script)], styles: [hashOf(style)] } as const

/** The page of the link by which a previous address restores its account. */
export const undoHtml = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Take the change back</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Take the change back?</h1>
<p role="status">The e-mail address of your account was changed. Take it back if it was not you: all sign-ins of the account end, and this address is the account’s again.</p>
<button type="button">Take it back</button>
</main>
<script type="module">${script}</script>
</body>
</html>
`
