import { createHash } from 'node:crypto'
import type { PageLanguage } from '@foyer/server'
import { rootAttributes } from './documentHtml.ts'
import { type PageWords, pageWords } from './pageWords.ts'

/**
 * The token is in the fragment, so no log and no Referer contains it. A GET undoes nothing, since mail scanners open
 * links.
 */
const scriptOf = (words: PageWords['undo']) => `const words = ${JSON.stringify(words)}
const token = new URLSearchParams(location.hash.slice(1)).get('t')
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
    if (!['restored', 'unlinked', 'over'].includes(state)) throw new Error()
    heading.textContent = state === 'over' ? words.overTitle : words.doneTitle
    text.textContent = words[state]
    if (recovery === 'asked') say(words.asked.replace('{number}', number))
    if (recovery === 'unknown') say(words.unknown)
    button.hidden = true
    heading.focus()
  } catch {
    text.textContent = words.failed
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

const makePage = (language: PageLanguage) => {
  const words = pageWords[language].undo
  const script = scriptOf(words)
  const html = `<!doctype html>
<html ${rootAttributes(language)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${words.title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${words.title}</h1>
<p role="status">${words.text}</p>
<button type="button">${words.action}</button>
</main>
<script type="module">${script}</script>
</body>
</html>
`
  return { html, hashes: { scripts: [hashOf(script)], styles: [hashOf(style)] } }
}

/**
 * The page of the link in a mail about a changed address or login, and the hashes by which a content policy allows its script and
 * style.
 */
export const undoPage = (language: PageLanguage) => pages[language]
const pages = { en: makePage('en'), es: makePage('es'), ar: makePage('ar') }
