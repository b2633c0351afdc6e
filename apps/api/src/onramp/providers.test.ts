import { createHmac, generateKeyPairSync } from 'node:crypto'
import { type OnrampQuote, onrampProviders } from '@foyer/protocol/api'
import { createLog } from '@foyer/server'
import { openTestDatabase } from '@foyer/server/testDatabase'
import { jwtVerify, SignJWT } from 'jose'
import { describe, expect, onTestFinished, test } from 'vitest'
import { apiDatabase } from '../database/apiDatabase.ts'
import { saveProject } from '../projects/projects.ts'
import { createOnramp } from './onramp.ts'
import type { OnrampProvider } from './onrampProvider.ts'
import { createCoinbase } from './providers/coinbase.ts'
import { createMeld } from './providers/meld.ts'
import { createMoonpay } from './providers/moonpay.ts'
import { createStripe } from './providers/stripe.ts'
import { createTransak } from './providers/transak.ts'
import { type SellerAnswer, type SellerCall, startSeller } from './testSeller.test.kit.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const hash = `0x${'ab'.repeat(32)}`
const webhookSecret = 'a secret of webhooks'
const network = 'eip155:1'
const purchase = { purchaseCurrency: 'ETH', network, paymentCurrency: 'USD', amount: '50' }
const money = (amount: string, currency = 'USD') => ({ amount, currency })
const coinbaseKeys = generateKeyPairSync('ed25519')
/** As the developer platform gives it: seed and public key. */
const coinbaseSecret = Buffer.concat([
  Buffer.from(coinbaseKeys.privateKey.export({ format: 'jwk' }).d ?? '', 'base64url'),
  Buffer.from(coinbaseKeys.publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
]).toString('base64')
const accessToken = 'an-access-token-of-the-partner-32-bytes'

type Signed = { body: string; headers: Record<string, string> }
/** One seller: recorded answers, what it must be asked, and how it signs. */
type Case = {
  readonly create: (url: string) => OnrampProvider
  readonly quoteAnswer: unknown
  readonly quote: Omit<OnrampQuote, 'provider'>
  readonly orderAnswer: unknown
  /** Path and body or query of the order's call contain these. */
  readonly asked: readonly string[]
  readonly page: string
  /** A place in the answer of an order where a hostile seller puts its URL. */
  readonly hostile?: (url: string) => unknown
  /** An event about an order, signed at a time, ms since 1970. */
  readonly sign: (
    event: { order: string; status: 'pending' | 'arrived' | 'failed'; address: string },
    at: number,
    secret?: string,
  ) => Signed | Promise<Signed>
}

const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text)
const seconds = (at: number) => Math.floor(at / 1000)

const cases: Readonly<Record<string, Case>> = {
  moonpay: {
    create: (apiUrl) =>
      createMoonpay({
        apiKey: 'pk_live_1',
        secretKey: 'sk_live_1',
        webhookKey: webhookSecret,
        apiUrl,
      }),
    // Digits that a float would lose.
    quoteAnswer: `{"baseCurrencyAmount":45.51,"quoteCurrencyAmount":0.015170000000000001,"feeAmount":3.99,"extraFeeAmount":0,"networkFeeAmount":0.5,"totalAmount":50}`,
    quote: {
      quoteId: '',
      paymentTotal: money('50'),
      paymentSubtotal: money('45.51'),
      purchaseAmount: money('0.015170000000000001', 'ETH'),
      providerFee: money('3.99'),
      networkFee: money('0.5'),
    },
    orderAnswer: {},
    asked: [],
    page: 'https://buy.moonpay.com/?apiKey=pk_live_1&currencyCode=eth&walletAddress=0xf39F',
    sign({ address, order, status }, at, secret = webhookSecret) {
      const statuses = { pending: 'pending', arrived: 'completed', failed: 'failed' }
      const body = JSON.stringify({
        type: 'transaction_updated',
        data: {
          ...{ id: 'tx-1', externalTransactionId: order, walletAddress: address },
          ...{ status: statuses[status], updatedAt: '2026-11-23T10:00:00.000Z' },
          cryptoTransactionId: status === 'arrived' ? hash : null,
        },
      })
      const signature = hmac(secret, `${seconds(at)}.${body}`).digest('hex')
      return { body, headers: { 'Moonpay-Signature-V2': `t=${seconds(at)},s=${signature}` } }
    },
  },
  coinbase: {
    create: (apiUrl) =>
      createCoinbase({ keyId: 'key-1', keySecret: coinbaseSecret, webhookSecret, apiUrl }),
    quoteAnswer: {
      payment_total: { value: '50.00', currency: 'USD' },
      payment_subtotal: { value: '48.20', currency: 'USD' },
      purchase_amount: { value: '0.0160', currency: 'ETH' },
      coinbase_fee: { value: '0.80', currency: 'USD' },
      network_fee: { value: '1.00', currency: 'USD' },
      quote_id: 'quote-1',
    },
    quote: {
      quoteId: 'quote-1',
      paymentTotal: money('50.00'),
      paymentSubtotal: money('48.20'),
      purchaseAmount: money('0.0160', 'ETH'),
      providerFee: money('0.80'),
      networkFee: money('1.00'),
    },
    orderAnswer: { token: 'MTE5NTk5YjEtZDMtNDFk', channel_id: '' },
    asked: ['/onramp/v1/token', alice, '"clientIp":"203.0.113.9"', '"ethereum"'],
    page: 'https://pay.coinbase.com/buy/select-asset?sessionToken=MTE5NTk5YjEtZDMtNDFk',
    hostile: (url) => ({ token: `x&redirect=${url}#` }),
    sign({ address, order, status }, at, secret = webhookSecret) {
      const statuses = { pending: 'IN_PROGRESS', arrived: 'SUCCESS', failed: 'FAILED' }
      const body = JSON.stringify({
        eventType: 'onramp.transaction.updated',
        transactionId: '1f087a54',
        status: `ONRAMP_TRANSACTION_STATUS_${statuses[status]}`,
        ...{ partnerUserRef: order, walletAddress: address },
        txHash: status === 'arrived' ? hash : '0x',
      })
      const names = 'content-type x-event-id'
      const signed = `${seconds(at)}.${names}.application/json.event-1.${body}`
      return {
        body,
        headers: {
          'Content-Type': 'application/json',
          'X-Event-Id': 'event-1',
          'X-Hook0-Signature': `t=${seconds(at)},h=${names},v1=${hmac(secret, signed).digest('hex')}`,
        },
      }
    },
  },
  stripe: {
    create: (apiUrl) => createStripe({ secretKey: 'sk_live_stripe', webhookSecret, apiUrl }),
    quoteAnswer: {
      destination_network_quotes: {
        ethereum: [
          {
            id: 'quote-2',
            destination_currency: 'eth',
            destination_amount: '0.015200000000000000',
            destination_network: 'ethereum',
            fees: { network_fee_monetary: '1.10', transaction_fee_monetary: '2.40' },
            source_total_amount: '50.00',
          },
        ],
      },
    },
    quote: {
      quoteId: 'quote-2',
      paymentTotal: money('50.00'),
      paymentSubtotal: money('46.5'),
      purchaseAmount: money('0.015200000000000000', 'ETH'),
      providerFee: money('2.40'),
      networkFee: money('1.10'),
    },
    orderAnswer: { id: 'cos_1', redirect_url: 'https://crypto.link.com?session_hash=abc' },
    asked: ['/v1/crypto/onramp_sessions', alice, 'lock_wallet_address=true', '203.0.113.9'],
    page: 'https://crypto.link.com?session_hash=abc',
    hostile: (url) => ({ id: 'cos_1', redirect_url: url }),
    sign({ address, status }, at, secret = webhookSecret) {
      const statuses = {
        ...{ pending: 'fulfillment_processing', arrived: 'fulfillment_complete' },
        failed: 'rejected',
      }
      const body = JSON.stringify({
        id: `evt_${status}`,
        type: 'crypto.onramp_session.updated',
        data: {
          object: {
            // Stripe repeats its own id.
            ...{ id: 'cos_1', status: statuses[status] },
            transaction_details: {
              wallet_address: address,
              transaction_id: status === 'arrived' ? hash : null,
            },
          },
        },
      })
      const signature = hmac(secret, `${seconds(at)}.${body}`).digest('hex')
      return { body, headers: { 'Stripe-Signature': `t=${seconds(at)},v1=${signature}` } }
    },
  },
  transak: {
    create: (url) =>
      createTransak({
        ...{ apiKey: 'transak-key', apiSecret: 'transak-secret', referrerDomain: 'shop.example' },
        ...{ apiUrl: url, gatewayUrl: url },
      }),
    quoteAnswer: `{"response":{"quoteId":"q-3","fiatAmount":50,"cryptoAmount":0.01480000,"totalFee":2.99}}`,
    quote: {
      quoteId: 'q-3',
      paymentTotal: money('50'),
      paymentSubtotal: money('47.01'),
      purchaseAmount: money('0.01480000', 'ETH'),
      providerFee: money('2.99'),
      networkFee: money('0'),
    },
    orderAnswer: { data: { widgetUrl: 'https://global.transak.com?sessionId=abc' } },
    asked: ['/api/v2/auth/session', alice, '"disableWalletAddressForm":true', '"shop.example"'],
    page: 'https://global.transak.com?sessionId=abc',
    hostile: (url) => ({ data: { widgetUrl: url } }),
    async sign({ address, order, status }, at, secret = accessToken) {
      const events = {
        ...{ pending: 'ORDER_PROCESSING', arrived: 'ORDER_COMPLETED', failed: 'ORDER_FAILED' },
      }
      const data = await new SignJWT({
        eventID: events[status],
        createdAt: new Date(at).toISOString(),
        webhookData: {
          ...{ id: 'order-1', partnerOrderId: order, walletAddress: address },
          transactionHash: status === 'arrived' ? hash : null,
        },
      })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(new TextEncoder().encode(secret))
      return { body: JSON.stringify({ data }), headers: {} }
    },
  },
  meld: {
    create: (apiUrl) => createMeld({ apiKey: 'meld-key', webhookSecret, apiUrl }),
    quoteAnswer: `{"quotes":[
      {"serviceProvider":"LESS","sourceAmount":50,"destinationAmount":0.0140,"totalFee":3,"networkFee":1},
      {"serviceProvider":"MORE","sourceAmount":50.00,"destinationAmount":0.015300000000000001,"totalFee":2.75,"networkFee":0.25}
    ]}`,
    quote: {
      quoteId: 'MORE',
      paymentTotal: money('50.00'),
      paymentSubtotal: money('47.25'),
      purchaseAmount: money('0.015300000000000001', 'ETH'),
      providerFee: money('2.5'),
      networkFee: money('0.25'),
    },
    orderAnswer: { id: 'session-1', widgetUrl: 'https://meldcrypto.com/?token=abc' },
    asked: ['/crypto/session/widget', alice, '"serviceProvider":"MORE"', '"lockFields"'],
    page: 'https://meldcrypto.com/?token=abc',
    hostile: (url) => ({ id: 'session-1', widgetUrl: url }),
    sign({ address, order, status }, at, secret = webhookSecret) {
      const types = { pending: 'TRANSFERRING', arrived: 'COMPLETE', failed: 'FAILED' }
      const body = JSON.stringify({
        ...{ eventId: `event-${status}`, eventType: `TRANSACTION_CRYPTO_${types[status]}` },
        payload: {
          externalSessionId: order,
          cryptoDetails: {
            destinationWalletAddress: address,
            blockchainTransactionId: status === 'arrived' ? hash : null,
          },
        },
      })
      const time = new Date(at).toISOString()
      const signature = hmac(secret, `${time}.https://api.example/v1/onramp/webhook/meld.${body}`)
        .digest('base64')
        .replaceAll('+', '-')
        .replaceAll('/', '_')
      return { body, headers: { 'Meld-Signature': signature, 'Meld-Signature-Timestamp': time } }
    },
  },
}

/** Answers as recorded: access token, quote, or order. */
const recorded =
  ({ orderAnswer, quoteAnswer }: Case) =>
  ({ url: { pathname } }: SellerCall): SellerAnswer => {
    if (pathname.endsWith('/refresh-token'))
      return { body: { data: { accessToken, expiresAt: seconds(Date.now()) + 3600 } } }
    return { body: /quote/.test(pathname) ? quoteAnswer : orderAnswer }
  }

describe.each(Object.entries(cases))('%s', (name, one) => {
  async function open(answer: (call: SellerCall) => SellerAnswer = recorded(one)) {
    const seller = await startSeller(answer)
    const database = await openTestDatabase(apiDatabase, 'PGlite')
    onTestFinished(() => database.close())
    const { queries } = database
    const projectId = await saveProject(queries, { name: 'Shop' })
    const onramp = createOnramp({
      log: createLog({ app: 'api', level: 'silent' }),
      providers: [one.create(seller.url)],
      queries,
    })
    const start = () =>
      onramp.openOrder({
        ...{ ...purchase, country: undefined, provider: name, projectId, address: alice },
        ...{ ip: '203.0.113.9', origin: undefined, redirectUrl: undefined },
      })
    const read = ({ body, headers }: Signed) => {
      const given = new Headers(headers)
      return onramp.readWebhook(name, {
        bytes: new TextEncoder().encode(body),
        url: `https://api.example/v1/onramp/webhook/${name}`,
        header: (wanted) => given.get(wanted) ?? undefined,
      })
    }
    const statusOf = async (id: string) => onramp.readOrder({ id, projectId })
    return { onramp, projectId, read, seller, start, statusOf }
  }

  test('[9.23] sells coins of its namespaces only', async () => {
    const { onramp } = await open()
    const [offer] = await onramp.getOffers()
    const { namespaces } = onrampProviders[name]!
    const sold = offer!.purchaseCurrencies.flatMap(({ networks }) => networks)
    const found = new Set(sold.map(({ chainId }) => chainId.split(':')[0]))
    expect(found).toEqual(new Set(namespaces))
    expect(offer!.purchaseCurrencies.find(({ id }) => id === 'USDC')?.networks).toContainEqual({
      ...{ name: network, displayName: 'Ethereum', chainId: network },
      contractAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    })
  })

  test('a quote has every digit of the answer', async () => {
    const { onramp } = await open()
    const asked = { ...purchase, country: undefined, provider: name }
    expect(await onramp.getQuote(asked)).toEqual({ provider: name, ...one.quote })
  })

  test.each([
    ['a negative amount', (text: string) => text.replace(/0\.01\d+/g, '-1')],
    ['an exponent', (text: string) => text.replace(/0\.01\d+/g, '1e-9')],
    [
      'an amount that is missing',
      (text: string) =>
        text.replace(
          /destinationAmount|destination_amount|cryptoAmount|quoteCurrencyAmount|purchase_amount/g,
          'other',
        ),
    ],
    ['no JSON', () => '<html>'],
    ['null', () => 'null'],
  ])('refuses a quote with %s', async (_, spoil) => {
    const text =
      typeof one.quoteAnswer === 'string' ? one.quoteAnswer : JSON.stringify(one.quoteAnswer)
    const { onramp } = await open(recorded({ ...one, quoteAnswer: spoil(text) }))
    const asked = { ...purchase, country: undefined, provider: name }
    await expect(onramp.getQuote(asked)).rejects.toMatchObject({ status: 502 })
  })

  test('opens its own page for the address, with what the provider asks for', async () => {
    const { seller, start } = await open()
    const { url } = await start()
    expect(url.slice(0, one.page.length)).toBe(one.page)
    const last = seller.calls.at(-1)
    const said = last ? last.url.pathname + decodeURIComponent(last.body) : ''
    for (const part of one.asked) expect(said).toContain(part)
  })

  if (one.hostile)
    test('answers no page but its own', async () => {
      for (const url of [
        'https://evil.example/',
        'http://crypto.link.com/',
        'javascript:alert(1)',
      ]) {
        const { start } = await open(recorded({ ...one, orderAnswer: one.hostile?.(url) }))
        await expect(start()).rejects.toMatchObject({ status: 502 })
      }
    })

  test('a signed webhook settles its purchase, for its address only', async () => {
    const { onramp, read, start, statusOf } = await open()
    const { id } = await start()
    const say = async (status: 'pending' | 'arrived', address = alice) =>
      onramp.applyEvent(
        name,
        await read(await one.sign({ order: id, status, address }, Date.now())),
      )
    expect(await say('pending')).toBe(true)
    expect(await statusOf(id)).toMatchObject({ status: 'pending' })
    await expect(say('arrived', bob)).rejects.toMatchObject({ status: 409 })
    expect(await say('arrived')).toBe(true)
    expect(await statusOf(id)).toMatchObject({ status: 'arrived', hash })
    expect(await say('arrived')).toBe(false)
  })

  test('refuses a webhook that is forged, altered, old or unsigned', async () => {
    const { read, start } = await open()
    const { id } = await start()
    const event = { order: id, status: 'arrived', address: alice } as const
    const now = Date.now()
    const signed = await one.sign(event, now)
    const refused = [
      await one.sign(event, now, 'another secret of 32 bytes or more'),
      await one.sign(event, now - 3_600_000),
      await one.sign(event, now + 3_600_000),
    ]
    if (name !== 'transak')
      refused.push({ ...signed, body: signed.body.replace(alice, bob) }, { ...signed, headers: {} })
    for (const message of refused)
      await expect(read(message)).rejects.toMatchObject({ status: 401 })
  })
})

test('MoonPay’s URL is signed over its whole query', async () => {
  const provider = createMoonpay({ apiKey: 'pk_test_1', secretKey: 'sk', webhookKey: 'w' })
  const { url } = await provider.openOrder({
    ...{ ...purchase, id: 'order-1', address: alice, country: undefined },
    ...{ ip: '', origin: undefined, redirectUrl: 'https://shop.example/a?b=c&d' },
  })
  const { origin, search } = new URL(url)
  expect(origin).toBe('https://buy-sandbox.moonpay.com')
  const [, query, signature = ''] = /^(.*)&signature=(.*)$/.exec(search) ?? []
  expect(decodeURIComponent(signature)).toBe(hmac('sk', query ?? '').digest('base64'))
  expect(new URLSearchParams(search).get('redirectURL')).toBe('https://shop.example/a?b=c&d')
})

test('Coinbase is called with a token for this one call, signed by the key', async () => {
  const one = cases.coinbase!
  const seller = await startSeller(recorded(one))
  await one.create(seller.url).getQuote({ ...purchase, country: undefined })
  const [, token = ''] = /^Bearer (.*)$/.exec(seller.calls[0]?.headers.authorization ?? '') ?? []
  const { payload, protectedHeader } = await jwtVerify(token, coinbaseKeys.publicKey)
  expect(protectedHeader).toMatchObject({ alg: 'EdDSA', kid: 'key-1' })
  expect(payload).toMatchObject({
    ...{ iss: 'cdp', sub: 'key-1' },
    uris: [`POST ${new URL(seller.url).host}/onramp/v1/buy/quote`],
  })
  expect(payload.exp! - payload.nbf!).toBe(120)
})

test('Transak’s token is asked for once, and a webhook with another algorithm is refused', async () => {
  const one = cases.transak!
  const seller = await startSeller(recorded(one))
  const provider = one.create(seller.url)
  const { body } = await one.sign({ order: 'o', status: 'arrived', address: alice }, Date.now())
  const { data } = JSON.parse(body) as { data: string }
  const [, claims] = data.split('.')
  const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
  const message = (text: string) => ({
    ...{
      bytes: new TextEncoder().encode(JSON.stringify({ data: text })),
      url: '',
      now: Date.now(),
    },
    header: () => undefined,
  })
  await Promise.all([provider.readWebhook(message(data)), provider.readWebhook(message(data))])
  await expect(provider.readWebhook(message(none))).rejects.toMatchObject({ status: 401 })
  const asked = seller.calls.filter(({ url }) => url.pathname.endsWith('/refresh-token'))
  expect(asked).toHaveLength(1)
})
