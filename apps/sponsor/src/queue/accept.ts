import { randomInt, randomUUID } from 'node:crypto'
import { HttpError } from '@foyer/server'
import { and, count, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { SignedAuthorization } from 'viem'
import { type DayBudget, dayOf, reserve, type Spent } from '../budget/spend.ts'
import type { Chain } from '../chains/chain.ts'
import { readDataFee } from '../chains/readDataFee.ts'
import { senders, submissions } from '../database/schema.ts'
import type { Queries, Submission } from '../database/sponsorDatabase.ts'
import type { Limits } from '../limits.ts'
import { notSearched } from './follow.ts'
import { signSubmission } from './signSubmission.ts'

/** A transaction to be paid for. */
export type Request = {
  readonly chain: Chain
  readonly kind: Submission['kind']
  /** Makes a repeated request harmless. */
  readonly key: string
  /** The caller, as a hash. */
  readonly owner: string
  readonly to: `0x${string}`
  readonly data: `0x${string}`
  readonly gas: bigint
  readonly authorization?: SignedAuthorization | undefined
  readonly executionNonce?: bigint | undefined
  readonly budgets: readonly DayBudget[]
  readonly claim?: string | undefined
  /** Of a payment: a block in which it was not made yet. */
  readonly fromBlock?: bigint | undefined
}

/** An account is avoided once one of its transactions has waited so long for a node to take it, in ms. */
const stuckMs = 5000
/** The price of data on the parent chain may double until the transaction is in a block. */
const dataFeeMargin = 2n

/**
 * Gives a transaction a nonce, reserves its cost, signs it and writes it down, in one database transaction. It is not sent here.
 *
 * @returns the known one for a key that was accepted before, with `isNew: false`
 * @throws HttpError 429 `limit-exceeded` (a budget, or too many failures), 503 `http-failed` (gas is too expensive, or too many
 *   transactions wait)
 */
export async function accept(
  { limits, now, queries }: { limits: Limits; now: () => number; queries: Queries },
  request: Request,
): Promise<{ readonly submission: Submission; readonly isNew: boolean; readonly spent: Spent[] }> {
  const { chain, gas, key, owner } = request
  const { baseFeePerGas: _, ...fees } = await chain.fees()
  if (fees.maxFeePerGas > chain.maxFeePerGas) throw later('Gas is too expensive right now')
  const { authorization, data, to } = request
  const dataFee = dataFeeMargin * (await readDataFee(chain, { authorization, data, fees, gas, to }))
  return queries.transaction(async (tx) => {
    // Until the transaction ends, another process waits here with the same key.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)
    const [known] = await tx.select().from(submissions).where(eq(submissions.key, key))
    if (known) return { submission: known, isNew: false, spent: [] }
    await requireGoodOwner(tx, { limits, now, owner })

    const { address, nextNonce } = await lockSender(tx, chain, now)
    const [waiting] = await tx
      .select({ rows: count() })
      .from(submissions)
      .where(
        and(
          eq(submissions.chainId, chain.caipId),
          eq(submissions.sender, address),
          inArray(submissions.state, ['accepted', 'sent']),
        ),
      )
    if ((waiting?.rows ?? 0) >= limits.inFlight) throw later('Too many transactions wait')
    const [day, reserved] = [dayOf(now()), gas * fees.maxFeePerGas + dataFee]
    const spent = await reserve(tx, { budgets: request.budgets, day, wei: reserved })

    const parts = {
      to: request.to,
      data: request.data,
      gas,
      authorization: request.authorization ?? null,
      sender: address,
      nonce: nextNonce,
    }
    const { hash, raw } = await signSubmission(chain, parts, fees)
    const [submission] = await tx
      .insert(submissions)
      .values({
        ...{ ...parts, ...fees, dataFee, day, key, owner, reserved },
        id: randomUUID(),
        kind: request.kind,
        state: 'accepted',
        chainId: chain.caipId,
        executionNonce: request.executionNonce ?? null,
        raws: [raw],
        hashes: [hash],
        budgets: request.budgets.map((budget) => budget.key),
        claim: request.claim ?? null,
        fromBlock: request.fromBlock === undefined ? null : Number(request.fromBlock),
        acceptedAt: now(),
      })
      .returning()
    await tx
      .update(senders)
      .set({ nextNonce: nextNonce + 1 })
      .where(and(eq(senders.chainId, chain.caipId), eq(senders.address, address)))
    return { submission: submission!, isNew: true, spent }
  })
}

type Tx = Pick<Queries, 'select'>

/** Locks one of the chain's paying accounts until the transaction ends: one whose transactions nodes take, if there is any. */
async function lockSender(
  tx: Pick<Queries, 'select' | 'selectDistinct'>,
  chain: Chain,
  now: () => number,
): Promise<typeof senders.$inferSelect> {
  const rows = await tx
    .selectDistinct({ address: submissions.sender })
    .from(submissions)
    .where(
      and(
        eq(submissions.chainId, chain.caipId),
        or(
          and(eq(submissions.state, 'accepted'), lte(submissions.acceptedAt, now() - stuckMs)),
          and(eq(submissions.state, 'sent'), isNotNull(submissions.refusedAt)),
        ),
      ),
    )
  const stuck = new Set(rows.map(({ address }) => address))
  const all = [...chain.accounts.keys()]
  const free = all.filter((address) => !stuck.has(address))
  const addresses = free.length > 0 ? free : all
  const address = addresses[randomInt(addresses.length)]!
  const [sender] = await tx
    .select()
    .from(senders)
    .where(and(eq(senders.chainId, chain.caipId), eq(senders.address, address)))
    .for('update')
  // Its row is written once the chain has answered for the first time.
  if (sender === undefined) throw later('The chain does not answer')
  return sender
}

/** Users and payers whose transactions fail waste gas, by accident or on purpose. */
async function requireGoodOwner(
  tx: Tx,
  { limits, now, owner }: { limits: Limits; now: () => number; owner: string },
): Promise<void> {
  const { limit, windowMs } = limits.failuresPerDay
  const [failed] = await tx
    .select({ rows: count() })
    .from(submissions)
    .where(
      and(
        eq(submissions.owner, owner),
        eq(submissions.state, 'failed'),
        gt(submissions.endedAt, now() - windowMs),
        or(isNull(submissions.reason), ne(submissions.reason, notSearched)),
        // Nodes refuse an upgrade because of its account; any other refused transaction is not the user's fault.
        or(isNull(submissions.cancelledAt), isNotNull(submissions.authorization)),
      ),
    )
  if ((failed?.rows ?? 0) >= limit)
    throw new HttpError(
      429,
      'limit-exceeded',
      'Too many transactions of this user failed in the last 24 hours',
    )
}

const later = (message: string) =>
  new HttpError(503, 'http-failed', message, { retryAfterMs: 5000 })
