import {
  connect,
  createFoyer,
  createPaymentRequest,
  type PaymentRequest,
  pay,
  verifyPayment,
  writePaymentUri,
} from '@foyer/core'
import { type SolanaChain, solanaTokens, startSolana } from '@foyer/devnet'
import { hashPayment } from '@foyer/protocol/payment'
import { Connection, Keypair, SystemProgram, type TransactionInstruction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnector } from './createConnector.ts'
import { solanaLocalnet } from './networks.ts'
import { createNodeWallet, person } from './nodeWallet.test.kit.ts'
import { referenceKey } from './referenceKey.ts'
import { createRegistration } from './registration.ts'
import { solana } from './solana.ts'
import { associatedAccount, instruction, keypairOf, run } from './testToken.test.kit.ts'

const [bob, carol] = [person('bob').address, person('carol').address]
const mintOf = (symbol: string) => solanaTokens.find((one) => one.symbol === symbol)!
const usdc = mintOf('USDC')
let chain: SolanaChain
let node: Connection
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 50 })
  node = new Connection(chain.url, 'confirmed')
})
afterAll(() => chain.stop())

const createKit = () =>
  createFoyer({
    projectId: 'test',
    logLevel: 'silent',
    adapters: [solana()],
    networks: [solanaLocalnet],
    customRpcUrls: { [solanaLocalnet.caipNetworkId]: [chain.url] },
  })
async function connected() {
  const foyer = createKit()
  const made = createNodeWallet({ people: [person('alice')], url: chain.url })
  const registration = createRegistration(made.wallet)
  await connect(foyer, {
    connector: createConnector({ id: 'test', name: 'Test', imageUrl: undefined, registration }),
  })
  return foyer
}
const ask = (terms: Partial<Parameters<typeof createPaymentRequest>[1]> = {}) =>
  createPaymentRequest(createKit(), {
    amount: 2_000_000n,
    chainId: solanaLocalnet.caipNetworkId,
    to: bob,
    token: usdc.address,
    ...terms,
  })
const verdictOf = async (request: PaymentRequest, hash?: string) => {
  const verdict = await verifyPayment(createKit(), { hash, request })
  return verdict.status === 'unpaid' ? verdict.reason : verdict.status
}
const keyOf = async (request: PaymentRequest) => referenceKey(await hashPayment(request))

/** Sends instructions of alice's, and returns the transaction once it is confirmed. */
const send = (...instructions: readonly TransactionInstruction[]) =>
  run(node, instructions, [keypairOf('alice')])
const u64 = (amount: bigint) => [...Buffer.from(new BigUint64Array([amount]).buffer)]
const coins = (amount: bigint, to: string, ...references: string[]) =>
  instruction(
    SystemProgram.programId.toBase58(),
    [2, 0, 0, 0, ...u64(amount)],
    [
      [keypairOf('alice').publicKey, 'ws'],
      [to, 'w'],
      ...references.map((key) => [key, ''] as const),
    ],
  )
const tokens = (
  amount: bigint,
  { address, decimals, program }: { address: string; decimals: number; program: string },
  to: string,
  ...references: string[]
) =>
  instruction(
    program,
    [12, ...u64(amount), decimals],
    [
      [associatedAccount(person('alice').address, address, program), 'w'],
      [address, ''],
      [associatedAccount(to, address, program), 'w'],
      [keypairOf('alice').publicKey, 's'],
      ...references.map((key) => [key, ''] as const),
    ],
  )

test.each([
  ['a token', {}, `${solanaLocalnet.caipNetworkId}/token:${usdc.address}`],
  ['coins', { token: undefined }, `${solanaLocalnet.caipNetworkId}/slip44:501`],
])(
  '[2.13] pays a request in %s, which a server finds by its reference',
  async (_, terms, asset) => {
    const foyer = await connected()
    const request = await ask(terms)
    expect(await verdictOf(request)).toBe('not-found')
    const receipt = await pay(foyer, { request })
    expect(receipt).toMatchObject({
      asset,
      amount: request.amount,
      from: person('alice').address,
      to: bob,
    })
    expect(await verifyPayment(createKit(), { request })).toEqual({ status: 'paid', receipt })
    expect(await pay(foyer, { request })).toEqual(receipt)
  },
)

test('pays a receiver who has no account of the token yet', async () => {
  const foyer = await connected()
  const request = await ask({ to: Keypair.generate().publicKey.toBase58() })
  await pay(foyer, { request })
  expect(await verdictOf(request)).toBe('paid')
})

test('a payment by another wallet, as Solana Pay writes it, counts', async () => {
  const request = await ask({ amount: 5_000n, note: 'Coffee', token: undefined })
  const { isTied, uri } = await writePaymentUri(createKit(), request)
  const { pathname, searchParams } = new URL(uri)
  expect(isTied).toBe(true)
  expect([pathname, searchParams.get('amount'), searchParams.get('message')]).toEqual([
    bob,
    '0.000005',
    'Coffee',
  ])
  await send(coins(5_000n, pathname, searchParams.get('reference') ?? ''))
  expect(await verdictOf(request)).toBe('paid')
})

test('one transfer never pays two requests; two transfers of one transaction do', async () => {
  const [first, second] = [
    await ask({ amount: 7n, token: undefined }),
    await ask({ amount: 7n, token: undefined }),
  ]
  const keys = [await keyOf(first), await keyOf(second)] as const
  const one = await send(coins(7n, bob, ...keys))
  expect(await verdictOf(first, one)).toBe('other-request')
  expect(await verdictOf(second)).toBe('not-found')
  const apart = await send(coins(7n, bob, keys[0]), coins(7n, bob, keys[1]))
  expect([await verdictOf(first, apart), await verdictOf(second, apart)]).toEqual(['paid', 'paid'])
})

test('refuses forged transactions: less, to others, of another token, without the reference, too late', async () => {
  const request = await ask({ amount: 100n })
  const key = await keyOf(request)
  const refusals = {
    'other-amount': tokens(99n, usdc, bob, key),
    'other-receiver': tokens(100n, usdc, carol, key),
    'other-asset': coins(100n, bob, key),
    'other-request': tokens(100n, usdc, bob),
  }
  for (const [reason, forged] of Object.entries(refusals))
    expect(await verdictOf(request, await send(forged)), reason).toBe(reason)
  const paid = await send(tokens(100n, usdc, bob, key))
  expect(await verdictOf(request, paid)).toBe('paid')
  const late = { ...request, expiresAt: Date.now() - 3_600_000 }
  expect(await verdictOf(late, await send(tokens(100n, usdc, bob, await keyOf(late))))).toBe('late')
})

test('a token that keeps a part of the transfer does not pay the whole amount', async () => {
  const fee = mintOf('FEE')
  const request = await ask({ amount: 1_000n, token: fee.address })
  const hash = await send(tokens(1_000n, fee, bob, await keyOf(request)))
  expect(await verdictOf(request, hash)).toBe('other-amount')
})
