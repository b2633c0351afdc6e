import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { devnetAccounts } from '../evm/accounts.ts'
import { foyerDevnet } from '../evm/chains.ts'
import type { Faucet } from '../evm/faucet.ts'
import { cardKeys } from './cardKeys.ts'
import { testCards } from './checkCard.ts'
import { signatureHeader, signWebhook } from './sendWebhook.ts'
import { startCard } from './startCard.ts'

const alice = devnetAccounts[0]!.address
type Told = { status: string; signature: string; body: string }

/** A card page, an api that takes its webhooks, and a faucet that remembers its gifts. */
async function open({ lifeMs }: { lifeMs?: number } = {}) {
  const told: Told[] = []
  const api = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const signature = String(request.headers[signatureHeader.toLowerCase()])
      told.push({ body, signature, status: (JSON.parse(body) as { status: string }).status })
      response.end('{}')
    })
  })
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void api.close())
  const gifts: unknown[] = []
  const faucet: Faucet = {
    async giveEther(gift) {
      gifts.push(gift)
      return `0x${'1'.repeat(64)}`
    },
    giveToken: () => Promise.reject(new Error('not asked for')),
  }
  const card = await startCard({
    port: 0,
    apiUrl: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
    chains: [{ chainId: foyerDevnet.id, url: 'http://127.0.0.1:2', faucet }],
    ...(lifeMs === undefined ? {} : { lifeMs }),
  })
  onTestFinished(() => card.stop())
  const call = (path: string, body?: object, key: string = cardKeys.apiKey) =>
    fetch(`http://127.0.0.1:${card.port}${path}`, {
      headers: { Authorization: `Bearer ${key}` },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const order = {
    ...{ purchaseCurrency: 'ETH', paymentCurrency: 'USD', amount: '50', address: alice },
    ...{ network: foyerDevnet.caipId, reference: 'a'.repeat(24) },
  }
  const start = async (change: object = {}) => {
    const response = await call('/api/sessions', { ...order, ...change })
    const { path = '' } = (await response.json()) as { path?: string }
    return { status: response.status, path }
  }
  /** A browser, with the cookie that it got. */
  const visit = async (path: string) => {
    const url = `http://127.0.0.1:${card.port}${path}`
    const first = await fetch(url)
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? ''
    const post = (form: Record<string, string>, to = url) =>
      fetch(to, {
        method: 'POST',
        body: new URLSearchParams(form),
        headers: { Cookie: cookie },
        redirect: 'manual',
      })
    return { first, text: await first.text(), post }
  }
  return { call, gifts, order, start, told, visit }
}
const good = { number: testCards.accepted, expiry: '12/40', cvc: '123' }

test('delivers once for one payment, and tells it by signed webhooks', async () => {
  const { gifts, start, told, visit } = await open()
  const { path } = await start()
  const { post, text } = await visit(path)
  expect(text).toContain(alice)
  expect((await post(good)).status).toBe(303)
  await expect.poll(() => told.map(({ status }) => status)).toEqual(['pending', 'arrived'])
  expect(gifts).toEqual([{ to: alice, amount: (492n * 10n ** 17n) / 3000n }])
  for (const { body, signature } of told) {
    const [, at = ''] = /^t=(\d+),/.exec(signature) ?? []
    expect(signature).toBe(signWebhook(body, Number(at)))
  }
  expect((await post(good)).status).toBe(409)
  expect(gifts).toHaveLength(1)
})

test('the page belongs to the browser that opened it first', async () => {
  const { gifts, start, visit } = await open()
  const { path } = await start()
  await visit(path)
  const other = await visit(path)
  expect(other.first.status).toBe(403)
  expect(other.text).not.toContain(alice)
  expect((await other.post(good)).status).toBe(403)
  expect(gifts).toEqual([])
})

test('a late payment is refused', async () => {
  const { gifts, start, visit } = await open({ lifeMs: -1 })
  const { path } = await start()
  const { post, text } = await visit(path)
  expect(text).toContain('Expired')
  expect((await post(good)).status).toBe(409)
  expect(gifts).toEqual([])
})

test('the card’s number is never written back, and text of a form is no markup', async () => {
  const { start, visit } = await open()
  const { post } = await visit((await start()).path)
  const answer = await post({ number: '5555555555554444', expiry: '"><script>', cvc: '1' })
  const text = await answer.text()
  expect(text).not.toContain('5555555555554444')
  expect(text).not.toContain('<script>')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test.each([
  { address: '0x12' },
  { amount: '4.99' },
  { amount: '2000.01' },
  { amount: '5.001' },
  { network: 'eip155:1' },
  { paymentCurrency: 'GBP' },
  { paymentCurrency: '__proto__' },
  { purchaseCurrency: 'constructor' },
  { redirectUrl: 'javascript:alert(1)' },
])('sells nothing for %j', async (change) => {
  const { start } = await open()
  expect((await start(change)).status).toBe(422)
})

test('only a server with the key opens purchases', async () => {
  const { call, order } = await open()
  expect((await call('/api/sessions', order, 'a guess')).status).toBe(401)
  expect((await call('/api/options', undefined, '')).status).toBe(401)
})
