import { html } from 'hono/html'

/** The page: one box to tick. */
export const challengePage = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Challenge</title>
<link rel="stylesheet" href="/challenge.css">
</head>
<body>
<label><input type="checkbox" id="person"> <span>I am a person</span></label>
<p role="status" id="status"></p>
<script type="module" src="/challenge.js"></script>
</body>
</html>
`

export const challengeCss = `:root { color-scheme: light; font: 16px/24px system-ui, sans-serif; color: #1c1a17; background: #f6f5f2; }
:root[data-theme=dark] { color-scheme: dark; color: #f4f1ec; background: #211f1c; }
body { margin: 0; padding: 12px 16px; box-sizing: border-box; min-height: 80px; }
label { display: flex; gap: 12px; align-items: center; min-height: 44px; cursor: pointer; }
input { inline-size: 24px; block-size: 24px; margin: 0; }
p { margin: 0; font-size: 14px; line-height: 20px; }
p:empty { display: none; }
`

/** Gives the token to the page around this one, which must be the login site. */
export const challengeScript = (
  loginOrigin: string,
) => `const given = new URLSearchParams(location.hash.slice(1))
document.documentElement.dataset.theme = given.get('theme')
const words = {
  es: { person: 'Soy una persona', sent: 'Gracias.' },
  ar: { person: 'أنا إنسان', sent: 'شكرًا.' },
}[given.get('lang')] ?? { person: 'I am a person', sent: 'Thank you.' }
if (given.get('lang') === 'ar') document.documentElement.dir = 'rtl'
document.querySelector('span').textContent = words.person
const say = (token) => parent.postMessage(
  { k: 'foyer-challenge', height: document.body.scrollHeight, ...(token && { token }) },
  ${JSON.stringify(loginOrigin)},
)
document.querySelector('#person').addEventListener('change', async ({ target }) => {
  target.disabled = true
  const body = JSON.stringify({ nonce: given.get('nonce') })
  const response = await fetch('/token', { method: 'POST', body })
  document.querySelector('#status').textContent = words.sent
  say((await response.json()).token)
})
say()
`
