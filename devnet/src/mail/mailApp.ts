import { type Context, Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { bundle } from '../bundle.ts'
import { readStyles } from '../readStyles.ts'
import type { Mailbox } from './createMailbox.ts'
import { drawList, drawMail, drawMissing } from './drawMail.ts'
import { frameHtml } from './frameHtml.ts'

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">' +
  '<rect width="96" height="96" rx="22" fill="hsl(245 58% 40%)"/>' +
  '<rect x="20" y="30" width="56" height="40" rx="6" fill="#fff"/>' +
  '<path d="M24 36l24 18 24-18" fill="none" stroke="#ffd58a" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/>' +
  '</svg>'

const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Serves a mail's HTML as a document with an opaque origin, without scripts, forms or network; any style is allowed. Links open
 * in a new tab. (A `srcdoc` would be under the page's own policy, which allows no inline style.)
 */
const partPolicy = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Reject unknown host names, so that DNS rebinding can not read codes. */
const ownHosts = ['mail.localhost', 'localhost', '127.0.0.1']

/** Creates the mailbox's page and the API for tests. No other origin may read either. */
export async function createMailApp(mailbox: Mailbox): Promise<Hono> {
  const [css, code] = await Promise.all([
    readStyles('mail/page/mail.css'),
    bundle(new URL('../../src/mail/page/mailPage.ts', import.meta.url)),
  ])
  const app = new Hono()
  const wanted = (context: Context) => context.req.query('to')?.trim() ?? ''

  app.use(async (context, next) => {
    if (!ownHosts.includes(new URL(context.req.url).hostname))
      return context.text('Open this mailbox as http://mail.localhost.', 421)
    await next()
    const { headers } = context.res
    if (!headers.has('content-security-policy')) headers.set('content-security-policy', pagePolicy)
    headers.set('cache-control', 'no-store')
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'no-referrer')
    headers.set('cross-origin-resource-policy', 'same-origin')
    // This header also removes the opener of every window that a mail opens.
    headers.set('cross-origin-opener-policy', 'same-origin')
  })
  app.get('/', (context) => {
    const to = wanted(context)
    const addresses = [...new Set(mailbox.list().flatMap((message) => message.to))].sort()
    return context.html(drawList({ addresses, messages: mailbox.list(to), to }))
  })
  app.get('/messages/:id', (context) => {
    const message = mailbox.read(context.req.param('id'))
    if (!message) return context.html(drawMissing(), 404)
    return context.html(drawMail(message, wanted(context)))
  })
  app.get('/messages/:id/html', (context) => {
    const message = mailbox.read(context.req.param('id'))
    if (message?.html === undefined) return context.html(drawMissing(), 404)
    context.header('content-security-policy', partPolicy)
    return context.html(frameHtml(message.html))
  })
  app.get('/api/messages', (context) => context.json({ messages: mailbox.list(wanted(context)) }))
  // Forms and other origins can not send DELETE without a preflight, which is never answered.
  app.delete('/api/messages', async (context) => {
    await mailbox.clear(wanted(context))
    return context.body(null, 204)
  })
  app.get('/api/changes', (context) =>
    streamSSE(context, async (stream) => {
      const stop = mailbox.watch(() => void stream.writeSSE({ data: 'changed' }))
      // The page reloads on this event, so that it misses nothing that arrived before it listened.
      await stream.writeSSE({ data: 'listening' })
      await new Promise<void>((resolve) => stream.onAbort(resolve))
      stop()
    }),
  )
  const served = { '/mail.js': [code, 'text/javascript'], '/mail.css': [css, 'text/css'] } as const
  for (const [path, [body, type]] of Object.entries(served))
    app.get(path, (context) =>
      context.body(body, 200, { 'content-type': `${type}; charset=utf-8` }),
    )
  app.get('/icon.svg', (context) => context.body(icon, 200, { 'content-type': 'image/svg+xml' }))
  app.notFound((context) => context.html(drawMissing(), 404))
  app.onError((error, context) =>
    context.json({ error: { code: 'internal', message: error.message } }, 500),
  )
  return app
}
