import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSolanaRpc, type Signature } from '@solana/kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { solanaAccounts } from './solanaAccounts.ts'
import { startSolana } from './startSolana.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-solana-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const bob = solanaAccounts[1]!.address
const lines: string[] = []
const start = () => startSolana({ port: 0, folder, warn: (line) => lines.push(line) })

test('keeps balances, slots and history across a restart', async () => {
  const first = await start()
  const signature = (await first.airdrop({ to: bob, amount: 42_000_000n })) as Signature
  const before = createSolanaRpc(first.url)
  const slot = await before.getSlot({ commitment: 'processed' }).send()
  const { value: latest } = await before.getLatestBlockhash({ commitment: 'processed' }).send()
  await first.stop()
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^solana-[0-9a-f]{12}\.bin$/)])

  const second = await start()
  const rpc = createSolanaRpc(second.url)
  expect((await rpc.getBalance(bob).send()).value).toBe(1_000_042_000_000n)
  expect(await rpc.getSlot({ commitment: 'processed' }).send()).toBeGreaterThan(slot)
  // A transaction signed before the restart can still be sent.
  expect(
    (await rpc.isBlockhashValid(latest.blockhash, { commitment: 'processed' }).send()).value,
  ).toBe(true)
  const found = await rpc
    .getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 })
    .send()
  expect(found?.meta?.err).toBeNull()
  expect(found?.meta?.postBalances).toContain(1_000_042_000_000n)
  const [listed] = await rpc.getSignaturesForAddress(bob).send()
  expect(listed).toMatchObject({ signature, confirmationStatus: 'finalized' })
  const [status] = (await rpc.getSignatureStatuses([signature]).send()).value
  expect(status?.confirmationStatus).toBe('finalized')
  expect(await rpc.getTransactionCount().send()).toBe(1n)
  // A transaction that ran before is recognised.
  await second.airdrop({ to: bob, amount: 1n })
  await second.stop()
})

test.each([
  ['cut off', (file: Buffer) => file.subarray(0, file.length / 2)],
  [
    'changed',
    (file: Buffer) =>
      Buffer.from(file.toString('latin1').replace('"fee":"5000"', '"fee":"6000"'), 'latin1'),
  ],
  ['empty', () => Buffer.alloc(0)],
])('sets a file aside that is %s, and starts again', async (_, tear) => {
  const first = await start()
  await first.airdrop({ to: bob, amount: 42_000_000n })
  await first.stop()
  const [name] = (await readdir(folder)) as [string]
  await writeFile(join(folder, name), tear(await readFile(join(folder, name))))
  lines.length = 0
  const second = await start()
  expect(lines).toEqual([
    expect.stringMatching(/saved state can not be read .*\.torn-\d+; the chain starts again/),
  ])
  const rpc = createSolanaRpc(second.url)
  expect((await rpc.getBalance(bob).send()).value).toBe(1_000_000_000_000n)
  await second.stop()
  expect((await readdir(folder)).filter((one) => one.includes('.torn-'))).toHaveLength(1)
})
