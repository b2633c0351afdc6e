import { createHash } from 'node:crypto'
import { type Adapter, createFoyer, type Foyer } from '@foyer/core'
import { createFaucet, devnetAddresses, type EvmChain, startEvm } from '@foyer/devnet'
import { decodeHeader, encodeHeader, payment } from '@foyer/protocol/x402'
import { type Sponsor, start } from '@foyer/sponsor'
import { payFetch, readSettlement } from '@foyer/x402'
import { createPaywall } from '@foyer/x402/server'
import {
  type Address,
  createPublicClient,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  parseGwei,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createApp } from './x402-hono/createApp.ts'

const chainId = 'eip155:31337'
const asset = devnetAddresses.usdc
const shop: Address = '0x00000000000000000000000000000000000051a0'
const token = 'a-token-of-the-shop'
const url = 'https://shop.example/forecast'

let chain: EvmChain
let sponsor: Sponsor
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
  sponsor = await startSponsor()
})
afterAll(async () => {
  await sponsor?.stop()
  await chain?.stop()
})

/** The facilitator, with an account that has coins. */
async function startSponsor(port = 0): Promise<Sponsor> {
  const key = generatePrivateKey()
  const to = privateKeyToAccount(key).address
  await createFaucet(chain).giveEther({ to, amount: parseEther('10') })
  return start({
    port,
    senderKeys: [key],
    policy: {
      chains: [
        {
          ...{ caipId: chainId, rpcUrl: chain.url, pollMs: 50 },
          ...{ maxFeePerGas: parseGwei('50').toString(), weiPerDay: parseEther('1').toString() },
        },
      ],
      merchants: [
        {
          ...{ id: 'shop', chain: chainId, asset, payTo: [shop], leastAmount: '1000' },
          ...{ tokenHash: createHash('sha256').update(token).digest('hex') },
          weiPerDay: parseEther('1').toString(),
        },
      ],
    },
  })
}

type Terms = Extract<createPaywall.Options, { name: string }>
const termsOf = (more: Partial<Terms> = {}): Terms => ({
  ...{ facilitatorUrl: sponsor.url, token, amount: 10_000n, asset, chainId, payTo: shop },
  ...{ name: 'USD Coin', version: '1', ...more },
})
const balanceOf = (who: Address) =>
  createPublicClient({ transport: http(chain.url) }).readContract({
    ...{ address: asset, abi: erc20Abi, functionName: 'balanceOf', args: [who] },
  })
const budget = { asset: `${chainId}/erc20:${asset}`, amount: 1_000_000n, receivers: [shop] }

/** A kit with a wallet that has dollars and no coins. */
async function newPayer(): Promise<{ foyer: Foyer; address: Address }> {
  const account = privateKeyToAccount(generatePrivateKey())
  await createFaucet(chain).giveToken({ to: account.address, token: asset, amount: 50_000n })
  const adapter: Adapter = {
    ...{ namespace: 'eip155', isAddress: () => true, verifyAddress: async () => true },
    signTypedData: ({ typedData }) => account.signTypedData(typedData as never),
  }
  const network = {
    ...{ id: 31337, name: 'Devnet', caipNetworkId: chainId, chainNamespace: 'eip155' },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }
  const foyer = createFoyer({ projectId: 'p', adapters: [adapter], networks: [network] } as never)
  foyer.store.set((state) => ({
    ...state,
    activeNamespace: 'eip155',
    connections: {
      eip155: {
        ...{ status: 'connected', address: account.address, chainId },
        ...{ accounts: [{ address: account.address }], provider: { request: async () => null } },
        connector: { id: 'test', name: 'Test', type: 'ANNOUNCED', namespaces: ['eip155'] },
      } as never,
    },
  }))
  return { foyer, address: account.address }
}

test('a wallet without coins pays for an answer, and the receipt names the transaction', async () => {
  const app = createApp(termsOf())
  const { address, foyer } = await newPayer()
  const before = await balanceOf(shop)
  const pay = payFetch(foyer, { budget, fetch: async (request) => app.fetch(request) })
  const response = await pay(url)
  expect([response.status, await response.json()]).toEqual([200, { forecast: 'sunny' }])
  expect(await balanceOf(shop)).toBe(before + 10_000n)
  const receipt = readSettlement(response)!
  expect(receipt).toMatchObject({ success: true, payer: address, network: chainId })
  const client = createPublicClient({ transport: http(chain.url) })
  const { status } = await client.getTransactionReceipt({ hash: receipt.transaction as Hex })
  expect(status).toBe('success')
  expect(pay.readSpent()).toBe(10_000n)
})

test('error: a replayed payment buys nothing, not even at the same time', async () => {
  const app = createApp(termsOf())
  const { foyer } = await newPayer()
  const before = await balanceOf(shop)
  const sent: Request[] = []
  const pay = payFetch(foyer, {
    budget,
    async fetch(request) {
      sent.push(request.clone())
      return app.fetch(request)
    },
  })
  await pay(url)
  const paid = sent.at(-1)!
  const elsewhere = new Request('https://shop.example/forecast?day=2', paid.clone())
  const others = [createApp(termsOf()), createApp(termsOf())]
  const answers = await Promise.all([
    ...others.map((one) => one.fetch(paid.clone())),
    app.fetch(elsewhere),
  ])
  expect(answers.map(({ status }) => status)).toEqual([402, 402, 402])
  expect(readSettlement(answers[0]!)).toMatchObject({
    ...{ success: false, errorReason: 'invalid_transaction_state' },
  })
  expect(await balanceOf(shop)).toBe(before + 10_000n)
})

test('error: a payment for another receiver, of less, or expired buys nothing', async () => {
  const other = '0x000000000000000000000000000000000000dEaD'
  const { foyer } = await newPayer()
  const before = await balanceOf(shop)
  for (const [wrong, reason] of [
    [{ payTo: other }, 'invalid_payment_requirements'],
    [{ amount: 9999n }, 'invalid_payment_requirements'],
    [{ maxSeconds: 1 }, 'invalid_exact_evm_payload_authorization_valid_before'],
  ] as const) {
    // The page is told other terms than the server's own.
    const lying = createApp(termsOf(wrong))
    const honest = createApp(termsOf())
    const pay = payFetch(foyer, {
      budget: { ...budget, receivers: 'any' },
      fetch: async (request) =>
        (request.headers.has('PAYMENT-SIGNATURE') ? honest : lying).fetch(request),
    })
    const response = await pay(url)
    expect([response.status, readSettlement(response)?.errorReason]).toEqual([402, reason])
  }
  expect(await balanceOf(shop)).toBe(before)
})

/** A paid route that counts its answers, and a payment for it. */
async function openShop(serve: (count: number, request: Request) => Response | Promise<Response>) {
  const paywall = createPaywall(termsOf())
  const { foyer } = await newPayer()
  const sent: Request[] = []
  const served = { count: 0 }
  const ask = (request: Request) =>
    paywall.charge(request, () => serve(++served.count, request)).catch(() => Response.error())
  const pay = payFetch(foyer, {
    budget,
    async fetch(request) {
      sent.push(request.clone())
      return ask(request)
    },
  })
  return { ask, pay, sent, served }
}

test('a payment whose answer was lost gets the same answer again, for the same request only', async () => {
  const before = await balanceOf(shop)
  const { ask, pay, sent, served } = await openShop(async (count, request) =>
    Response.json({ count, for: await request.text() }, { headers: { 'X-Kind': 'report' } }),
  )
  const order = { method: 'POST', body: 'ada' }
  expect(await (await pay(url, order)).json()).toEqual({ count: 1, for: 'ada' })
  const paid = sent.at(-1)!
  const again = await Promise.all([ask(paid.clone()), ask(paid.clone())])
  for (const response of again) {
    expect([response.status, response.headers.get('X-Kind')]).toEqual([200, 'report'])
    expect(readSettlement(response)).toMatchObject({ success: true })
    expect(await response.json()).toEqual({ count: 1, for: 'ada' })
  }
  const { headers } = paid
  for (const other of [
    new Request(url, { method: 'POST', body: 'bob', headers }),
    new Request(url, { method: 'GET', headers }),
    new Request(`${url}/more`, { ...order, headers }),
  ])
    expect((await ask(other)).status).toBe(402)
  expect(served.count).toBe(1)
  expect(await balanceOf(shop)).toBe(before + 10_000n)
})

test('a payment is good for another try after a failure of the server, and for no second long answer', async () => {
  const before = await balanceOf(shop)
  const failing = await openShop((count) => {
    if (count === 1) throw new Error('down')
    return new Response('x'.repeat(70_000), { status: count === 2 ? 500 : 200 })
  })
  await expect(failing.pay(url)).resolves.toMatchObject({ type: 'error' })
  const paid = failing.sent.at(-1)!
  const statuses: number[] = []
  for (let n = 0; n < 3; n++) {
    const response = await failing.ask(paid.clone())
    statuses.push(response.status)
    await response.text()
  }
  // Longer than what is kept: it is given once.
  expect([statuses, failing.served.count]).toEqual([[500, 200, 402], 3])
  expect(await balanceOf(shop)).toBe(before + 10_000n)
})

test('error: a malformed payment is 400', async () => {
  const app = createApp(termsOf())
  for (const text of ['%', encodeHeader({}), encodeHeader({ x402Version: 2 }), 'x'.repeat(20_000)])
    expect((await app.request(url, { headers: { 'PAYMENT-SIGNATURE': text } })).status).toBe(400)
})

test('while the facilitator is down nothing is served; afterwards the same payment is taken once', async () => {
  const own = await startSponsor()
  const { port } = own
  await own.stop()
  const app = createApp(termsOf({ facilitatorUrl: own.url }))
  const { foyer } = await newPayer()
  const before = await balanceOf(shop)
  const nonces: string[] = []
  const pay = payFetch(foyer, {
    budget,
    async fetch(request) {
      const paid = decodeHeader(payment, request.headers.get('PAYMENT-SIGNATURE'))
      if (paid && 'authorization' in paid.payload) nonces.push(paid.payload.authorization.nonce)
      return app.fetch(request)
    },
  })
  expect((await pay(url)).status).toBe(503)
  expect(await balanceOf(shop)).toBe(before)
  const back = await startSponsor(port)
  onTestFinished(() => back.stop())
  expect((await pay(url)).status).toBe(200)
  expect(await balanceOf(shop)).toBe(before + 10_000n)
  expect([nonces.length, new Set(nonces).size, pay.readSpent()]).toEqual([2, 1, 10_000n])
})
