import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { decodeHeader, encodeHeader, paymentHeaders, paymentRequired } from '@foyer/protocol/x402'
import { expect, onTestFinished, test } from 'vitest'
import { createPaywall, type Paywall } from './createPaywall.ts'

const shop = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const url = 'https://shop.example/report'
const terms = {
  facilitatorUrl: 'http://127.0.0.1:9',
  token: 'a-token-of-the-shop',
  amount: 1000n,
  asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  chainId: 'eip155:8453',
  payTo: shop,
} as const
const domain = { name: 'USD Coin', version: '2' }
const serve = () => new Response('report')

/** A facilitator that gives these answers. */
async function startFacilitator(...answers: [status: number, body: string][]): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    const [status, body] = answers.shift() ?? [500, 'asked too often']
    response.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A request with a payment, as far as the paywall reads it. */
async function paid(paywall: Paywall, nonce = 'ab'.repeat(32)) {
  const asked = await paywall.charge(new Request(url), serve)
  const required = decodeHeader(paymentRequired, asked.headers.get(paymentHeaders[2].required))
  const authorization = {
    ...{ from: shop, to: shop, value: '1000', validAfter: '0', validBefore: '99999999999' },
    nonce: `0x${nonce}`,
  }
  const header = encodeHeader({
    ...{ x402Version: 2, accepted: required?.accepts[0] },
    payload: { authorization, signature: `0x${'11'.repeat(65)}` },
  })
  return new Request(url, { headers: { [paymentHeaders[2].payment]: header } })
}

test.each([
  [401, '{"error":{"code":"unauthorized"}}', /answered 401: .*unauthorized/],
  [403, 'forbidden', /answered 403: forbidden/],
  [
    429,
    '{"error":{"message":"The daily budget of this merchant is spent"}}',
    /answered 429: .*budget/,
  ],
  [200, '{"success":"maybe"}', /answered 200/],
])(
  'error: tells the server why its facilitator took no payment: %s',
  async (status, body, reason) => {
    const failures: unknown[] = []
    const facilitatorUrl = await startFacilitator([status, body])
    const onFailure = (cause: unknown) => void failures.push(cause)
    const paywall = createPaywall({ ...terms, ...domain, facilitatorUrl, onFailure })
    const answer = await paywall.charge(await paid(paywall), serve)
    expect([answer.status, await answer.text()]).toEqual([
      ...[503, 'The payment can not be taken right now.'],
    ])
    expect(failures).toEqual([expect.objectContaining({ message: expect.stringMatching(reason) })])
    expect(String(failures[0])).not.toContain(terms.token)
  },
)

test('a failure that another attempt repairs is none', async () => {
  const failures: unknown[] = []
  const settled = { success: true, transaction: '0xab', network: 'eip155:8453', payer: shop }
  const facilitatorUrl = await startFacilitator([503, ''], [200, JSON.stringify(settled)])
  const onFailure = (cause: unknown) => void failures.push(cause)
  const paywall = createPaywall({ ...terms, ...domain, facilitatorUrl, onFailure })
  const answer = await paywall.charge(await paid(paywall), serve)
  expect([answer.status, await answer.text(), failures]).toEqual([200, 'report', []])
})

test('error: tells of a facilitator that can not be reached', async () => {
  const failures: unknown[] = []
  const onFailure = (cause: unknown) => void failures.push(cause)
  const paywall = createPaywall({ ...terms, ...domain, onFailure })
  expect((await paywall.charge(await paid(paywall), serve)).status).toBe(503)
  expect(failures).toEqual([expect.objectContaining({ message: 'fetch failed' })])
})

test.each(['sponsor.example.com', '', 'ftp://sponsor.example.com'])(
  'error: refuses %j as the address of a facilitator at once',
  (facilitatorUrl) => {
    expect(() => createPaywall({ ...terms, ...domain, facilitatorUrl })).toThrow(TypeError)
  },
)

test('needs no EIP-712 domain of a token that moves by Permit2, and offers it to version 2 only', async () => {
  const answer = await createPaywall({ ...terms, method: 'permit2' }).charge(
    new Request(url),
    serve,
  )
  const required = decodeHeader(paymentRequired, answer.headers.get(paymentHeaders[2].required))
  expect(required?.accepts).toEqual([
    expect.objectContaining({ asset: terms.asset, extra: { assetTransferMethod: 'permit2' } }),
  ])
  expect(await answer.json()).toEqual({ error: 'A payment is required' })
  // @ts-expect-error The payer signs for the token's domain.
  createPaywall({ ...terms, method: 'eip3009' })
  // @ts-expect-error Permit2 has a domain of its own.
  createPaywall({ ...terms, ...domain, method: 'permit2' })
})

test('a payment under way keeps its claim while strangers show a thousand that nobody made', async () => {
  const settled = { success: true, transaction: '0xab', network: 'eip155:8453', payer: shop }
  const claims: unknown[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const end = (status: number, answer: object) =>
      response.writeHead(status).end(JSON.stringify(answer))
    // The budget of this merchant is spent by them, too.
    if (!body.includes('ab'.repeat(32))) return end(429, {})
    claims.push(request.headers['idempotency-key'])
    if (claims.length === 1) return end(200, { success: 'in no block yet' })
    return claims[0] === claims[1]
      ? end(200, settled)
      : end(200, { ...settled, success: false, errorReason: 'invalid_transaction_state' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const facilitatorUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const paywall = createPaywall({ ...terms, ...domain, facilitatorUrl })
  expect((await paywall.charge(await paid(paywall), serve)).status).toBe(503)
  for (let n = 0; n < 1000; n++) {
    const junk = await paid(paywall, n.toString(16).padStart(64, '0'))
    expect((await paywall.charge(junk, serve)).status).toBe(503)
  }
  const again = await paywall.charge(await paid(paywall), serve)
  expect([again.status, await again.text()]).toEqual([200, 'report'])
})
