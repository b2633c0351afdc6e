import { html } from 'hono/html'
import type { MailMessage } from './mailMessage.ts'

type Html = ReturnType<typeof html>

/** URL of one mail's HTML part, which `mailApp` serves. */
export const partPath = (id: string) => `/messages/${encodeURIComponent(id)}/html`
const mailPath = (id: string, to: string) =>
  `/messages/${encodeURIComponent(id)}${to && `?to=${encodeURIComponent(to)}`}`
const listPath = (to: string) => (to ? `/?to=${encodeURIComponent(to)}` : '/')

const page = (title: string, content: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/mail.css">
<script src="/mail.js" defer></script>
</head>
<body>
${content}
<p class="said" role="status" aria-live="polite"></p>
</body>
</html>
`

const noSubject = html`<span class="none">No subject</span>`
const subjectOf = ({ subject }: MailMessage) => (subject.trim() ? subject : noSubject)
const copyButton = (text: string, label: string) =>
  html`<button type="button" class="quiet" data-copy="${text}" aria-label="${label} ${text}">${label}</button>`

function moment(at: number): Html {
  const date = new Date(at)
  const isToday = date.toDateString() === new Date().toDateString()
  const words = date.toLocaleString('en-GB', {
    ...(isToday ? {} : { day: 'numeric', month: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  return html`<time datetime="${date.toISOString()}">${words}</time>`
}

/** The most useful part of a mail: its code, else its link. */
function pickOf({ codes, links }: MailMessage): Html | string {
  const [code] = codes
  if (code !== undefined)
    return html`<div class="pick"><span class="code">${code}</span> ${copyButton(code, 'Copy code')}</div>`
  const [link] = links
  if (link === undefined) return ''
  return html`<div class="pick"><a class="link" href="${link}" target="_blank" rel="noopener noreferrer"><bdi>${link}</bdi></a> ${copyButton(link, 'Copy link')}</div>`
}

const row = (message: MailMessage, to: string) => html`<li>
<div class="row">
<a class="subject" id="mail-${message.id}" href="${mailPath(message.id, to)}"><bdi>${subjectOf(message)}</bdi></a>
<span class="when">${moment(message.receivedAt)}</span>
<p class="to">To <bdi>${message.to.join(', ')}</bdi></p>
<p class="from">by ${message.sender}</p>
</div>
${pickOf(message)}
</li>`

const empty = (to: string) => html`<div class="empty">
<h2>${to ? html`No mail for <bdi>${to}</bdi>` : 'No mail yet'}</h2>
<p>Mails from the services on this machine appear here at once. They are never sent anywhere else.</p>
</div>`

/**
 * Renders the list of mails.
 *
 * @param to - the address to filter by; '' for all
 */
export function drawList({
  addresses,
  messages,
  to,
}: {
  addresses: readonly string[]
  messages: readonly MailMessage[]
  to: string
}): Html {
  const count = messages.length === 1 ? '1 mail' : `${messages.length} mails`
  return page(
    to ? `Mail for ${to}` : 'Foyer Mail',
    html`<header>
<h1><img src="/icon.svg" alt="" width="28" height="28"> Mail</h1>
<span class="count" id="count">${count}</span>
</header>
<main>
<form class="filter" method="get" action="/" role="search">
<label for="to">Show mails to</label>
<div>
<input id="to" name="to" value="${to}" list="addresses" placeholder="Every address" inputmode="email" autocomplete="off" autocapitalize="none" spellcheck="false">
<button type="submit" class="quiet">Show</button>
</div>
</form>
<div id="content">
${messages.length === 0 ? empty(to) : html`<ul class="mails" aria-label="Mails, newest first">${messages.map((message) => row(message, to))}</ul>`}
<datalist id="addresses">${addresses.map((address) => html`<option value="${address}"></option>`)}</datalist>
<div class="actions">
${to ? html`<a class="button quiet" href="/">Show all mail</a>` : ''}
${messages.length === 0 ? '' : html`<button type="button" class="quiet" data-delete="${to}">${to ? 'Delete these' : 'Delete all'}</button>`}
</div>
</div>
</main>`,
  )
}

const bytes = (size: number) =>
  size.toLocaleString('en', { style: 'unit', unit: 'byte', unitDisplay: 'long' })

const fact = (name: string, value: Html | string) =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`

/**
 * Renders one mail. Its HTML part is in a sandboxed frame without permissions.
 *
 * @param to - the address that the list was filtered by; '' for all
 */
export function drawMail(message: MailMessage, to: string): Html {
  const { attachments, codes, from, id, links, problem, receivedAt, sender } = message
  const { text } = message
  return page(
    message.subject.trim() || 'No subject',
    html`<header>
<a class="button quiet" href="${listPath(to)}"><span>All mail${to && html` to <bdi>${to}</bdi>`}</span></a>
</header>
<main>
<h1 class="long"><bdi>${subjectOf(message)}</bdi></h1>
${problem === undefined ? '' : html`<p class="warning">We can’t display this mail (${problem}). Its source is below.</p>`}
${
  codes.length + links.length === 0
    ? ''
    : html`<ul class="picks" aria-label="Codes and links">
${codes.map((code) => html`<li class="pick"><span class="code">${code}</span> ${copyButton(code, 'Copy code')}</li>`)}
${links.map((link) => html`<li class="pick"><a class="link" href="${link}" target="_blank" rel="noopener noreferrer"><bdi>${link}</bdi></a> ${copyButton(link, 'Copy link')}</li>`)}
</ul>`
}
<dl class="facts">
${fact('To', html`<bdi>${message.to.join(', ')}</bdi>`)}
${fact('From', html`<bdi>${from.name}</bdi> <bdi class="none">${from.address}</bdi>`)}
${fact('Sent by', sender)}
${fact('Received', moment(receivedAt))}
${attachments.length === 0 ? '' : fact('Attached', html`${attachments.map(({ name, size, type }) => html`<span class="attached"><bdi>${name || 'Without a name'}</bdi> (${type}, ${bytes(size)})</span>`)}`)}
</dl>
${
  message.html === undefined
    ? ''
    : html`<section aria-labelledby="as-html">
<h2 id="as-html">As HTML</h2>
<iframe title="The mail as HTML" src="${partPath(id)}" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
</section>`
}
<section>
<h2 id="as-text">${problem === undefined ? 'As text' : 'Source'}</h2>
<pre class="message" dir="auto" tabindex="0" aria-labelledby="as-text" role="region">${text.trim() ? text.trimEnd() : 'This mail has no text.'}</pre>
</section>
</main>`,
  )
}

/** Renders the page for a mail that does not exist. */
export const drawMissing = () =>
  page(
    'No such mail',
    html`<header><a class="button quiet" href="/">All mail</a></header>
<main><div class="empty"><h1>We can’t find this mail</h1><p>It was deleted, or removed to make room for newer mails.</p></div></main>`,
  )
