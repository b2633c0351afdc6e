import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, type KeyPairSigner, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getSyncNativeInstruction,
} from '@solana-program/token'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectKit, signerOf } from '../kitClient.test.kit.ts'
import { token2022Program, tokenProgram } from '../programs.ts'
import { type SolanaChain, startSolana } from '../startSolana.ts'
import { buildProgram } from './buildProgram.ts'
import { poolProgramText } from './poolProgram.ts'
import { solanaPools } from './solanaPools.ts'
import { swapInstruction } from './swapInstruction.ts'

const pool = solanaPools[1]!
const [usdc, bonk] = pool.mints
let folder: string
let chain: SolanaChain
let kit: ReturnType<typeof connectKit>
let alice: KeyPairSigner
const start = async () => {
  chain = await startSolana({ port: 0, slotMs: 80, folder })
  kit = connectKit(chain)
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-pool-'))
  alice = await signerOf('alice')
  await start()
})
afterAll(async () => {
  await chain.stop()
  await rm(folder, { recursive: true, force: true })
})

const placeOf = async (mint: Address, owner = alice.address) =>
  (await findAssociatedTokenPda({ mint, owner, tokenProgram }))[0]
const amountOf = async (account: Address) =>
  BigInt((await kit.rpc.getTokenAccountBalance(account).send()).value.amount)
type Swap = Partial<Parameters<typeof swapInstruction>[0]>
const swapOf = async (more: Swap) =>
  swapInstruction({
    ...{ amount: 1_000_000n, isForward: true, least: 1n, pool, user: alice.address },
    ...{ source: await placeOf(usdc), target: await placeOf(bonk) },
    ...more,
  })
/** The formula of the constant product. */
const quote = (amount: bigint, [paid, left]: readonly [bigint, bigint]) => {
  const taxed = amount * 9_970n
  return (left * taxed) / (paid * 10_000n + taxed)
}
const reserves = async () =>
  [await amountOf(pool.vaults[0]), await amountOf(pool.vaults[1])] as const

test('swaps in both directions for exactly what the constant product gives, also after a restart', async () => {
  const amounts = [1n, 999n, 1_000_000n, 9_123_456_789n]
  for (const [index, amount] of amounts.entries()) {
    if (index === 2) {
      await chain.stop()
      await start()
    }
    for (const isForward of [true, false]) {
      const [a, b] = await reserves()
      const [from, to] = isForward ? [usdc, bonk] : [bonk, usdc]
      const [source, target] = [await placeOf(from), await placeOf(to)]
      const paid = isForward ? amount : amount * 4_000n
      const [hadSource, hadTarget] = [await amountOf(source), await amountOf(target)]
      const expected = quote(paid, isForward ? [a, b] : [b, a])
      // Too small to be worth one unit of the other token.
      if (expected === 0n) continue
      const least = expected
      await kit.send(alice, [await swapOf({ amount: paid, isForward, least, source, target })])
      expect(hadSource - (await amountOf(source))).toBe(paid)
      expect((await amountOf(target)) - hadTarget).toBe(expected)
    }
  }
  const [a, b] = await reserves()
  expect(a * b).toBeGreaterThan(pool.reserves[0] * pool.reserves[1])
})

test('refuses what gives less than the minimum, and takes nothing', async () => {
  const before = await reserves()
  const least = quote(1_000_000n, before) + 1n
  await expect(kit.send(alice, [await swapOf({ least })])).rejects.toThrow()
  expect(await reserves()).toEqual(before)
})

test.each<[string, () => Promise<Swap>]>([
  ['an amount of 0', async () => ({ amount: 0n })],
  ['an amount above all limits', async () => ({ amount: 2n ** 63n })],
  [
    'another account than those of the pool',
    async () => ({ pool: { ...pool, vaults: [await placeOf(usdc), await placeOf(bonk)] } }),
  ],
  [
    'the same account of the pool twice',
    async () => ({ pool: { ...pool, vaults: [pool.vaults[0], pool.vaults[0]] } }),
  ],
  [
    'the accounts of another pool',
    async () => ({ pool: { ...pool, vaults: solanaPools[0]!.vaults } }),
  ],
  ['an account that is no pool', async () => ({ pool: { ...pool, address: usdc } })],
  [
    'tokens of somebody else',
    async () => ({ source: await placeOf(usdc, (await signerOf('bob')).address) }),
  ],
])('error: %s', async (_, change) => {
  const before = await reserves()
  await expect(kit.send(alice, [await swapOf(await change())])).rejects.toThrow()
  expect(await reserves()).toEqual(before)
})

test('error: another program in the place of the token program, and data of another length', async () => {
  const before = await reserves()
  const swap = await swapOf({})
  const accounts = [
    ...swap.accounts!.slice(0, 6),
    { ...swap.accounts![6]!, address: token2022Program },
  ]
  await expect(kit.send(alice, [{ ...swap, accounts }])).rejects.toThrow()
  for (const data of [swap.data!.slice(0, 16), Uint8Array.from([...swap.data!, 0])])
    await expect(kit.send(alice, [{ ...swap, data }])).rejects.toThrow()
  expect(await reserves()).toEqual(before)
})

test('a swap and what follows it are one: all of it happens, or nothing', async () => {
  const before = await reserves()
  const dave = (await signerOf('dave')).address
  const tooMuch = getTransferSolInstruction({
    ...{ source: alice, destination: dave, amount: lamports(10n ** 18n) },
  })
  await expect(kit.send(alice, [await swapOf({}), tooMuch])).rejects.toThrow()
  expect(await reserves()).toEqual(before)
})

test('swaps coins for tokens through a wrapped account of an account without any', async () => {
  const coins = solanaPools[0]!
  const [wrapped, dollars] = [await placeOf(coins.mints[0]), await placeOf(usdc)]
  const had = await amountOf(dollars)
  const [a, b] = [await amountOf(coins.vaults[0]), await amountOf(coins.vaults[1])]
  const amount = 2_000_000_000n
  await kit.send(alice, [
    getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer: alice, ata: wrapped, mint: coins.mints[0], owner: alice.address, tokenProgram },
    }),
    getTransferSolInstruction({ source: alice, destination: wrapped, amount }),
    getSyncNativeInstruction({ account: wrapped }),
    await swapOf({ amount, pool: coins, source: wrapped, target: dollars }),
  ])
  expect((await amountOf(dollars)) - had).toBe(quote(amount, [a, b]))
})

const clang = process.env.CLANG ?? 'clang-14'
test.skipIf(spawnSync(clang, ['--version']).status !== 0)(
  'the compiled program is the one that its source gives with clang 14',
  () => {
    expect(buildProgram(clang).toString('base64')).toBe(poolProgramText.replaceAll('\n', ''))
  },
)
