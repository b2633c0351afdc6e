import { createHash } from 'node:crypto'
import type { PageLanguage } from '@foyer/server'
import type { Services } from '../services.ts'
import { escapeHtml, rootAttributes } from './documentHtml.ts'
import { documentHeaders } from './headers.ts'
import { type PageWords, pageWords } from './pageWords.ts'

const style = `:root { color-scheme: light dark; font: 16px/24px system-ui, sans-serif; color: #1c1a17; background: #fff; }
@media (prefers-color-scheme: dark) { :root { color: #f4f1ec; background: #171614; } a.go { background: #2dd4bf; color: #171614; } }
body { margin: 0; display: grid; min-height: 100vh; min-height: 100dvh; place-items: center; }
main { box-sizing: border-box; width: 100%; max-width: 24rem; padding: 24px; text-align: center; overflow-wrap: anywhere; }
h1 { font-size: 20px; line-height: 28px; margin: 0 0 8px; }
p { margin: 0; }
.ring { width: 40px; height: 40px; margin: 0 auto 20px; box-sizing: border-box; border: 3px solid #8884; border-top-color: currentColor; border-radius: 50%; animation: turn 1s linear infinite; }
.ring[hidden] { display: none; }
@keyframes turn { to { rotate: 1turn; } }
@media (prefers-reduced-motion: reduce) { .ring { animation: none; } }
a.go { display: block; box-sizing: border-box; margin-top: 24px; padding: 12px 20px; border-radius: 12px; background: #0f766e; color: #fff; font-weight: 600; text-decoration: none; }
:focus-visible { outline: 2px solid #0f766e; outline-offset: 2px; }
`

/**
 * The window that leaves for the provider. It shows a random challenge to the frames of the page that opened it, which only a
 * document of this origin receives; the frame that began this login attests it to the server. Without an opener, the page itself has
 * left, and the server compares the browser.
 */
const startScript = ({ lost, lostTitle }: PageWords['social']) => `const say = (title, text) => {
  document.querySelector('.ring').hidden = true
  document.querySelector('h1').textContent = title
  document.querySelector('p').textContent = text
}
const lost = () => say(${JSON.stringify(lostTitle)}, ${JSON.stringify(lost)})
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const leave = async (body) => {
  const response = await fetch('/v1/login/social/open', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) return lost()
  location.replace((await response.json()).url)
}
const attest = (txnId) => {
  const challenge = hex(crypto.getRandomValues(new Uint8Array(32)))
  const ask = () => {
    const count = Math.min(opener.length, 64)
    for (let index = 0; index < count; index++)
      opener[index].postMessage({ k: 'foyer-social', t: 'find', txnId, challenge }, location.origin)
  }
  const end = () => {
    clearInterval(timer)
    clearTimeout(limit)
    removeEventListener('message', listen)
  }
  const listen = ({ data, origin }) => {
    if (origin !== location.origin || data?.k !== 'foyer-social' || data.t !== 'bound') return
    if (data.txnId !== txnId || data.challenge !== challenge) return
    end()
    leave({ txnId, challenge }).catch(lost)
  }
  addEventListener('message', listen)
  const timer = setInterval(ask, 150)
  const limit = setTimeout(() => {
    end()
    lost()
  }, 10000)
  ask()
}
let begun = false
const begin = () => {
  const txnId = location.hash.slice(1)
  if (begun || !/^[0-9a-f-]{36}$/.test(txnId)) return
  begun = true
  history.replaceState(null, '', location.pathname)
  if (opener) attest(txnId)
  else leave({ txnId }).catch(lost)
}
// The window opens in the click, before the login is known: its address comes later, as a fragment.
addEventListener('hashchange', begin)
begin()
`

/** Hands the result to the page that opened this window. A page that left itself goes back by a click. @source security 2.10 */
const endScript = `const { origin, uri, back } = JSON.parse(document.querySelector('meta[name="foyer-result"]').content)
history.replaceState(null, '', '/oauth/end')
if (back) document.querySelector('a').href = back
if (opener) {
  opener.postMessage({ k: 'foyer-social', resultUri: uri }, origin)
  window.close()
}
`

const hashOf = (text: string) => `'sha384-${createHash('sha384').update(text).digest('base64')}'`
const styles = [hashOf(style)]

const html = ({
  body,
  head = '',
  language,
  script = '',
}: {
  body: string
  head?: string
  language: PageLanguage
  script?: string
}) =>
  `<!doctype html>
<html ${rootAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${pageWords[language].social.title}</title>
${head}<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
${script === '' ? '' : `<script type="module">${script}</script>\n`}</body>
</html>
`

type Needs = Pick<Services, 'challengeOrigin' | 'loginOrigin' | 'pages' | 'vaultOrigin'>

const document = (
  services: Needs,
  { script = '', status = 200, ...parts }: Parameters<typeof html>[0] & { status?: number },
): Response =>
  new Response(html({ ...parts, script }), {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      ...documentHeaders(services, {
        document: 'social',
        inline: { scripts: script === '' ? [] : [hashOf(script)], styles },
      }),
    },
  })

/** `/oauth/start`: opens in the user's click, and leaves for the provider. */
export function startDocument(services: Needs, language: PageLanguage): Response {
  const words = pageWords[language].social
  const heading = `<h1 aria-live="polite">${words.opening}</h1>`
  const body = `<div class="ring" aria-hidden="true"></div>\n${heading}\n<p></p>`
  return document(services, { body, language, script: startScript(words) })
}

/** The end of a login at the provider. @param result - one-time, good for the device that began the login */
export function endDocument(
  services: Needs,
  {
    browser,
    language,
    origin,
    result,
    returnTo,
  }: {
    browser: string
    language: PageLanguage
    origin: string
    returnTo: string | null
    result: string
  },
): Response {
  const words = pageWords[language].social
  const title = returnTo === null ? words.back : words.continueTo
  const text = returnTo === null ? words.closes : words.begun.replace('{browser}', () => browser)
  const uri = `${services.loginOrigin}/oauth/result?r=${result}`
  // The site removes it first. @source spec 4.26
  const back = `${returnTo ?? `${origin}/`}?result_uri=${encodeURIComponent(uri)}`
  const data = escapeHtml(JSON.stringify({ origin, uri, back }))
  return document(services, {
    head: `<meta name="foyer-result" content="${data}">\n`,
    language,
    body: `<h1 aria-live="polite">${escapeHtml(title.replace('{site}', () => new URL(origin).host))}</h1>
<p>${escapeHtml(text)}</p>
<a class="go" href="${escapeHtml(origin)}">${words.action}</a>`,
    script: endScript,
  })
}

/** An answer that belongs to no login of this browser. */
export function refusedDocument(services: Needs, language: PageLanguage): Response {
  const { refused, refusedTitle } = pageWords[language].social
  return document(services, {
    ...{ language, status: 400 },
    body: `<h1>${refusedTitle}</h1>\n<p>${refused}</p>`,
  })
}
