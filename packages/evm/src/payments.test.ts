import {
  connect,
  createFoyer,
  createPaymentRequest,
  type PaymentRequest,
  pay,
  sendToken,
  sendTransaction,
  verifyPayment,
  waitForTransaction,
} from '@foyer/core'
import { devnetAccounts, devnetAddresses, type EvmChain, startEvm } from '@foyer/devnet'
import { hashPayment } from '@foyer/protocol/payment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnector } from './createConnector.ts'
import { defineNetwork } from './defineNetwork.ts'
import { evm } from './evm.ts'
import { askNode, createNodeWallet } from './nodeWallet.test.kit.ts'
import { writeReference, writeTransfer } from './writeTransfer.ts'

const [alice, bob, carol] = devnetAccounts.map(({ address }) => address) as [string, string, string]
const { usdc } = devnetAddresses
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())

function createKit() {
  return createFoyer({
    projectId: 'test',
    logLevel: 'silent',
    adapters: [evm()],
    networks: [
      defineNetwork({
        id: chain.chainId,
        name: 'Devnet',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [chain.url] } },
      }),
    ],
  })
}
async function connected() {
  const foyer = createKit()
  const wallet = createNodeWallet({ nodes: [chain] })
  await connect(foyer, {
    connector: createConnector({
      id: 'test',
      type: 'INJECTED',
      name: 'Test',
      provider: wallet.provider,
    }),
  })
  return { foyer, wallet }
}
type Terms = Partial<Parameters<typeof createPaymentRequest>[1]>
/** The server of the shop, which has no wallet. */
const shop = () => createKit()
const ask = (terms: Terms = {}) =>
  createPaymentRequest(shop(), {
    amount: 2_500_000n,
    chainId: 'eip155:31337',
    to: bob,
    token: usdc,
    ...terms,
  })
const mined = (foyer: Awaited<ReturnType<typeof connected>>['foyer'], hash: string) =>
  waitForTransaction(foyer, { hash })
const verdictOf = async (request: PaymentRequest, hash?: string) => {
  const verdict = await verifyPayment(shop(), { hash, request })
  return verdict.status === 'unpaid' ? verdict.reason : verdict.status
}

test.each([
  ['a token', {}, `eip155:31337/erc20:${usdc}`],
  ['coins', { amount: 10n ** 15n, token: undefined }, 'eip155:31337/slip44:60'],
])(
  '[2.13] pays a request in %s, and a server without a wallet sees it',
  async (_, terms, asset) => {
    const { foyer } = await connected()
    const request = await ask(terms)
    expect(await verdictOf(request)).toBe('not-found')
    const receipt = await pay(foyer, { request })
    expect(receipt).toMatchObject({
      id: request.id,
      asset,
      amount: request.amount,
      from: alice,
      to: bob,
    })
    expect(await verifyPayment(shop(), { hash: receipt.hash, request })).toEqual({
      status: 'paid',
      receipt,
    })
    // Paying again gives the receipt, and asks the wallet nothing.
    expect(await pay(foyer, { request })).toEqual(receipt)
  },
)

test('finds the payment of a token without being told of it', async () => {
  const { foyer } = await connected()
  const request = await ask()
  const { hash } = await pay(foyer, { request })
  expect(await verifyPayment(shop(), { request })).toMatchObject({
    status: 'paid',
    receipt: { hash },
  })
})

test('one transaction never pays two requests, nor one with other terms', async () => {
  const { foyer } = await connected()
  const [first, second] = [await ask({ note: 'first' }), await ask({ note: 'first' })]
  const { hash } = await pay(foyer, { request: first })
  expect(await verdictOf(second, hash)).toBe('other-request')
  expect(await verdictOf(second)).toBe('not-found')
  // The same id with other terms is another request.
  expect(await verdictOf({ ...first, note: 'changed' }, hash)).toBe('other-request')
  expect(await verdictOf({ ...first, amount: 1n }, hash)).toBe('other-amount')
  expect(await verdictOf({ ...first, to: carol }, hash)).toBe('other-receiver')
  expect(await verdictOf({ ...first, asset: 'eip155:31337/slip44:60' }, hash)).toBe('other-asset')
})

test('refuses forged transactions: less, to others, of another token, without or with two references', async () => {
  const { foyer } = await connected()
  const request = await ask()
  const [reference, other] = [await hashPayment(request), await hashPayment(await ask())]
  const transfer = (more: Partial<Parameters<typeof writeTransfer>[0]>) =>
    writeTransfer({ amount: request.amount, reference, to: bob, token: usdc, ...more })
  const forgeries = {
    'other-amount': transfer({ amount: request.amount - 1n }),
    'other-receiver': transfer({ to: carol }),
    'other-asset': { ...transfer({}), to: devnetAddresses.dai },
    'other-request': transfer({ reference: undefined }),
  }
  for (const [reason, transaction] of Object.entries(forgeries)) {
    const hash = await sendTransaction(foyer, { transaction })
    await mined(foyer, hash)
    expect(await verdictOf(request, hash)).toBe(reason)
  }
  for (const both of [`${other}${reference}`, `${reference}${other}`, `${reference}00`]) {
    const hash = await sendTransaction(foyer, { transaction: transfer({ reference: both }) })
    await mined(foyer, hash)
    expect(await verdictOf(request, hash)).toBe('other-request')
  }
  expect(await verdictOf(request, `0x${'12'.repeat(32)}`)).toBe('not-found')
  expect(await verdictOf(request, 'no hash')).toBe('not-found')
})

test('refuses coins that differ', async () => {
  const { foyer } = await connected()
  const request = await ask({ amount: 1_000n, token: undefined })
  const tie = writeReference(await hashPayment(request))
  const send = async (transaction: { to: string; value?: bigint; data?: `0x${string}` }) => {
    const hash = await sendTransaction(foyer, { transaction })
    await mined(foyer, hash)
    return verdictOf(request, hash)
  }
  expect(await send({ to: bob, value: 999n, ...tie })).toBe('other-amount')
  expect(await send({ to: carol, value: 1_000n, ...tie })).toBe('other-receiver')
  expect(await send({ to: bob, value: 1_000n })).toBe('other-request')
  expect(await send({ to: bob, ...tie })).toBe('other-asset')
  expect(await send({ to: bob, value: 1_000n, ...tie })).toBe('paid')
})

test('a transaction that fails, or is in no block yet, is no payment', async () => {
  const { foyer } = await connected()
  const request = await ask({ amount: 10n ** 30n })
  const reference = await hashPayment(request)
  const transaction = {
    ...writeTransfer({ amount: request.amount, reference, to: bob, token: usdc }),
    gas: 100_000n,
  }
  const hash = await sendTransaction(foyer, { transaction })
  await mined(foyer, hash)
  expect(await verdictOf(request, hash)).toBe('failed')

  const open = await ask()
  await askNode(chain.url, 'evm_setAutomine', [false])
  try {
    const sent = await sendToken(foyer, {
      amount: open.amount,
      reference: await hashPayment(open),
      to: bob,
      token: usdc,
    })
    expect(await verdictOf(open, sent)).toBe('pending')
    await askNode(chain.url, 'evm_mine')
    expect(await verdictOf(open, sent)).toBe('paid')
    expect(await verifyPayment(shop(), { hash: sent, isFinal: true, request: open })).toEqual({
      status: 'pending',
      hash: sent,
    })
    await askNode(chain.url, 'anvil_mine', ['0x60'])
    expect(await verifyPayment(shop(), { hash: sent, isFinal: true, request: open })).toMatchObject(
      { status: 'paid' },
    )
  } finally {
    await askNode(chain.url, 'evm_setAutomine', [true])
  }
})

test('a block after the end of the request is too late', async () => {
  const { foyer } = await connected()
  const request = { ...(await ask()), expiresAt: Date.now() - 3_600_000 }
  const sent = await sendToken(foyer, {
    amount: request.amount,
    reference: await hashPayment(request),
    to: bob,
    token: usdc,
  })
  await mined(foyer, sent)
  expect(await verdictOf(request, sent)).toBe('late')
})

test.each([
  ['expired', { expiresAt: 0 }, /expired/],
  ['to the payer itself', { to: alice }, /own-account/],
  ['of more than there is', { amount: 10n ** 60n }, /too-little/],
])('a request that is %s is refused before the wallet is asked', async (_, more, reason) => {
  const { foyer, wallet } = await connected()
  const request = { ...(await ask()), ...more }
  await expect(pay(foyer, { request })).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringMatching(reason),
  })
  expect(wallet.methods()).not.toContain('eth_sendTransaction')
})

test('a wallet that drops the reference is not taken for paid', async () => {
  const foyer = createKit()
  const wallet = createNodeWallet({
    nodes: [chain],
    answers: {
      eth_sendTransaction: ([call]: [{ data: string }]) =>
        askNode(chain.url, 'eth_sendTransaction', [{ ...call, data: call.data.slice(0, 138) }]),
    },
  })
  await connect(foyer, {
    connector: createConnector({
      id: 'test',
      type: 'INJECTED',
      name: 'Test',
      provider: wallet.provider,
    }),
  })
  await expect(pay(foyer, { request: await ask() })).rejects.toMatchObject({
    details: expect.stringMatching(/^untied: see 0x/),
  })
})
