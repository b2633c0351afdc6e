import { randomBytes, timingSafeEqual } from 'node:crypto'
import { formatUnits } from '@foyer/protocol'
import { currencyCode, decimalAmount, onrampNetwork } from '@foyer/protocol/api'
import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { readStyles } from '../readStyles.ts'
import { faucetRequest } from '../wallet/faucetRequest.ts'
import { giveFromFaucet } from '../wallet/giveFromFaucet.ts'
import { cardAssets, cardCurrencies } from './cardAssets.ts'
import { cardKeys } from './cardKeys.ts'
import type { CardOrder, CardOrders } from './cardOrders.ts'
import { checkCard } from './checkCard.ts'
import { drawEnd, drawForm, drawRefused } from './drawCard.ts'
import { type CardQuote, cardLimits, quoteCard } from './quoteCard.ts'
import type { CardEvent } from './sendWebhook.ts'

const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="22" fill="#0f766e"/>' +
  '<rect x="18" y="28" width="60" height="42" rx="6" fill="#fff"/><path d="M18 42h60" stroke="#0f766e" stroke-width="8"/></svg>'

/** Refuses other host names, so that DNS rebinding reaches nothing. */
const ownHosts = ['card.localhost', 'localhost', '127.0.0.1']
/** After so many refused cards the purchase has failed. */
const mostDeclines = 3

const purchase = v.object({
  purchaseCurrency: currencyCode,
  paymentCurrency: currencyCode,
  amount: decimalAmount,
  network: onrampNetwork,
})
const session = v.object({
  ...purchase.entries,
  reference: v.pipe(v.string(), v.regex(/^[\w-]{16,64}$/)),
  address: v.pipe(v.string(), v.maxLength(64)),
  redirectUrl: v.optional(v.pipe(v.string(), v.url(), v.regex(/^https?:/))),
})
const card = v.object({ number: v.string(), expiry: v.string(), cvc: v.string() })

/** Creates the card page and the API that sells. The page runs no script. */
export async function createCardApp({
  faucets,
  orders,
  tell,
}: {
  faucets: giveFromFaucet.Faucets
  orders: CardOrders
  /** Sends a signed webhook. */
  tell: (event: CardEvent) => Promise<void>
}): Promise<Hono> {
  const css = await readStyles('card/card.css')
  const app = new Hono()

  app.use(async (context, next) => {
    if (!ownHosts.includes(new URL(context.req.url).hostname))
      return context.text('Open this page as http://card.localhost.', 421)
    await next()
    context.header('content-security-policy', policy)
    context.header('cache-control', 'no-store')
    context.header('x-content-type-options', 'nosniff')
    // The URL is the right to pay this order.
    context.header('referrer-policy', 'no-referrer')
  })
  app.use(bodyLimit({ maxSize: 4096 }))

  // The API, for servers that have the key.
  app.use('/api/*', async (context, next) => {
    const given = Buffer.from(context.req.header('Authorization') ?? '')
    const wanted = Buffer.from(`Bearer ${cardKeys.apiKey}`)
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      return context.json({ error: 'unauthorized' }, 401)
    await next()
  })
  app.get('/api/options', (context) =>
    context.json({
      currencies: cardCurrencies,
      limits: { min: formatUnits(cardLimits.min, 2), max: formatUnits(cardLimits.max, 2) },
      assets: cardAssets,
    }),
  )
  app.post('/api/quotes', async (context) => {
    const quote = readQuote(await readJson(context, purchase))
    return quote ? context.json(describeQuote(quote)) : context.json({ error: 'not-sold' }, 422)
  })
  app.post('/api/sessions', async (context) => {
    const body = await readJson(context, session)
    const quote = readQuote(body)
    if (!body || !quote || !isReceiver(body.address, quote))
      return context.json({ error: 'not-sold' }, 422)
    const { address, redirectUrl, reference } = body
    const order = orders.add({ address, quote, redirectUrl, reference })
    const path = `/pay/${order.token}`
    return context.json({ path, expiresAt: new Date(order.expiresAt).toISOString() })
  })
  // A control for tests: the time of an order is over.
  app.post('/api/sessions/:reference/expire', async (context) => {
    const order = orders.findByReference(context.req.param('reference'))
    if (order?.state !== 'open') return context.json({ error: 'not-open' }, 409)
    order.state = 'expired'
    await tell(eventOf(order, 'expired'))
    return context.json({})
  })

  // The page, for the browser that opened it first.
  app.get('/pay/:token', (context) => {
    const order = orders.read(context.req.param('token'))
    const refused = refuse(context, order)
    if (refused || !order) return refused ?? context.notFound()
    const state = stateOf(order)
    return context.html(state === 'open' ? drawForm(order) : drawEnd(order, state))
  })
  app.post('/pay/:token', async (context) => {
    const order = orders.read(context.req.param('token'))
    const refused = refuse(context, order)
    if (refused || !order) return refused ?? context.notFound()
    const state = stateOf(order)
    if (state !== 'open') return context.html(drawEnd(order, state), 409)
    const entry = v.safeParse(card, await context.req.parseBody())
    if (!entry.success) return context.html(drawForm(order), 400)
    const refusal = checkCard(entry.output, new Date())
    if (refusal) {
      order.declines += refusal.field ? 0 : 1
      if (order.declines >= mostDeclines) return end(context, order)
      return context.html(drawForm(order, { entry: entry.output, refusal }), 402)
    }
    order.state = 'paying'
    deliver(order).catch((error: unknown) => {
      order.state = 'failed'
      console.error('The card page could not deliver:', error)
      return tell(eventOf(order, 'failed'))
    })
    return context.redirect(`/pay/${order.token}`, 303)
  })
  app.post('/pay/:token/cancel', (context) => {
    const order = orders.read(context.req.param('token'))
    const refused = refuse(context, order)
    if (refused || !order) return refused ?? context.notFound()
    const state = stateOf(order)
    return state === 'open' ? end(context, order) : context.html(drawEnd(order, state), 409)
  })

  app.get('/card.css', (context) => context.body(css, 200, { 'content-type': 'text/css' }))
  app.get('/icon.svg', (context) => context.body(icon, 200, { 'content-type': 'image/svg+xml' }))
  app.notFound((context) => context.html(drawRefused('There is no such purchase.'), 404))
  return app

  /** Only the browser that opened the page first may see and pay the order. */
  function refuse(
    context: Context,
    order: CardOrder | undefined,
  ): Response | Promise<Response> | undefined {
    if (!order) return context.html(drawRefused('There is no such purchase.'), 404)
    const name = 'card-browser'
    const known = getCookie(context, name)
    if (order.browser === undefined && context.req.method === 'GET') {
      order.browser = known ?? randomBytes(18).toString('base64url')
      setCookie(context, name, order.browser, { httpOnly: true, path: '/pay', sameSite: 'Lax' })
      return undefined
    }
    if (known !== undefined && known === order.browser) return undefined
    return context.html(drawRefused('This link was already opened in another browser.'), 403)
  }

  async function end(context: Context, order: CardOrder): Promise<Response> {
    order.state = 'failed'
    await tell(eventOf(order, 'failed'))
    return context.html(drawEnd(order, 'failed'))
  }

  /** Sends the coins, and tells the api before and after. */
  async function deliver(order: CardOrder): Promise<void> {
    await tell(eventOf(order, 'pending'))
    const hash = await giveFromFaucet(faucets, giftOf(order.address, order.quote))
    if (hash === undefined) throw new Error(`No faucet for ${order.quote.asset.chainId}`)
    order.hash = hash
    order.state = 'paid'
    await tell(eventOf(order, 'arrived'))
  }
}

const stateOf = (order: CardOrder) =>
  order.state === 'open' && order.expiresAt < Date.now() ? 'expired' : order.state

const eventOf = (order: CardOrder, status: CardEvent['status']): CardEvent => ({
  reference: order.reference,
  status,
  address: order.address,
  chainId: order.quote.asset.chainId,
  ...(order.hash === undefined ? {} : { hash: order.hash }),
})

const namespaceNumber = (chainId: string) =>
  chainId.startsWith('eip155:') ? Number(chainId.slice(7)) : chainId

/** The faucet's request: its schema also checks the address. */
function giftOf(address: string, { asset, delivered }: CardQuote) {
  return v.parse(faucetRequest, {
    chainId: namespaceNumber(asset.chainId),
    address,
    amount: String(delivered),
    ...(asset.contractAddress === '' ? {} : { token: asset.contractAddress }),
  })
}

function isReceiver(address: string, quote: CardQuote): boolean {
  try {
    giftOf(address, quote)
    return true
  } catch {
    return false
  }
}

async function readJson<schema extends v.GenericSchema>(
  context: Context,
  schema: schema,
): Promise<v.InferOutput<schema> | undefined> {
  const parsed = v.safeParse(schema, await context.req.json().catch(() => undefined))
  return parsed.success ? parsed.output : undefined
}

/** Cents of a decimal with at most two places. */
function readCents(amount: string): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  return whole === '' ? undefined : BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
}

function readQuote(body: v.InferOutput<typeof purchase> | undefined): CardQuote | undefined {
  const total = body && readCents(body.amount)
  if (!body || total === undefined || total < cardLimits.min || total > cardLimits.max) return
  return quoteCard({
    ...{ chainId: body.network, currency: body.paymentCurrency, id: body.purchaseCurrency, total },
  })
}

function describeQuote({
  asset,
  currency,
  delivered,
  fee,
  networkFee,
  subtotal,
  total,
}: CardQuote) {
  const cents = (amount: bigint) => ({ amount: formatUnits(amount, 2), currency })
  return {
    id: randomBytes(9).toString('base64url'),
    total: cents(total),
    subtotal: cents(subtotal),
    fee: cents(fee),
    networkFee: cents(networkFee),
    purchase: { amount: formatUnits(delivered, asset.decimals), currency: asset.id },
  }
}
