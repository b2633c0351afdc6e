import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'

const style = `:root { color-scheme: light dark; font: 16px/24px system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100dvh; place-items: center; }
form { display: grid; gap: 16px; inline-size: min(100% - 48px, 320px); }
h1 { margin: 0; font-size: 20px; line-height: 28px; }
p { margin: 0; }
input, button { box-sizing: border-box; inline-size: 100%; min-block-size: 48px; padding: 8px 16px; border: 1px solid #8888; border-radius: 8px; font: inherit; }
button { border: 0; background: #0f766e; color: #fff; font-weight: 600; cursor: pointer; }
button.quiet { background: none; color: inherit; }
`

/** The page on which a member logs in once more, for the login site. */
export const drawProve = () => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>The club</title>
<style>${raw(style)}</style>
</head>
<body>
<form method="post">
<h1>Is it you?</h1>
<p>Your wallet asks the club once more who you are. Log in only if you have come from there yourself.</p>
<label>Name <input name="name" maxlength="40" autocomplete="username" required></label>
<button>Log in</button>
<button class="quiet" name="cancel" value="1" formnovalidate>Cancel</button>
</form>
</body>
</html>
`

const hash = createHash('sha256').update(style).digest('base64')
/** The page refuses frames, and its form must come from the club's own origin. */
export const provePolicy = {
  'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
  'Referrer-Policy': 'same-origin',
}
