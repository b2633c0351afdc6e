import { createFaucet, devnetAddresses, type EvmChain, startEvm } from '@foyer/devnet'
import type { PaymentOrder } from '@foyer/protocol/x402'
import { createLog, HttpError, resolveLimits } from '@foyer/server'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import { and, eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import * as v from 'valibot'
import { encodeFunctionData, erc20Abi, type Hex, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createChains } from '../chains/chain.ts'
import { submissions } from '../database/schema.ts'
import { sponsorDatabase } from '../database/sponsorDatabase.ts'
import { limits as limitTable } from '../limits.ts'
import { createMetrics } from '../metrics.ts'
import { readOrder } from '../payments/readOrder.ts'
import { settlePayment } from '../payments/settlePayment.ts'
import { policy as policySchema } from '../policy/policy.ts'
import type { Services } from '../services.ts'
import {
  clientOf,
  dollar,
  newSender,
  orderOf,
  permit2Terms,
  signPayment,
  signPermit2,
  type TestClient,
  testPolicy,
} from '../startTestSponsor.test.kit.ts'
import { accept } from './accept.ts'
import { follow, send, writeSenders } from './follow.ts'

const { dai, permit2 } = devnetAddresses
let evm: EvmChain
let client: TestClient
beforeAll(async () => {
  evm = await startEvm({ chainId: 31337, port: 0 })
  client = clientOf(evm)
})
afterAll(() => evm?.stop())

const payments = 16
const [inFlightOfUser, failuresPerDay] = [5, 4]
/** What happens, in this order. */
type Round = {
  /** Payments that go as far as their checks. */
  readonly checks: readonly number[]
  /** Payments that, if they are checked, go on at once, in one of two processes. */
  readonly submits: readonly number[]
  readonly process: 0 | 1
  /** The payer takes the money away, in a transaction before all others; and gets it back after the round. */
  readonly moves: boolean
  readonly ends: 'nothing' | 'in a block' | 'seen'
}
const all = Array.from({ length: payments }, (_, n) => n)
const some = fc.oneof(fc.subarray(all), fc.subarray(all, { maxLength: 4 }))
const story = fc.record({
  rounds: fc.array(
    fc.record({
      ...{ checks: some, submits: some, process: fc.constantFrom(0, 1), moves: fc.boolean() },
      ends: fc.constantFrom('nothing', 'in a block', 'seen', 'seen'),
    }) satisfies fc.Arbitrary<Round>,
    { minLength: 3, maxLength: 8, size: 'max' },
  ),
  /** Whether the payer takes money away at all. */
  isHonest: fc.boolean(),
  /** Payments that the money is enough for. */
  covered: fc.nat(payments - 4),
  method: fc.constantFrom('authorization', 'permit2'),
})
type Story = typeof story extends fc.Arbitrary<infer told> ? told : never

describe.each(testEngines)('on %s', (engine) => {
  test('pays for no more failures than its limits allow, whatever the order of checks, blocks and two processes', async () => {
    const database = await openTestDatabase(sponsorDatabase, engine)
    onTestFinished(() => database.close())
    const { queries } = database
    const now = Date.now
    const limits = resolveLimits(limitTable, { inFlightOfUser, failuresPerDay })
    const log = createLog({ app: 'sponsor', level: 'silent' })
    const parts = { limits, log, metrics: createMetrics(), now, queries }
    const faucet = createFaucet(evm)

    const run = async ({ covered, isHonest, method, rounds }: Story) => {
      const key = await newSender(client)
      const policy = v.parse(policySchema, testPolicy(evm))
      const asset = method === 'permit2' ? dai : dollar
      const merchant = { ...policy.merchants[0]!, asset }
      // Each process has clients of its own.
      const processes = [0, 1].map(() => createChains(policy.chains, [key], now))
      const chainOf = (process: 0 | 1) => processes[process]!.get('eip155:31337')!
      await writeSenders(parts, chainOf(0))

      const payer = generatePrivateKey()
      const account = privateKeyToAccount(payer)
      const sendOwn = async (to: Hex, data: Hex) =>
        client.sendRawTransaction({
          serializedTransaction: await account.signTransaction({
            ...{ type: 'eip1559', chainId: 31337, to, data, gas: 100_000n },
            nonce: await client.getTransactionCount({ ...account, blockTag: 'pending' }),
            ...{ maxFeePerGas: parseGwei('400'), maxPriorityFeePerGas: parseGwei('300') },
          }),
        })
      await client.setBalance({ address: account.address, value: parseEther('1') })
      const money = 1000n * BigInt(covered)
      // By Permit2 it is the allowance that covers a part.
      const amount = method === 'permit2' ? 1000n * BigInt(payments) : money
      await faucet.giveToken({ to: account.address, token: asset, amount })
      if (method === 'permit2')
        await sendOwn(
          dai,
          encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2, money] }),
        )
      const orders = await Promise.all(
        Array.from({ length: payments }, async () =>
          method === 'permit2'
            ? orderOf(await signPermit2(payer, dai), permit2Terms(dai))
            : orderOf(await signPayment(payer)),
        ),
      )
      const rowsOf = (...states: ('accepted' | 'sent' | 'mined' | 'failed')[]) =>
        queries
          .select()
          .from(submissions)
          .where(
            and(
              eq(submissions.sender, privateKeyToAccount(key).address),
              inArray(submissions.state, states),
            ),
          )

      /** Attempts that wait between their checks and their acceptance. */
      const checked = new Map<number, (process: 0 | 1) => Promise<void>>()
      const check = async (n: number) => {
        if (checked.has(n)) return
        let reach = () => {}
        const atGate = new Promise<void>((resolve) => {
          reach = resolve
        })
        let open = (_: 0 | 1) => {}
        const gate = new Promise<0 | 1>((resolve) => {
          open = resolve
        })
        const queue = {
          readByKey: async (of: string) =>
            (await queries.select().from(submissions).where(eq(submissions.key, of)))[0],
          async submit(request: Parameters<typeof accept>[1]) {
            reach()
            const chain = chainOf(await gate)
            const accepted = await accept(parts, { ...request, chain })
            if (accepted.isNew) await send(parts, chain, accepted.submission)
            return accepted
          },
          wait: async () => undefined,
        }
        const services = { ...parts, chains: processes[0], queue } as unknown as Services
        const order = readOrder(orders[n] as PaymentOrder)
        const settling = settlePayment(services, { claim: undefined, merchant, order })
          .then(() => undefined)
          .catch((error: unknown) => {
            if (!(error instanceof HttpError)) throw error
          })
        checked.set(n, (process) => {
          open(process)
          return settling
        })
        await Promise.race([atGate, settling.then(() => checked.delete(n))])
      }
      const submit = async (n: number, process: 0 | 1) => {
        const goOn = checked.get(n)
        checked.delete(n)
        await goOn?.(process)
      }
      const look = (process: 0 | 1) => follow(parts, chainOf(process), () => {})
      const end = async () => {
        // A transaction that reached the node before an earlier one may be in the next block.
        for (let block = 0; block < payments; block++) {
          await client.mine({ blocks: 1 })
          await look(0)
          if ((await rowsOf('accepted', 'sent')).length === 0) return
        }
        throw new Error('A transaction is in no block')
      }

      await client.setAutomine(false)
      try {
        for (const { checks, ends, moves, process, submits } of rounds) {
          await Promise.all(checks.map(check))
          const before = (await rowsOf('accepted', 'sent')).length
          await Promise.all(submits.map((n) => submit(n, process)))
          const failures = (await rowsOf('failed')).length
          const most = failures === 0 ? inFlightOfUser : failuresPerDay - failures
          const open = (await rowsOf('accepted', 'sent')).length
          expect(open).toBeLessThanOrEqual(Math.max(before, most))
          const moved = moves && !isHonest ? await balanceOf(asset, account.address) : 0n
          if (moved > 0n)
            await sendOwn(
              asset,
              encodeFunctionData({
                ...{ abi: erc20Abi, functionName: 'transfer', args: [elsewhere, moved] },
              }),
            )
          if (ends !== 'nothing') await client.mine({ blocks: 1 })
          if (ends === 'seen') await look(process)
          if (moved === 0n) continue
          await client.setAutomine(true)
          await faucet.giveToken({ to: account.address, token: asset, amount: moved })
          await client.setAutomine(false)
        }
        await Promise.all([...checked.keys()].map((n) => submit(n, 1)))
        await end()
        const failed = (await rowsOf('failed')).length
        expect(failed).toBeLessThanOrEqual(isHonest ? 0 : inFlightOfUser)
        if (!isHonest) return failed
        // Whoever has the money can spend all of it.
        for (let n = 0; n < payments; n++) {
          await check(n)
          await submit(n, 0)
          await end()
        }
        expect(await rowsOf('failed')).toEqual([])
        expect(await rowsOf('mined')).toHaveLength(covered)
        return 0
      } finally {
        await client.setAutomine(true)
      }
    }

    let mostFailed = 0
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        mostFailed = Math.max(mostFailed, await run(told))
      }),
      { numRuns: 20 },
    )
    // Moving the money does make some fail.
    expect(mostFailed).toBeGreaterThan(0)
  })
})

/** Receives what a payer moves away. */
const elsewhere: Hex = '0x00000000000000000000000000000000000f0403'
const balanceOf = (address: Hex, owner: Hex) =>
  client.readContract({ abi: erc20Abi, address, functionName: 'balanceOf', args: [owner] })
