import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@foyer/server'
import { eq, lt } from 'drizzle-orm'
import { formatEther } from 'viem'
import { dayOf, markAlarmed, type Spent } from '../budget/spend.ts'
import type { Chain } from '../chains/chain.ts'
import { operations, spending, submissions } from '../database/schema.ts'
import type { Queries, Submission } from '../database/sponsorDatabase.ts'
import type { Limits } from '../limits.ts'
import type { Metrics } from '../metrics.ts'
import { entryPoint, entryPointAbi } from '../operations/entryPoint.ts'
import { followOperations } from '../operations/followOperations.ts'
import { accept, type Request } from './accept.ts'
import { follow, send, writeSenders } from './follow.ts'

/** The operator's transactions: each accepted one is sent until it is in a block, across kills and several processes. */
export type Queue = {
  /** Accepts a transaction and sends it. @returns the known one for a known key. @throws HttpError as `accept` */
  submit(request: Request): Promise<{ readonly submission: Submission; readonly isNew: boolean }>
  read(id: string): Promise<Submission | undefined>
  readByKey(key: string): Promise<Submission | undefined>
  /** Waits until a transaction has ended, at most so long (ms). @returns its last known state */
  wait(id: string, ms: number): Promise<Submission | undefined>
  /** Deletes old rows. */
  tend(): Promise<void>
  /** Stops following, after the running look at each chain. */
  end(): Promise<void>
}

/** Interval of looking whether another process ended a transaction, in ms. */
const lookMs = 500
/** Interval of reading balances of the paying accounts, in ms. */
const balanceMs = 30_000
/** Gas of a large batch, in which the balance is counted. */
const largeBatchGas = 500_000n
/** Below so many large batches the operator is warned. */
const fewBatches = 50n

export function createQueue(parts: createQueue.Parameters): Queue {
  const { alarmAtPercent, chains, limits, log, metrics, now, queries } = parts
  const ending = new AbortController()
  const waiting = new Map<string, Set<() => void>>()
  const onEnd = (id: string) => {
    for (const wake of waiting.get(id) ?? []) wake()
  }

  const loops = [...chains.values()].map((chain) =>
    (async () => {
      let isKnown = false
      let balanceAt = 0
      const looks = [
        async () => {
          if (!isKnown) await writeSenders({ queries }, chain)
          isKnown = true
          await follow(parts, chain, onEnd)
        },
        () => followOperations(parts, chain),
        async () => {
          if (balanceAt + balanceMs > now()) return
          balanceAt = now()
          await watchBalances(parts, chain)
        },
      ]
      while (!ending.signal.aborted) {
        for (const look of looks)
          await look().catch((error: unknown) =>
            log.error({ error, chain: chain.caipId }, 'the chain can not be followed'),
          )
        await sleep(chain.pollMs, undefined, { signal: ending.signal }).catch(() => {})
      }
    })(),
  )

  const read = async (id: string) => {
    const [row] = await queries.select().from(submissions).where(eq(submissions.id, id))
    return row
  }

  return {
    async submit(request) {
      const { isNew, spent, submission } = await accept({ limits, now, queries }, request)
      if (isNew) {
        const { chain, kind } = request
        metrics.submissions.inc({ chain: chain.caipId, kind, outcome: 'accepted' })
        await send(parts, chain, submission)
        await warn(parts, { alarmAtPercent, day: submission.day, spent })
      }
      return { submission, isNew }
    },
    read,
    async readByKey(key) {
      const [row] = await queries.select().from(submissions).where(eq(submissions.key, key))
      return row
    },
    async wait(id, ms) {
      const until = now() + ms
      for (;;) {
        const row = await read(id)
        const left = until - now()
        const isOver = row === undefined || row.state === 'mined' || row.state === 'failed'
        if (isOver || left <= 0 || ending.signal.aborted) return row
        await nap(waiting, id, Math.min(left, lookMs))
      }
    },
    async tend() {
      await queries.delete(submissions).where(lt(submissions.endedAt, now() - limits.keepMs))
      await queries.delete(operations).where(lt(operations.endedAt, now() - limits.keepMs))
      await queries.delete(spending).where(lt(spending.day, dayOf(now() - limits.keepMs)))
    },
    async end() {
      ending.abort()
      await Promise.all(loops)
    },
  }
}

export declare namespace createQueue {
  type Parameters = {
    readonly alarmAtPercent: number
    readonly chains: ReadonlyMap<string, Chain>
    readonly limits: Limits
    readonly log: Logger
    readonly metrics: Metrics
    readonly queries: Queries
    readonly now: () => number
  }
}

/** Waits for the end of a transaction in this process, or for the time. */
function nap(waiting: Map<string, Set<() => void>>, id: string, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const all = waiting.get(id) ?? new Set()
    waiting.set(id, all)
    const wake = () => {
      clearTimeout(timer)
      all.delete(wake)
      if (all.size === 0) waiting.delete(id)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    all.add(wake)
  })
}

/** Reports how much of each budget is used, and warns once a day when it is nearly spent. */
async function warn(
  { log, metrics, queries }: createQueue.Parameters,
  { alarmAtPercent, day, spent }: { alarmAtPercent: number; day: string; spent: readonly Spent[] },
): Promise<void> {
  const shared = spent.filter(({ key }) => !key.startsWith('user:'))
  const percentOf = ({ limit, wei }: Spent) => Number((wei * 100n) / limit)
  for (const one of shared) metrics.budgetUsed.set({ budget: one.key }, percentOf(one) / 100)
  const nearlySpent = shared.filter((one) => percentOf(one) >= alarmAtPercent)
  const keys = nearlySpent.map(({ key }) => key)
  for (const budget of await markAlarmed(queries, { day, keys }))
    log.error({ budget, day }, `budget alarm: ${alarmAtPercent} % of the day's budget are used`)
}

async function watchBalances(
  { log, metrics }: createQueue.Parameters,
  chain: Chain,
): Promise<void> {
  if (chain.paymaster) {
    const deposit = await chain.client.readContract({
      ...{ abi: entryPointAbi, address: entryPoint, functionName: 'balanceOf' },
      args: [chain.paymaster],
    })
    const left = deposit / (largeBatchGas * chain.maxFeePerGas)
    metrics.deposit.set({ chain: chain.caipId }, Number(left))
    if (left < fewBatches)
      log.error(
        { chain: chain.caipId, coins: formatEther(deposit), paymaster: chain.paymaster },
        "the paymaster's deposit runs out: add to it",
      )
  }
  for (const account of chain.accounts.keys()) {
    const balance = await chain.client.getBalance({ address: account })
    const left = balance / (largeBatchGas * chain.maxFeePerGas)
    metrics.senderCalls.set({ chain: chain.caipId, account }, Number(left))
    if (left < fewBatches)
      log.error(
        { account, chain: chain.caipId, coins: formatEther(balance) },
        'the paying account runs out of coins: fund it',
      )
  }
}
