import { randomInt, randomUUID } from 'node:crypto'
import { HttpError } from '@foyer/server'
import { and, count, eq, gt, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { isAddressEqual, type SignedAuthorization } from 'viem'
import { type DayBudget, dayOf, reserve, type Spent } from '../budget/spend.ts'
import type { Chain } from '../chains/chain.ts'
import { readDataFee } from '../chains/readDataFee.ts'
import { senders, submissions } from '../database/schema.ts'
import type { Queries, Submission } from '../database/sponsorDatabase.ts'
import type { Limits } from '../limits.ts'
import { readMoved } from '../payments/findPayment.ts'
import type { Funds } from '../payments/transfer.ts'
import { notSearched } from './readOutcome.ts'
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
  /** A block in which it was not made yet. */
  readonly fromBlock?: bigint | undefined
  /** Of a payment. */
  readonly funds?: Funds | undefined
}

/** An account is avoided once one of its transactions has waited so long for a node to take it, in ms. */
const stuckMs = 5000
/** The price of data on the parent chain may double until the transaction is in a block. */
const dataFeeMargin = 2n

/**
 * Gives a transaction a nonce, reserves its cost, signs it and writes it down, in one database transaction. It is not sent here.
 *
 * @returns the known one for a key that was accepted before, with `isNew: false`
 * @throws HttpError 429 `limit-exceeded` (a budget, or too many failures), 503 `http-failed` (gas is too expensive, too many
 *   transactions wait, or the payer's money is for those that wait)
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
    // So do other transactions of the user, since each counts for the next one.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`owner:${owner}`}, 0))`)
    await requireGoodOwner(tx, { limits, now, owner })
    if (request.funds) await requireFunds(tx, { funds: request.funds, owner })

    const { address, nextNonce } = await lockSender(tx, chain, now)
    const [waiting] = await tx
      .select({ rows: count() })
      .from(submissions)
      .where(and(eq(submissions.chainId, chain.caipId), eq(submissions.sender, address), open))
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

const open = inArray(submissions.state, ['accepted', 'sent'])

/**
 * Users and payers whose transactions fail waste gas, by accident or on purpose. Those under way can all fail, so after the first
 * failure they count like failures.
 */
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
  const failures = failed?.rows ?? 0
  if (failures >= limit)
    throw new HttpError(
      429,
      'limit-exceeded',
      'Too many transactions of this user failed in the last 24 hours',
    )
  const [waiting] = await tx
    .select({ rows: count() })
    .from(submissions)
    .where(and(eq(submissions.owner, owner), open))
  const most = failures === 0 ? limits.inFlightOfUser : limit - failures
  if ((waiting?.rows ?? 0) >= most) throw later('Too many transactions of this user wait')
}

/** Requires that a payer's money covers their other payments too that are not counted in it: all of them could fail but one. */
async function requireFunds(
  tx: Tx,
  { funds, owner }: { funds: Funds; owner: string },
): Promise<void> {
  const others = await tx
    .select({ data: submissions.data, to: submissions.to })
    .from(submissions)
    .where(
      and(
        eq(submissions.owner, owner),
        or(
          open,
          and(
            inArray(submissions.state, ['mined', 'failed']),
            gt(submissions.endedBlock, Number(funds.block)),
          ),
        ),
      ),
    )
  const taken = others
    .map(readMoved)
    .filter(({ token }) => isAddressEqual(token, funds.token))
    .reduce((sum, { value }) => sum + value, 0n)
  if (taken + funds.amount > funds.available)
    throw later('The money of this payer is for payments that are in no block yet')
}

const later = (message: string) =>
  new HttpError(503, 'http-failed', message, { retryAfterMs: 5000 })
