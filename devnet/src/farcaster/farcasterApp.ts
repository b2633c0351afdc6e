import { answerChannel, readChannel } from '@foyer/protocol/login'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import * as v from 'valibot'
import { identityName } from '../identity/identityUsers.ts'
import { readStyles } from '../readStyles.ts'
import { drawEnd, drawRequest } from './drawFarcaster.ts'
import { farcasterUser, registerFid } from './farcasterUsers.ts'
import { type SignedSiwf, type SiwfParams, signSiwf } from './signSiwf.ts'
import { isSiwfWrong } from './siwfWrongs.ts'

const policy =
  "default-src 'none'; style-src 'self' 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"

/**
 * Creates the devnet's Farcaster app: it opens the address of a login's QR code, shows which site asks, signs as one of its
 * users, and sends the answer to the relay.
 */
export async function createFarcasterApp({
  now,
  relayKey,
  relayUrl,
  rpcUrl,
}: {
  relayUrl: string
  relayKey: string
  rpcUrl: string
  now: () => number
}): Promise<Hono> {
  const css = await readStyles('identity/identity.css')
  let last: SignedSiwf | undefined
  const app = new Hono()

  app.use(async (context, next) => {
    // Other host names are refused, so that DNS rebinding reaches nothing.
    const { hostname } = new URL(context.req.url)
    if (!/^(127\.0\.0\.1|localhost|\w+\.localhost)$/.test(hostname))
      return context.text('Open this page below localhost.', 421)
    await next()
    context.header('content-security-policy', policy)
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
    context.header('referrer-policy', 'no-referrer')
  })
  app.use(bodyLimit({ maxSize: 16_384 }))
  app.get('/identity.css', (context) => context.body(css, 200, { 'content-type': 'text/css' }))
  app.get('/', (context) => context.text('A Farcaster app. Log in with Farcaster on a site.'))

  app.get('/~/siwf', async (context) => {
    const params = await readParams(context)
    return params ? context.html(drawRequest(params)) : over(context)
  })
  app.post('/~/siwf', async (context) => {
    const params = await readParams(context)
    if (!params) return over(context)
    const body = await context.req.parseBody()
    const read = (name: string) => (typeof body[name] === 'string' ? body[name] : '')
    const name = read('user') || read('typed') || 'ada'
    const wrong = read('wrong') || 'none'
    if (name === 'refuse') {
      await answer(context, { rejected: true })
      return context.html(drawEnd('Refused', 'The site is told. You can close this page.'))
    }
    if (!identityName.test(name) || !isSiwfWrong(wrong)) return over(context)
    const user = farcasterUser(name)
    await registerFid(rpcUrl, {
      ...{ fid: user.fid, custody: user.custody.address },
      ...(wrong === 'auth-address' && { auth: user.auth.address }),
    })
    const signed = await signSiwf({ user, params, nowMs: now(), wrong })
    const isSent = await answer(context, wrong === 'replay' && last ? last : signed)
    last = signed
    return isSent
      ? context.html(drawEnd('Approved', `You are signed in to ${params.domain} as ${name}.`))
      : over(context)
  })
  return app

  /** Reads the request in the channel of this page; undefined if the channel is over. */
  async function readParams(context: Context): Promise<SiwfParams | undefined> {
    const headers = { authorization: `Bearer ${context.req.query('channelToken') ?? ''}` }
    const response = await fetch(new URL(readChannel.path, relayUrl), { headers })
    const state = v.safeParse(readChannel.response, await response.json())
    if (!state.success || state.output.state !== 'pending') return undefined
    const { signatureParams } = state.output
    const { nonce } = signatureParams ?? {}
    return signatureParams && nonce !== undefined ? { ...signatureParams, nonce } : undefined
  }

  async function answer(context: Context, body: SignedSiwf | { rejected: true }): Promise<boolean> {
    const response = await fetch(new URL(answerChannel.path, relayUrl), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${context.req.query('channelToken') ?? ''}`,
        'content-type': 'application/json',
        'x-farcaster-auth-relay-key': relayKey,
      },
      body: JSON.stringify(body),
    })
    return response.ok
  }
}

const over = (context: Context) =>
  context.html(drawEnd('This request is over', 'Begin again on the site.'), 410)
