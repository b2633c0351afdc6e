import { createHash } from 'node:crypto'

/** The token stands in the fragment: neither a log nor a Referer has it. Looking undoes nothing: scanners open links. */
const script = `const token = new URLSearchParams(location.hash.slice(1)).get('t')
history.replaceState(null, '', location.pathname)
const button = document.querySelector('button')
const text = document.querySelector('p')
button.addEventListener('click', async () => {
  button.disabled = true
  try {
    const response = await fetch('/v1/undo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    })
    const { state } = await response.json()
    text.textContent = state === 'restored'
      ? 'The change was taken back. All sign-ins of the account ended: sign in again with this address.'
      : 'This link is over.'
    button.hidden = true
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
/** As a content policy names the script and the style of the page. */
export const undoHashes = { scripts: [hashOf(script)], styles: [hashOf(style)] } as const

/** The page of the link by which the address before takes an account back. */
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
