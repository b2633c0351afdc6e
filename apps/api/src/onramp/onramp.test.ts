import { createHmac } from 'node:crypto'
import { getOnrampOptions, postOnrampQuote } from '@foyer/protocol/api'
import * as v from 'valibot'
import { expect, onTestFinished, test } from 'vitest'
import { createTestApi, lab, shop } from '../createTestApi.test.kit.ts'
import { createDevcard } from './providers/devcard.ts'
import { type SellerAnswer, type SellerCall, startSeller } from './testSeller.test.kit.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const network = 'eip155:31337'
const keys = { apiKey: 'key-of-the-operator', webhookSecret: 'secret-of-webhooks' }
const page = { Origin: 'https://shop.example', 'Content-Type': 'application/json' }

const money = (amount: string, currency = 'USD') => ({ amount, currency })
const quote = {
  ...{ id: 'q1', total: money('50'), subtotal: money('49.2'), fee: money('0.75') },
  ...{ networkFee: money('0.05'), purchase: money('0.0164', 'ETH') },
}
const offer = {
  currencies: ['USD'],
  limits: { min: '5', max: '2000' },
  assets: [{ id: 'ETH', name: 'Ether', chainId: network, networkName: 'Dev', contractAddress: '' }],
}
/** The card page's answers, as the devnet gives them. */
const usual = ({ url }: SellerCall): SellerAnswer => {
  if (url.pathname === '/api/options') return { body: offer }
  if (url.pathname === '/api/quotes') return { body: quote }
  return { body: { path: '/pay/one', expiresAt: new Date(Date.now() + 60_000).toISOString() } }
}

async function open({
  answer = usual,
  limits = {},
}: {
  answer?: typeof usual
  limits?: NonNullable<Parameters<typeof createTestApi>[0]>['limits']
} = {}) {
  const seller = await startSeller(answer)
  const time = { now: Date.now() }
  const devcard = createDevcard({
    ...keys,
    url: 'http://card.localhost:1',
    internalUrl: seller.url,
  })
  const api = await createTestApi({
    onrampProviders: [devcard],
    now: () => time.now,
    ...(limits && { limits }),
  })
  onTestFinished(() => api.close())
  const call = (
    path: string,
    body?: unknown,
    headers: Record<string, string> = page,
    project = shop.id,
  ) =>
    api.request(`${path}?projectId=${project}`, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    })
  const start = (change: object = {}, headers?: Record<string, string>) =>
    call('/v1/onramp/session', { ...order, ...change }, headers)
  const startedId = async () => ((await (await start()).json()) as { id: string }).id
  const statusOf = async (id: string) =>
    ((await (await call(`/v1/onramp/session/${id}`)).json()) as { status?: string }).status
  const send = async (
    event: object | string,
    { at = time.now, name = 'devcard', secret = keys.webhookSecret, signed = true } = {},
  ) => {
    const body = typeof event === 'string' ? event : JSON.stringify(event)
    const seconds = Math.floor(at / 1000)
    const hex = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
    const response = await api.request(`/v1/onramp/webhook/${name}`, {
      method: 'POST',
      body,
      headers: signed ? { 'Card-Signature': `t=${seconds},v1=${hex}` } : {},
    })
    return response.status
  }
  return { api, call, seller, send, start, startedId, statusOf, time }
}

const order = {
  provider: 'devcard',
  destinationWallets: [{ address: alice, blockchains: [network] }],
  ...{ network, purchaseCurrency: 'ETH', amount: '50' },
}
const event = (reference: string, change: object = {}) => ({
  ...{
    id: `event-${Math.random()}`,
    reference,
    status: 'arrived',
    address: alice,
    chainId: network,
  },
  ...change,
})
const hash = `0x${'a'.repeat(64)}`

test('[7.35] [9.23] tells what can be bought, from whom, and its fee', async () => {
  const { call } = await open()
  const response = await call('/v1/onramp/options')
  expect(response.status).toBe(200)
  const options = v.parse(getOnrampOptions.response, await response.json())
  const limits = [{ id: 'CARD', min: '5', max: '2000' }]
  expect(options.paymentCurrencies).toEqual([{ id: 'USD', limits }])
  expect(options.purchaseCurrencies).toMatchObject([
    {
      ...{ id: 'ETH', name: 'Ether', symbol: 'ETH' },
      networks: [{ chainId: network, displayName: 'Dev', contractAddress: '' }],
    },
  ])
  expect(options.providers).toMatchObject([
    { name: 'devcard', feePercent: { min: 1, max: 2 }, namespaces: ['eip155', 'solana'] },
  ])
})

test('an outage of the only provider is an error, and no empty list', async () => {
  const { call } = await open({ answer: () => ({ status: 500, body: 'secret detail' }) })
  const response = await call('/v1/onramp/options')
  expect(response.status).toBe(502)
  expect(await response.text()).not.toContain('secret')
})

test('[7.36] a quote has the provider’s own amounts', async () => {
  const { call, seller } = await open()
  const asked = { purchaseCurrency: 'eth', paymentCurrency: 'usd', amount: '50', network }
  const response = await call('/v1/onramp/quote', asked)
  expect(v.parse(postOnrampQuote.response, await response.json())).toEqual({
    ...{ provider: 'devcard', quoteId: 'q1', paymentTotal: money('50') },
    ...{ paymentSubtotal: money('49.2'), purchaseAmount: money('0.0164', 'ETH') },
    ...{ providerFee: money('0.75'), networkFee: money('0.05') },
  })
  expect(JSON.parse(seller.calls.at(-1)?.body ?? '')).toMatchObject({
    ...{ purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '50', network },
  })
})

test.each([
  ['refuses it', { status: 422, body: {} }, 400],
  ['is down', { status: 503, body: {} }, 502],
  ['refuses our key', { status: 401, body: {} }, 502],
  ['answers in another shape', { body: { ...quote, total: 50 } }, 502],
  ['answers with a made-up amount', { body: { ...quote, purchase: money('1e9', 'ETH') } }, 502],
  ['answers no JSON', { body: '<html>' }, 502],
  ['answers too much', { body: `"${'x'.repeat(300_000)}"` }, 502],
  ['sends elsewhere', { status: 302, body: {}, headers: { Location: 'http://127.0.0.1:1/' } }, 502],
] satisfies [string, SellerAnswer, number][])(
  'invents no price when the provider %s',
  async (_, answer, status) => {
    const { call } = await open({
      answer: (asked) => (asked.url.pathname === '/api/options' ? usual(asked) : answer),
    })
    const asked = { provider: 'devcard', purchaseCurrency: 'ETH', paymentCurrency: 'USD' }
    const response = await call('/v1/onramp/quote', { ...asked, amount: '50', network })
    expect(response.status).toBe(status)
    expect(await response.json()).not.toHaveProperty('purchaseAmount')
  },
)

test.each(['50.', '-1', '1e3', '0x1', '', ' 5', '1,5', '9'.repeat(19)])(
  'refuses the amount %j',
  async (amount) => {
    const { start } = await open()
    expect((await start({ amount })).status).toBe(400)
  },
)

test('[7.36] opens a purchase with the operator’s key, which no answer and no log contains', async () => {
  const { api, seller, start } = await open()
  const response = await start({ redirectUrl: 'https://shop.example/thanks' })
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ url: 'http://card.localhost:1/pay/one' })
  const { body, headers } = seller.calls.at(-1)!
  expect(headers.authorization).toBe(`Bearer ${keys.apiKey}`)
  expect(JSON.parse(body)).toMatchObject({
    ...{ address: alice, network, amount: '50', purchaseCurrency: 'ETH' },
    redirectUrl: 'https://shop.example/thanks',
  })
  for (const secret of Object.values(keys))
    expect(text + api.logLines.join('')).not.toContain(secret)
})

test('the call of older clients opens a purchase too', async () => {
  const { call, seller } = await open()
  const response = await call('/v1/generators/onrampurl', {
    ...{ provider: 'devcard', destinationWallets: order.destinationWallets },
    presetFiatAmount: 25,
  })
  expect(await response.json()).toEqual({ url: 'http://card.localhost:1/pay/one' })
  expect(JSON.parse(seller.calls.at(-1)?.body ?? '')).toMatchObject({
    address: alice,
    amount: '25',
  })
})

test.each([
  'https://evil.example/',
  'https://shop.example.evil.example/',
  'https://shop.example@evil.example/',
  'https://user:pass@shop.example/',
  'http://shop.example/',
  'javascript:alert(1)',
  'data:text/html,x',
  '//evil.example',
  '/thanks',
])('the provider’s page never leads to %s', async (redirectUrl) => {
  const { seller, start } = await open()
  expect((await start({ redirectUrl })).status).toBe(400)
  expect(seller.calls).toEqual([])
})

test('a program of the project may lead back to the project’s pages only', async () => {
  const { start } = await open()
  const { Origin: _, ...program } = page
  const redirectUrl = 'https://shop.example/thanks'
  expect((await start({ redirectUrl }, program)).status).toBe(200)
  expect((await start({ redirectUrl: 'https://evil.example/' }, program)).status).toBe(400)
})

test.each([
  '//evil.example/pay',
  '/\\evil.example/pay',
  '//localhost.evil.example/pay',
  '//user:pass@card.localhost/pay',
])('answers no URL that leads to %s, whatever the provider says', async (path) => {
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const { start } = await open({ answer: () => ({ body: { path, expiresAt } }) })
  const response = await start()
  expect(response.status).toBe(502)
  expect(await response.text()).not.toContain('evil')
})

test.each([
  [{ destinationWallets: [{ address: '0x12' }] }, 'destinationWallets'],
  [{ destinationWallets: [{ address: alice, blockchains: ['eip155:1'] }] }, 'destinationWallets'],
  [{ network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 'destinationWallets'],
  [{ network: 'bip122:000000000019d6689c085ae165831e93' }, 'network'],
  [{ provider: 'nobody' }, 'provider'],
  [{ provider: '__proto__' }, 'provider'],
])('refuses %j', async (change, field) => {
  const { seller, start } = await open()
  const response = await start(change)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { field } })
  expect(seller.calls).toEqual([])
})

test('a page of another origin opens no purchase', async () => {
  const { start } = await open()
  expect((await start({}, { ...page, Origin: 'https://evil.example' })).status).toBe(403)
})

test('limits the purchases for one account, by whomever they are opened', async () => {
  const { start } = await open({ limits: { onrampOrdersOfAddressPerHour: 2 } })
  const statuses: number[] = []
  for (const client of ['1', '2', '3']) {
    const headers = { ...page, 'X-Forwarded-For': `203.0.113.${client}` }
    statuses.push((await start({}, headers)).status)
  }
  expect(statuses).toEqual([200, 200, 429])
})

test('limits the purchases and the prices that one client asks for', async () => {
  const { call, start } = await open({
    limits: { onrampOrdersPerHour: 1, onrampQuotesPerMinute: 1 },
  })
  const wallets = [{ address: bob, blockchains: [network] }]
  expect((await start()).status).toBe(200)
  expect((await start({ destinationWallets: wallets })).status).toBe(429)
  const asked = { purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '50', network }
  expect((await call('/v1/onramp/quote', asked)).status).toBe(200)
  expect((await call('/v1/onramp/quote', asked)).status).toBe(429)
})

test('a purchase is open, pending, then arrived with its transaction', async () => {
  const { call, send, startedId, statusOf } = await open()
  const id = await startedId()
  expect(await statusOf(id)).toBe('open')
  expect(await send(event(id, { status: 'pending' }))).toBe(200)
  expect(await statusOf(id)).toBe('pending')
  expect(await send(event(id, { hash }))).toBe(200)
  const state = await (await call(`/v1/onramp/session/${id}`)).json()
  expect(state).toMatchObject({ status: 'arrived', hash, address: alice, chainId: network })
  // A purchase that has ended stays ended.
  for (const status of ['pending', 'failed', 'expired'])
    expect(await send(event(id, { status }))).toBe(200)
  expect(await statusOf(id)).toBe('arrived')
})

test('a purchase that is not paid in time has expired, but a late payment counts', async () => {
  const { send, startedId, statusOf, time } = await open()
  const id = await startedId()
  time.now += 120_000
  expect(await statusOf(id)).toBe('expired')
  expect(await send(event(id, { status: 'pending' }))).toBe(200)
  expect(await statusOf(id)).toBe('pending')
})

test('a forged, altered or unsigned webhook is refused and changes nothing', async () => {
  const { send, startedId, statusOf, time } = await open()
  const id = await startedId()
  expect(await send(event(id), { signed: false })).toBe(401)
  expect(await send(event(id), { secret: 'a guess' })).toBe(401)
  expect(await send(event(id), { secret: '' })).toBe(401)
  expect(await send(event(id), { name: 'nobody' })).toBe(404)
  expect(await send(event(id), { name: '__proto__' })).toBe(404)
  // Signed by the provider, but not what it documents.
  expect(await send('not json')).toBe(400)
  expect(await send({ ...event(id), status: 'free' })).toBe(400)
  // An hour old, and from the future.
  expect(await send(event(id), { at: time.now - 3_600_000 })).toBe(401)
  expect(await send(event(id), { at: time.now + 3_600_000 })).toBe(401)
  expect(await statusOf(id)).toBe('open')
})

test('a repeated webhook is taken and changes nothing again', async () => {
  const { api, send, startedId } = await open()
  const id = await startedId()
  const once = event(id, { status: 'pending' })
  expect([await send(once), await send(once)]).toEqual([200, 200])
  const changes = api.logLines.filter((line) => line.includes('told of a purchase'))
  expect(changes.map((line) => (JSON.parse(line) as { changed: boolean }).changed)).toEqual([
    true,
    false,
  ])
})

test('a webhook about another address or an unknown purchase changes nothing', async () => {
  const { send, startedId, statusOf } = await open()
  const id = await startedId()
  expect(await send(event(id, { address: bob }))).toBe(409)
  expect(await send(event('AAAAAAAAAAAAAAAAAAAAAAAA'))).toBe(404)
  expect(await statusOf(id)).toBe('open')
  // A refused event is not remembered: the provider may correct it.
  expect(await send(event(id, { address: alice.toLowerCase() }))).toBe(200)
  expect(await statusOf(id)).toBe('arrived')
})

test('another project can not read a purchase', async () => {
  const { call, startedId } = await open()
  const id = await startedId()
  const { Origin: _, ...program } = page
  expect((await call(`/v1/onramp/session/${id}`, undefined, program, lab.id)).status).toBe(404)
  expect((await call('/v1/onramp/session/unknown')).status).toBe(404)
})
