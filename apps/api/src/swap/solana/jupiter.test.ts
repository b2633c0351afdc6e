import { poolProgramAddress, solanaPools } from '@foyer/devnet'
import { AccountRole, type Address, createNoopSigner, type Instruction } from '@solana/kit'
import { getAssignInstruction, getTransferSolInstruction } from '@solana-program/system'
import {
  AuthorityType,
  getApproveInstruction,
  getSetAuthorityInstruction,
  getTransferInstruction,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startUpstream } from '../../rpc/startUpstream.test.kit.ts'
import { placeOfTokens } from './pools/buildPoolSwap.ts'
import { alice, bob, mints, startSolanaSwapWorld } from './solanaSwapWorld.test.kit.ts'

let world: Awaited<ReturnType<typeof startSolanaSwapWorld>>
beforeAll(async () => {
  world = await startSolanaSwapWorld()
})
afterAll(() => world.stop())

const amount = 2_000_000n
const user = createNoopSigner(alice.address)
const placeOf = (mint: string, owner: string = alice.address) => placeOfTokens(mint, owner)
/** Written after the published answer. @source https://dev.jup.ag/api-reference/swap/quote */
const quoteOf = (outAmount: bigint, more: object = {}) => ({
  ...{ inputMint: mints.usdc, inAmount: String(amount), outputMint: mints.bonk },
  ...{ outAmount: String(outAmount), otherAmountThreshold: String((outAmount * 99n) / 100n) },
  ...{ swapMode: 'ExactIn', slippageBps: 100, platformFee: null, priceImpactPct: '0.0031' },
  routePlan: [
    {
      swapInfo: {
        ...{ ammKey: solanaPools[1]!.address, label: 'Harbour AMM', inputMint: mints.usdc },
        ...{ outputMint: mints.bonk, inAmount: String(amount), outAmount: String(outAmount) },
        ...{ feeAmount: '24', feeMint: mints.usdc },
      },
      ...{ percent: 100, bps: 10_000 },
    },
  ],
  ...{ contextSlot: 299_283_763, timeTaken: 0.015 },
  ...more,
})

/** An api that asks a Jupiter which answers so. */
async function withJupiter(
  answers: { quote?: object; status?: number; swap?: () => Promise<string> } = {},
) {
  const swapped: { quoteResponse: object; userPublicKey: string }[] = []
  const server = await startUpstream(async ({ body, path }, response) => {
    response.writeHead(answers.status ?? 200, { 'content-type': 'application/json' })
    if (path.startsWith('/swap/v1/quote')) {
      response.end(JSON.stringify(answers.quote ?? quoteOf(9_000_000n)))
      return
    }
    swapped.push(JSON.parse(body))
    const swapTransaction = await answers.swap!()
    response.end(
      JSON.stringify({ swapTransaction, lastValidBlockHeight: 1, prioritizationFeeLamports: 0 }),
    )
  })
  const api = await world.createApi({
    aggregators: [
      {
        ...{ id: 'jupiter', url: `${server.url}/swap/v1` },
        programs: { [world.solana.chainId]: [poolProgramAddress] },
      },
    ],
  })
  onTestFinished(() => server.stop())
  return {
    server,
    swapped,
    quote: () =>
      world.ask(
        `/v1/convert/quotes?amount=${amount}&from=${world.ids.usdc}&to=${world.ids.bonk}`,
        undefined,
        api,
      ),
    build: (more: object = {}) =>
      world.ask(
        '/v1/convert/build-transaction',
        {
          ...{ amount: String(amount), from: world.ids.usdc, to: world.ids.bonk },
          ...{ userAddress: world.id(alice.address), source: 'jupiter', ...more },
        },
        api,
      ),
  }
}
const compile = (...instructions: Instruction[]) => world.compile(alice.address, instructions)

test('[7.36] quotes by Jupiter’s answer, and lets a swap through that does what it promises', async () => {
  const jupiter = await withJupiter({ swap: async () => compile(await world.swapOfUsdc(amount)) })
  const { body } = await jupiter.quote()
  const quoted = body.quotes.find((one: { source: { id: string } }) => one.source.id === 'jupiter')
  expect(quoted).toMatchObject({
    ...{ kind: 'serialized', toAmount: '9000000', minToAmount: '8910000', priceImpact: 0.31 },
    route: [{ name: 'Harbour AMM' }],
  })
  expect(jupiter.server.asked[0]?.path).toContain(
    `inputMint=${mints.usdc}&outputMint=${mints.bonk}&amount=${amount}&slippageBps=100`,
  )
  const built = await jupiter.build({ minToAmount: '8910000' })
  expect([built.status, built.body.error]).toEqual([200, undefined])
  expect(jupiter.swapped).toMatchObject([
    { userPublicKey: alice.address, quoteResponse: quoteOf(9_000_000n), wrapAndUnwrapSol: false },
  ])
  // The api answers with the amount of the simulation, not with Jupiter's.
  expect(BigInt(built.body.toAmount)).toBeGreaterThan(9_000_000n)
  const had = await world.amountOf(alice.address, mints.bonk)
  await world.send(built.body.transaction, alice)
  expect(await world.amountOf(alice.address, mints.bonk)).toBe(had + BigInt(built.body.toAmount))
})

test.each<[string, () => Promise<string>]>([
  ['a swap that gives less than the minimum', async () => compile(await world.swapOfUsdc(1_000n))],
  [
    'a swap that gives the tokens to somebody else',
    async () =>
      compile(await world.swapOfUsdc(amount, { target: await placeOf(mints.bonk, bob.address) })),
  ],
  [
    'a swap that pays more than was agreed',
    async () => compile(await world.swapOfUsdc(amount + 1n)),
  ],
  [
    'a transfer of coins besides',
    async () =>
      compile(
        await world.swapOfUsdc(amount),
        getTransferSolInstruction({ source: user, destination: bob.address, amount: 1n }),
      ),
  ],
  [
    'a transfer of tokens besides',
    async () =>
      compile(
        await world.swapOfUsdc(amount - 1n),
        getTransferInstruction({
          ...{ source: await placeOf(mints.usdc), authority: user, amount: 1n },
          destination: await placeOf(mints.usdc, bob.address),
        }),
      ),
  ],
  [
    'an allowance besides',
    async () =>
      compile(
        await world.swapOfUsdc(amount),
        getApproveInstruction({
          ...{ source: await placeOf(mints.usdc), owner: user, amount: 1n },
          delegate: bob.address,
        }),
      ),
  ],
  [
    'a token account that gets another owner',
    async () =>
      compile(
        await world.swapOfUsdc(amount),
        getSetAuthorityInstruction({
          ...{ owned: await placeOf(mints.usdc), owner: user, newAuthority: bob.address },
          authorityType: AuthorityType.AccountOwner,
        }),
      ),
  ],
  [
    'an account that is given to a program',
    async () =>
      compile(
        await world.swapOfUsdc(amount),
        getAssignInstruction({ account: user, programAddress: poolProgramAddress }),
      ),
  ],
  [
    'a program that is on no list',
    async () =>
      compile(await world.swapOfUsdc(amount), {
        programAddress: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address,
        data: new TextEncoder().encode('hello'),
      }),
  ],
  [
    'no swap at all',
    async () =>
      compile(getTransferSolInstruction({ source: user, destination: bob.address, amount: 1n })),
  ],
  [
    'a second signer',
    async () => {
      const swap = await world.swapOfUsdc(amount)
      const also = { address: bob.address, role: AccountRole.READONLY_SIGNER }
      return compile({ ...swap, accounts: [...swap.accounts!, also] })
    },
  ],
  ['another payer', async () => world.compile(bob.address, [await world.swapOfUsdc(amount)])],
  [
    'a fee that nobody would pay',
    async () =>
      compile(
        {
          programAddress: 'ComputeBudget111111111111111111111111111111' as Address,
          data: Uint8Array.from([3, ...new Uint8Array(new BigUint64Array([10n ** 12n]).buffer)]),
        },
        await world.swapOfUsdc(amount),
      ),
  ],
  [
    'a transaction that is cut off',
    async () => (await compile(await world.swapOfUsdc(amount))).slice(0, -8),
  ],
  ['bytes that are no transaction', async () => Buffer.from('hello').toString('base64')],
])('error: %s', async (_, swap) => {
  const jupiter = await withJupiter({ swap })
  const had = await world.amountOf(alice.address, mints.usdc)
  const { body, status } = await jupiter.build()
  expect([status, body.error?.code]).toEqual([502, 'swap-refused'])
  expect(await world.amountOf(alice.address, mints.usdc)).toBe(had)
})

test.each<[string, Parameters<typeof withJupiter>[0], string]>([
  ['a quote of another amount', { quote: quoteOf(9n, { inAmount: '1' }) }, 'swap-refused'],
  ['a quote of another token', { quote: quoteOf(9n, { outputMint: mints.wsol }) }, 'swap-refused'],
  ['a larger loss', { quote: quoteOf(900n, { otherAmountThreshold: '1' }) }, 'swap-refused'],
  ['no route', { status: 400 }, 'insufficient-liquidity'],
  ['another answer', { quote: { error: 'x' } }, 'http-failed'],
  ['an outage', { status: 503 }, 'http-failed'],
])('names %s as the reason of its failure', async (_, answers, code) => {
  const { body } = await (await withJupiter(answers)).quote()
  expect(body.failures).toMatchObject([{ source: { id: 'jupiter' }, code }])
  expect(body.quotes.length).toBe(1)
})
