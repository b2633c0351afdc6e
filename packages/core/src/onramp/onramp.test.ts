import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import { createFoyer } from '../createFoyer.ts'
import { alice, testFoyer, testWallet } from '../testFoyer.test.kit.ts'
import { type Answer, sendJson, testServer } from '../testServer.test.kit.ts'
import { buyToken } from './buyToken.ts'
import { getOnrampOptions } from './getOnrampOptions.ts'
import { getOnrampQuote } from './getOnrampQuote.ts'
import { supportsOnramp } from './supportsOnramp.ts'
import { waitForOnramp } from './waitForOnramp.ts'

const money = (amount: string, currency = 'USD') => ({ amount, currency })
const quote = {
  ...{ provider: 'moonpay', quoteId: 'q', paymentTotal: money('50') },
  ...{ paymentSubtotal: money('46'), purchaseAmount: money('0.015', 'ETH') },
  ...{ providerFee: money('3.5'), networkFee: money('0.5') },
}
const state = {
  ...{ status: 'open', provider: 'moonpay', address: alice, chainId: 'eip155:1' },
  expiresAt: new Date().toISOString(),
}

/** A connected account, and an api with these answers by path. */
async function connected(
  answers: Readonly<Record<string, Answer | object>> = {},
  options: Parameters<typeof testFoyer>[0] = {},
) {
  const server = await testServer((request, response) => {
    const found = Object.entries(answers).find(([path]) => request.path.startsWith(path))?.[1]
    if (found === undefined) return sendJson(response, 404, {})
    return typeof found === 'function' ? (found as Answer)(request, response) : found
  })
  const { connector } = testWallet()
  const foyer = testFoyer({ connectors: [connector], apiUrl: server.url, ...options })
  await connect(foyer, { connector })
  const calls = () => server.requests.filter(({ path }) => path.startsWith('/v1/onramp'))
  return { calls, foyer }
}
const order = { provider: 'moonpay', amount: 49_90n, purchaseCurrency: 'ETH' }

test('[9.21] coins can be bought by a connected account of a site with an api and the feature', async () => {
  const { foyer } = await connected()
  expect(supportsOnramp(foyer)).toBe(true)
  expect(supportsOnramp((await connected({}, { features: { onramp: false } })).foyer)).toBe(false)
  expect(supportsOnramp((await connected({}, { apiUrl: undefined })).foyer)).toBe(false)
  expect(supportsOnramp(createFoyer({ ...foyer.options, storageKey: 'another' }))).toBe(false)
})

test('[9.29] in a restricted time zone nothing is offered or bought; the list is empty by default', async () => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const restricted = await connected({}, { restrictedTimeZones: ['Antarctica/Troll', timeZone] })
  expect(supportsOnramp(restricted.foyer)).toBe(false)
  await expect(buyToken(restricted.foyer, order)).rejects.toMatchObject({
    code: 'action-not-allowed',
  })
  expect(restricted.calls()).toEqual([])
  const others = await connected({}, { restrictedTimeZones: ['Antarctica/Troll'] })
  expect(supportsOnramp(others.foyer)).toBe(true)
})

test('[7.35] reads the sellers once in five minutes', async () => {
  const providers = [
    {
      ...{ name: 'moonpay', label: 'MoonPay', namespaces: ['eip155'] },
      ...{ paymentCurrencies: [{ id: 'USD', limits: [] }], purchaseCurrencies: [] },
    },
  ]
  const { calls, foyer } = await connected({
    '/v1/onramp/options': { paymentCurrencies: [], purchaseCurrencies: [], providers },
  })
  expect(await getOnrampOptions(foyer)).toEqual(providers)
  await getOnrampOptions(foyer)
  expect(calls()).toHaveLength(1)
  await getOnrampOptions(foyer, { force: true })
  expect(calls()).toHaveLength(2)
})

test('[7.36] asks for a price in hundredths, without a float', async () => {
  const { calls, foyer } = await connected({ '/v1/onramp/quote': quote })
  const amount = 9_007_199_254_740_993_01n
  expect(await getOnrampQuote(foyer, { amount, purchaseCurrency: 'ETH' })).toEqual(quote)
  expect(calls()[0]?.body).toEqual({
    ...{ amount: '9007199254740993.01', network: 'eip155:1', paymentMethod: 'CARD' },
    ...{ paymentCurrency: 'USD', purchaseCurrency: 'ETH' },
  })
})

test('[7.36] buys for the connected account only', async () => {
  const expiresAt = new Date(Date.now() + 60_000).toISOString()
  const url = 'https://buy.moonpay.com/?signature=1'
  const { calls, foyer } = await connected({ '/v1/onramp/session': { id: 'one', url, expiresAt } })
  // An address that a caller passes all the same is not used.
  const bought = await buyToken(foyer, { ...order, address: '0xbad' } as typeof order)
  expect(bought).toEqual({
    ...{ id: 'one', url, provider: 'moonpay', purchaseCurrency: 'ETH' },
    ...{ address: alice, chainId: 'eip155:1', expiresAt: Date.parse(expiresAt) },
  })
  expect(calls()[0]?.body).toMatchObject({
    ...{ amount: '49.9', network: 'eip155:1', paymentCurrency: 'USD' },
    destinationWallets: [{ address: alice, blockchains: ['eip155:1'] }],
  })
})

test.each([
  'https://buy.moonpay.com.evil.example/',
  'http://buy.moonpay.com/',
  'https://pay.coinbase.com/',
  'javascript:alert(1)',
  'http://localhost:4006/pay/1',
])('refuses the page %s, whatever the api says', async (url) => {
  const expiresAt = new Date().toISOString()
  const { foyer } = await connected({ '/v1/onramp/session': { id: 'one', url, expiresAt } })
  await expect(buyToken(foyer, order)).rejects.toMatchObject({ code: 'http-failed' })
})

test('waits through failed reads for the end, and reads the balances again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answers = [
    { ...state },
    undefined,
    { ...state, status: 'pending' },
    { ...state, status: 'arrived', hash: '0x1' },
  ]
  let reads = 0
  const { foyer } = await connected({
    '/v1/onramp/session/one': ((_request, response) => {
      const answer = answers[reads++]
      return answer ?? sendJson(response, 400, {})
    }) satisfies Answer,
  })
  const seen: string[] = []
  const end = waitForOnramp(foyer, { id: 'one', onChange: ({ status }) => seen.push(status) })
  for (let turn = 1; turn <= answers.length; turn++) {
    await vi.waitFor(() => expect(reads).toBeGreaterThanOrEqual(turn))
    await vi.waitFor(() => expect(vi.getTimerCount() > 0 || turn === answers.length).toBe(true))
    await vi.advanceTimersByTimeAsync(2000)
  }
  expect(await end).toMatchObject({ status: 'arrived', hash: '0x1' })
  expect(seen).toEqual(['open', 'pending', 'arrived'])
})

test('an unknown purchase ends the wait, and so does the caller', async () => {
  const { foyer } = await connected({ '/v1/onramp/session/open': state })
  await expect(waitForOnramp(foyer, { id: 'unknown' })).rejects.toMatchObject({
    code: 'resource-not-found',
  })
  const controller = new AbortController()
  const waiting = waitForOnramp(foyer, {
    ...{ id: 'open', signal: controller.signal },
    onChange: () => controller.abort(),
  })
  await expect(waiting).rejects.toMatchObject({ code: 'request-aborted' })
})
