import { type Adapter, createFoyer, type Foyer } from '@foyer/core'
import {
  decodeHeader,
  encodeHeader,
  payment,
  paymentV1,
  permit2Proxy,
  permit2Transfer,
  transferAuthorization,
} from '@foyer/protocol/x402'
import { recoverTypedDataAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { payFetch } from './payFetch.ts'
import { readSettlement } from './readSettlement.ts'

const account = privateKeyToAccount(`0x${'1a'.repeat(32)}`)
const shop = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const dollar = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const chainId = 'eip155:8453'
const url = 'https://api.example/report'
const budget = {
  asset: `${chainId}/erc20:${dollar}`,
  amount: 5000n,
  most: 2000n,
  receivers: [shop],
}
const terms = {
  ...{ scheme: 'exact', network: chainId, amount: '1000', asset: dollar, payTo: shop },
  ...{ maxTimeoutSeconds: 60, extra: { name: 'USD Coin', version: '2', more: 'kept' } },
}
const resource = { url, description: 'A report', mimeType: 'text/plain' }

/** A kit with a connected wallet that signs with a key. `asked` counts its questions. */
function connected({ walletChain = chainId }: { walletChain?: `eip155:${number}` } = {}) {
  const asked: unknown[] = []
  const wallet = { answer: async () => {} }
  const adapter: Adapter = {
    namespace: 'eip155',
    isAddress: () => true,
    verifyAddress: async () => true,
    async signTypedData({ typedData }) {
      asked.push(typedData)
      await wallet.answer()
      return account.signTypedData(typedData as never)
    },
  }
  const network = {
    ...{ id: 8453, name: 'Base', caipNetworkId: chainId, chainNamespace: 'eip155' as const },
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  }
  const foyer: Foyer = createFoyer({
    ...{ projectId: 'p', adapters: [adapter], networks: [network] },
  } as never)
  foyer.store.set((state) => ({
    ...state,
    activeNamespace: 'eip155',
    connections: {
      eip155: {
        ...{ status: 'connected', address: account.address, chainId: walletChain },
        ...{ accounts: [{ address: account.address }], provider: { request: async () => null } },
        connector: { id: 'test', name: 'Test', type: 'ANNOUNCED', namespaces: ['eip155'] },
      } as never,
    },
  }))
  return { asked, foyer, wallet }
}

/** A server that asks for payment and takes one. `seen` lists the payments. */
function paidServer(accepts: readonly unknown[] = [terms], answers: (() => Response)[] = []) {
  const seen: string[] = []
  const send = async (request: Request) => {
    const paid = request.headers.get('PAYMENT-SIGNATURE') ?? request.headers.get('X-PAYMENT')
    if (paid === null)
      return new Response('{}', {
        status: 402,
        headers: { 'PAYMENT-REQUIRED': encodeHeader({ x402Version: 2, resource, accepts }) },
      })
    seen.push(paid)
    const settled = { success: true, transaction: '0xab', network: chainId, payer: account.address }
    return (
      answers.shift()?.() ??
      new Response(`report for ${await request.text()}`, {
        headers: { 'PAYMENT-RESPONSE': encodeHeader(settled) },
      })
    )
  }
  return { seen, send }
}

test('pays with a signature for exactly the terms, repeats them, and gives the receipt', async () => {
  const { asked, foyer } = connected()
  const { seen, send } = paidServer()
  const pay = payFetch(foyer, { budget, fetch: send })
  const response = await pay(url, { method: 'POST', body: 'ada' })
  expect(await response.text()).toBe('report for ada')
  expect(readSettlement(response)).toEqual({
    ...{ success: true, transaction: '0xab', network: chainId, payer: account.address },
  })
  const paid = decodeHeader(payment, seen[0])!
  expect([seen.length, asked.length, pay.readSpent()]).toEqual([1, 1, 1000n])
  expect([paid.accepted, paid.resource]).toEqual([terms, resource])
  if (!('authorization' in paid.payload)) throw new Error('not by EIP-3009')
  const { authorization, signature } = paid.payload
  expect(authorization).toMatchObject({ from: account.address, to: shop, value: '1000' })
  const lasts = Number(authorization.validBefore) - Math.floor(Date.now() / 1000)
  expect(lasts).toBeGreaterThan(50)
  expect(lasts).toBeLessThanOrEqual(60)
  const typedData = transferAuthorization({
    ...{ asset: dollar, authorization, chainId, name: 'USD Coin', version: '2' },
  } as never)
  expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(account.address)
})

test('understands version 1, whose terms are in the body', async () => {
  const { foyer } = connected()
  const { amount, ...rest } = terms
  const seen: (string | null)[] = []
  const pay = payFetch(foyer, {
    budget,
    async fetch({ headers }) {
      if (!headers.has('X-PAYMENT'))
        return Response.json(
          {
            x402Version: 1,
            accepts: [{ ...rest, network: 'base', maxAmountRequired: amount, resource: url }],
          },
          { status: 402 },
        )
      seen.push(headers.get('X-PAYMENT'))
      return new Response('ok')
    },
  })
  expect((await pay(url)).status).toBe(200)
  expect(decodeHeader(paymentV1, seen[0])).toMatchObject({ network: 'base', scheme: 'exact' })
})

test('returns any other answer as it is', async () => {
  const { asked, foyer } = connected()
  for (const answer of [
    new Response('fine'),
    new Response('no', { status: 500 }),
    new Response('pay me', { status: 402 }),
    new Response('x'.repeat(100_000), { status: 402 }),
    new Response('{}', { status: 402, headers: { 'PAYMENT-REQUIRED': '%%%' } }),
  ]) {
    const text = await answer.clone().text()
    const response = await payFetch(foyer, { budget, fetch: async () => answer })(url)
    expect([response.status, await response.text()]).toEqual([answer.status, text])
  }
  expect(asked).toEqual([])
})

const other = '0x000000000000000000000000000000000000dEaD'
test.each([
  ['another receiver', { payTo: other }, other],
  ['another token', { asset: other }, other],
  ['another network', { network: 'eip155:1' }, 'eip155:1'],
  ['more than for one payment', { amount: '2001' }, '2001 is more than 2000'],
  ['another scheme', { scheme: 'upto' }, 'known kind'],
  ['another method', { extra: { ...terms.extra, assetTransferMethod: 'erc7710' } }, 'known kind'],
  ['a token without a domain', { extra: {} }, 'known kind'],
  ['no amount', { amount: '0' }, 'known kind'],
  ['a fraction', { amount: '0.5' }, 'known kind'],
])('error: refuses %s before the wallet is asked', async (_, wrong, details) => {
  const { asked, foyer } = connected()
  const { seen, send } = paidServer([{ ...terms, ...wrong }])
  const pay = payFetch(foyer, { budget, fetch: send })
  await expect(pay(url)).rejects.toMatchObject({
    ...{ code: 'action-not-allowed', details: expect.stringContaining(details) },
  })
  expect([asked, seen, pay.readSpent()]).toEqual([[], [], 0n])
})

test('pays the cheapest offer within the budget', async () => {
  const { foyer } = connected()
  const { seen, send } = paidServer([
    { ...terms, amount: '1', payTo: other },
    { ...terms, amount: '900' },
    { scheme: 'unknown' },
    terms,
  ])
  await payFetch(foyer, { budget, fetch: send })(url)
  expect(decodeHeader(payment, seen[0])?.accepted.amount).toBe('900')
})

test('error: never exceeds the budget, also with calls at the same time', async () => {
  const { asked, foyer } = connected()
  const { seen, send } = paidServer()
  const pay = payFetch(foyer, { budget, fetch: send })
  const calls = Array.from({ length: 8 }, (_, n) => pay(`${url}/${n}`))
  const settled = await Promise.allSettled(calls)
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect([seen.length, asked.length, pay.readSpent()]).toEqual([5, 5, 5000n])
})

test('error: a declined signature costs nothing, and nothing is sent', async () => {
  const { foyer, wallet } = connected()
  wallet.answer = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }))
  const { seen, send } = paidServer()
  const pay = payFetch(foyer, { budget, fetch: send })
  await expect(pay(url)).rejects.toMatchObject({ code: 'user-rejected' })
  expect([seen, pay.readSpent()]).toEqual([[], 0n])
})

test('pays by Permit2 where the server asks for it: this amount to this receiver, through one contract', async () => {
  const { asked, foyer } = connected()
  const offer = { ...terms, extra: { assetTransferMethod: 'permit2' } }
  const { seen, send } = paidServer([offer])
  const pay = payFetch(foyer, { budget, fetch: send })
  expect((await pay(url)).status).toBe(200)
  const paid = decodeHeader(payment, seen[0])!
  expect([paid.accepted, asked.length, pay.readSpent()]).toEqual([offer, 1, 1000n])
  if (!('permit2Authorization' in paid.payload)) throw new Error('not by Permit2')
  const { permit2Authorization: authorization, signature } = paid.payload
  expect(authorization).toMatchObject({
    ...{ from: account.address, spender: permit2Proxy, witness: { to: shop } },
    permitted: { token: dollar, amount: '1000' },
  })
  const lasts = Number(authorization.deadline) - Math.floor(Date.now() / 1000)
  expect(lasts).toBeLessThanOrEqual(60)
  const typedData = permit2Transfer({ authorization, chainId })
  expect(await recoverTypedDataAddress({ ...typedData, signature })).toBe(account.address)
})

test('sends the signature of a smart account, which is longer', async () => {
  const { foyer } = connected()
  const adapter = foyer.adapters.eip155 as Adapter
  adapter.signTypedData = async () => `0x${'ab'.repeat(300)}`
  const { seen, send } = paidServer()
  await payFetch(foyer, { budget, fetch: send })(url)
  expect(decodeHeader(payment, seen[0])?.payload.signature).toHaveLength(602)
})

test('error: refuses a signature that is too long for a header, and sends nothing', async () => {
  const { foyer } = connected()
  const adapter = foyer.adapters.eip155 as Adapter
  adapter.signTypedData = async () => `0x${'ab'.repeat(1025)}`
  const { seen, send } = paidServer()
  const pay = payFetch(foyer, { budget, fetch: send })
  await expect(pay(url)).rejects.toMatchObject({ code: 'method-not-supported' })
  expect([seen, pay.readSpent()]).toEqual([[], 0n])
})

test('error: does not ask a wallet that is on another network, or not connected', async () => {
  const { asked, foyer } = connected({ walletChain: 'eip155:1' })
  const { send } = paidServer()
  await expect(payFetch(foyer, { budget, fetch: send })(url)).rejects.toMatchObject({
    code: 'chain-unsupported',
  })
  foyer.store.set((state) => ({ ...state, connections: {} }))
  await expect(payFetch(foyer, { budget, fetch: send })(url)).rejects.toMatchObject({
    code: 'not-connected',
  })
  expect(asked).toEqual([])
})

test('sends a payment again whose answer was lost, until it expires; never a second one', async () => {
  const { asked, foyer } = connected()
  const { seen, send } = paidServer(
    [terms],
    [
      () => {
        throw new TypeError('network')
      },
      () => new Response('down', { status: 503 }),
    ],
  )
  const pay = payFetch(foyer, { budget, fetch: send })
  await expect(pay(url)).rejects.toThrow('network')
  expect((await pay(url)).status).toBe(503)
  expect((await pay(url)).status).toBe(200)
  expect([new Set(seen).size, seen.length, asked.length]).toEqual([1, 3, 1])
  expect(pay.readSpent()).toBe(1000n)
  // The next request is another payment.
  await pay(url)
  expect([new Set(seen).size, asked.length]).toEqual([2, 2])
})

test('error: returns 402 again, with the reason, when the server does not take the payment', async () => {
  const { foyer } = connected()
  const failed = {
    success: false,
    errorReason: 'insufficient_funds',
    transaction: '',
    network: chainId,
  }
  const { seen, send } = paidServer(
    [terms],
    [
      () =>
        new Response('{}', { status: 402, headers: { 'PAYMENT-RESPONSE': encodeHeader(failed) } }),
    ],
  )
  const response = await payFetch(foyer, { budget, fetch: send })(url)
  expect([response.status, readSettlement(response)]).toEqual([402, failed])
  expect(seen).toHaveLength(1)
})

test('sends the payment to no other server', async () => {
  const { foyer } = connected()
  const redirects: string[] = []
  const { send } = paidServer()
  await payFetch(foyer, {
    budget,
    fetch(request) {
      redirects.push(request.redirect)
      return send(request)
    },
  })(url)
  expect(redirects).toEqual(['follow', 'error'])
})

test.each([
  ['of coins', { asset: 'eip155:8453/slip44:60' }],
  ['of Solana', { asset: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp/token:abc' }],
  ['without a network', { asset: 'USDC' }],
  ['below 0', { amount: -1n }],
])('error: refuses a budget %s', (_, wrong) => {
  expect(() => payFetch(connected().foyer, { budget: { ...budget, ...wrong } })).toThrow(
    expect.objectContaining({ code: 'options-invalid' }),
  )
})
