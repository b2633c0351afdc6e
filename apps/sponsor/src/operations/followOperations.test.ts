import { randomUUID } from 'node:crypto'
import { createLog } from '@foyer/server'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import fc from 'fast-check'
import { pad, RpcRequestError, toHex, zeroHash } from 'viem'
import { describe, expect, onTestFinished, test } from 'vitest'
import { dayOf, reserve } from '../budget/spend.ts'
import type { Chain } from '../chains/chain.ts'
import { operations, spending } from '../database/schema.ts'
import { sponsorDatabase } from '../database/sponsorDatabase.ts'
import { createMetrics } from '../metrics.ts'
import { followOperations } from './followOperations.ts'

/** Seconds from a block to the next one. */
const blockSeconds = 2
const validSeconds = 300
const reserved = 1000n

/** What happens, in this order. */
type Step =
  /** An account gets a promise for its next operation; at times for one that is paid already, as any caller may ask for. */
  | { readonly do: 'promise'; readonly account: number }
  /** An operation of an account, if one is promised, is in the next block, or in one that replaces so many of the newest. */
  | {
      readonly do: 'pay'
      readonly account: number
      readonly cost: number
      readonly replaced: number
    }
  /** So many blocks pass. */
  | { readonly do: 'pass'; readonly blocks: number }
  /** Looks at the chain, of which the node answers so many questions for events. */
  | { readonly do: 'look'; readonly answers: number }
const account = fc.nat(2)
const cost = fc.integer({ min: 1, max: 1000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('promise'), account }),
  fc.record({ do: fc.constant('pay'), account, cost, replaced: fc.nat(5) }),
  fc.record({ do: fc.constant('pass'), blocks: fc.oneof(fc.nat(12), fc.nat(700)) }),
  fc.record({ do: fc.constant('look'), answers: fc.oneof(fc.nat(4), fc.constant(1e9)) }),
)

describe.each(testEngines)('on %s', (engine) => {
  test('ends each promise with what the chain took for it, at a node that searches few blocks and answers at times', async () => {
    const database = await openTestDatabase(sponsorDatabase, engine)
    onTestFinished(() => database.close())
    const { queries } = database
    const now = () => 0
    const log = createLog({ app: 'sponsor', level: 'silent' })
    const parts = { log, metrics: createMetrics(), now, queries }
    let most = 0

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(10n, 50n, 100n, 10_000n),
        fc.array(step, { minLength: 5, maxLength: 25, size: 'max' }),
        async (blocksAtOnce, steps) => {
          await queries.delete(operations)
          await queries.delete(spending)
          const chain = createModel(blocksAtOnce)
          for (const one of steps) {
            if (one.do === 'promise') {
              const { nonce, sender } = chain.nextOf(one.account)
              const budgets = [{ key: 'project:x', limit: 10n ** 9n, whose: 'this project' }]
              await reserve(queries, { budgets, day: dayOf(0), wei: reserved })
              await queries.insert(operations).values({
                ...{ id: randomUUID(), fields: '', state: 'promised', chainId: chain.caipId },
                ...{ sender, nonce, owner: '', validUntil: chain.seconds() + validSeconds },
                ...{ fromBlock: Number(chain.head()) + 1, budgets: ['project:x'] },
                ...{ day: dayOf(0), reserved, acceptedAt: 0 },
              })
              chain.promise(one.account)
            }
            if (one.do === 'pay') chain.pay(one.account, BigInt(one.cost), BigInt(one.replaced))
            if (one.do === 'pass') chain.pass(one.blocks)
            if (one.do === 'look') {
              chain.answer(one.answers)
              await followOperations(parts, chain).catch(() => {})
            }
          }
          // Past the end of each promise; a look searches a part of a long outage.
          chain.pass(validSeconds)
          chain.answer(1e9)
          for (let look = 0; look < 100; look++) {
            await followOperations(parts, chain)
            const asked = chain.asked()
            most = Math.max(most, asked)
            if (asked === 0) break
          }
          const rows = await queries.select().from(operations)
          expect(rows.filter(({ state }) => state === 'promised')).toEqual([])
          const [spent] = await queries.select().from(spending)
          expect(spent?.wei ?? 0n).toBe(chain.paid())
          const counted = rows.reduce((sum, { cost }) => sum + (cost ?? 0n), 0n)
          expect(counted).toBe(chain.paid())
        },
      ),
      {
        numRuns: 150,
        // A block that was searched is replaced by one with the operation, and the look had failed midway.
        examples: [
          [
            10n,
            [
              { do: 'promise', account: 0 },
              { do: 'pass', blocks: 12 },
              { do: 'look', answers: 1 },
              { do: 'pay', account: 0, cost: 7, replaced: 4 },
            ],
          ],
        ],
      },
    )
    // A look is short.
    expect(most).toBeLessThan(25)
  })
})

/** A chain of which a node searches so many blocks at once. */
function createModel(blocksAtOnce: bigint) {
  let head = 1000n
  let [answers, asked] = [0, 0]
  /** Operations in blocks. */
  const done: { sender: `0x${string}`; nonce: bigint; cost: bigint; block: bigint }[] = []
  const next = new Map<number, { nonce: bigint; at: bigint; until: number }>()
  const senderOf = (account: number) => pad(toHex(account + 1), { size: 20 })
  const seconds = () => Number(head) * blockSeconds
  const client = {
    getBlockNumber: async () => head,
    getBlock: async ({ blockNumber }: { blockNumber: bigint }) => ({
      timestamp: blockNumber * BigInt(blockSeconds),
    }),
    async getLogs({ fromBlock, toBlock }: { fromBlock: bigint; toBlock: bigint }) {
      asked++
      if (toBlock - fromBlock >= blocksAtOnce || answers-- <= 0)
        throw new RpcRequestError({ body: {}, error: { code: -32005, message: 'limit' }, url: '' })
      return done
        .filter(({ block }) => block >= fromBlock && block <= toBlock)
        .map(({ block, cost, nonce, sender }) => ({
          args: { sender, nonce, actualGasCost: cost, success: true, userOpHash: zeroHash },
          ...{ blockNumber: block, transactionHash: zeroHash },
        }))
    },
  }
  const chain = {
    ...{ caipId: 'eip155:31337', client, confirmations: 1, paymaster: senderOf(99) },
  } as unknown as Chain
  return {
    ...chain,
    head: () => head,
    seconds,
    answer(count: number) {
      answers = count
      asked = 0
    },
    /** Questions for events since the last call. */
    asked() {
      const count = asked
      asked = 0
      return count
    },
    nextOf: (account: number) => ({
      sender: senderOf(account),
      nonce: next.get(account)?.nonce ?? 0n,
    }),
    promise(account: number) {
      const { nonce } = next.get(account) ?? { nonce: 0n }
      next.set(account, { nonce, at: head, until: seconds() + validSeconds })
    },
    pay(account: number, cost: bigint, replaced: bigint) {
      const promised = next.get(account)
      if (!promised) return
      const { at, nonce, until } = promised
      const sender = senderOf(account)
      if (done.some((one) => one.sender === sender && one.nonce === nonce)) {
        next.set(account, { nonce: nonce + 1n, at: head, until: 0 })
        return
      }
      const block = replaced > 0n && head - replaced >= at ? head - replaced + 1n : head + 1n
      if (block > head) head = block
      if (Number(block) * blockSeconds <= until) done.push({ sender, nonce, cost, block })
    },
    pass(blocks: number) {
      head += BigInt(blocks)
    },
    paid: () => done.reduce((sum, { cost }) => sum + cost, 0n),
  }
}
