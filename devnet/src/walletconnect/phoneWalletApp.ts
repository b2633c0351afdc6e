import { type Context, Hono } from 'hono'
import { bundle } from '../bundle.ts'
import { readStyles } from '../readStyles.ts'
import { type PhoneConfig, phoneConfigElementId } from './phoneConfig.ts'
import { phoneIcon } from './phoneIcon.ts'

const pageOf = (config: PhoneConfig) => {
  // Escape `<`, which could close the block.
  const json = JSON.stringify(config).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<title>Foyer Phone Wallet</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/phone.css">
<script type="application/json" id="${phoneConfigElementId}">${json}</script>
<body></body>
<script src="/phone.js"></script>
</html>
`
}

/** Allows the relay, the networks, and icons of sites on this machine; nothing else. */
function policyOf({ chains, relayUrl, solana }: PhoneConfig): string {
  const origins = [
    relayUrl,
    ...chains.map(({ rpcUrl }) => rpcUrl),
    ...(solana ? [solana.rpcUrl] : []),
  ]
  const reached = new Set(origins.map((url) => new URL(url).origin))
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: http://*.localhost:* http://localhost:* http://127.0.0.1:*",
    `connect-src ${[...reached].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Creates the phone wallet's server: its page, at every URL that sites open. */
export async function createPhoneWalletApp(config: PhoneConfig): Promise<Hono> {
  const [script, style] = await Promise.all([
    bundle(new URL('../../src/walletconnect/page/main.ts', import.meta.url)),
    readStyles('wallet/approve/approve.css', 'walletconnect/page/phone.css'),
  ])
  const page = pageOf(config)
  const policy = policyOf(config)
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    context.header('x-content-type-options', 'nosniff')
    // A pairing URI is a secret, and so is the topic of a session.
    context.header('referrer-policy', 'no-referrer')
    context.header('cache-control', 'no-store')
  })
  const send = (context: Context) => context.html(page, 200, { 'content-security-policy': policy })
  app.get('/', send)
  app.get('/wc', send)
  app.get('/phone.js', (context) =>
    context.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  )
  app.get('/phone.css', (context) =>
    context.body(style, 200, { 'content-type': 'text/css; charset=utf-8' }),
  )
  app.get('/icon.svg', (context) =>
    context.body(phoneIcon(), 200, { 'content-type': 'image/svg+xml' }),
  )
  app.notFound((context) =>
    context.json(
      { error: { code: 'not-found', message: 'The phone wallet does not have this page.' } },
      404,
    ),
  )
  return app
}
