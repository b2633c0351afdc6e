import type { Logger } from '@foyer/server'
import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import { type Address, type TransactionReceipt, TransactionReceiptNotFoundError } from 'viem'
import { correctSpending } from '../budget/spend.ts'
import type { Chain } from '../chains/chain.ts'
import { larger } from '../chains/searchBlocks.ts'
import { sendRaw } from '../chains/sendRaw.ts'
import { senders, submissions } from '../database/schema.ts'
import type { Queries, Submission } from '../database/sponsorDatabase.ts'
import type { Limits } from '../limits.ts'
import type { Metrics } from '../metrics.ts'
import { readOutcome } from './readOutcome.ts'
import { cancelling, signSubmission } from './signSubmission.ts'

type Parts = {
  readonly limits: Limits
  readonly log: Logger
  readonly metrics: Metrics
  readonly queries: Queries
  readonly now: () => number
}

/** Transactions that are followed at a time; later ones wait for these anyway. */
const followedAtOnce = 500
/** Time for the process that accepted a transaction to send it, before any process does, in ms. */
const handoverMs = 3000
/** Time for which nodes may refuse a transaction before its nonce is used for another one, in ms. */
const refusedMs = 20_000

/**
 * Writes each paying account's next nonce down, as the chain knows it. A larger one in the database stays: its transactions
 * are on their way.
 */
export async function writeSenders(
  { queries }: Pick<Parts, 'queries'>,
  chain: Chain,
): Promise<void> {
  for (const address of chain.accounts.keys()) {
    const nextNonce = await chain.client.getTransactionCount({ address, blockTag: 'latest' })
    await queries
      .insert(senders)
      .values({ chainId: chain.caipId, address, nextNonce })
      .onConflictDoUpdate({
        target: [senders.chainId, senders.address],
        set: { nextNonce: sql`greatest(${senders.nextNonce}, excluded.next_nonce)` },
      })
  }
}

/** Sends all signed forms of a transaction. The chain takes one of them, since all have the same nonce. */
export async function send(
  { log, now, queries }: Parts,
  chain: Chain,
  { id, raws }: Submission,
): Promise<void> {
  let isRefused = false
  // The newest first: it has the highest fee.
  for (const raw of raws.toReversed()) {
    const sent = await sendRaw(chain, raw)
    if (sent.status === 'taken' || sent.status === 'known') {
      await queries
        .update(submissions)
        .set({
          state: 'sent',
          refusedAt: null,
          sentAt: sql`coalesce(${submissions.sentAt}, ${now()})`,
        })
        .where(and(eq(submissions.id, id), inArray(submissions.state, ['accepted', 'sent'])))
      return
    }
    log.debug({ error: sent.error, id }, 'a node did not take a transaction')
    isRefused ||= sent.status === 'refused'
  }
  if (!isRefused) return
  await queries
    .update(submissions)
    .set({ refusedAt: now() })
    .where(and(eq(submissions.id, id), isNull(submissions.refusedAt)))
}

/** One look at a chain: ends what is in a block, sends again what is not. Several processes may do it at the same time. */
export async function follow(
  parts: Parts,
  chain: Chain,
  onEnd: (id: string) => void,
): Promise<void> {
  const open = await parts.queries
    .select()
    .from(submissions)
    .where(
      and(eq(submissions.chainId, chain.caipId), inArray(submissions.state, ['accepted', 'sent'])),
    )
    .orderBy(asc(submissions.nonce))
    .limit(followedAtOnce)
  if (open.length === 0) return
  const used = await readUsedNonces(chain, new Set(open.map(({ sender }) => sender)))
  await Promise.all(
    open.map(async (submission) => {
      try {
        if (submission.nonce < (used.get(submission.sender) ?? 0)) {
          if (await end(parts, chain, submission)) onEnd(submission.id)
        } else await sendAgain(parts, chain, submission)
      } catch (error) {
        parts.log.warn({ error, id: submission.id }, 'a transaction could not be followed')
      }
    }),
  )
}

async function readUsedNonces(
  chain: Chain,
  addresses: ReadonlySet<Address>,
): Promise<Map<Address, number>> {
  const head = chain.confirmations > 1 ? await chain.client.getBlockNumber({ cacheTime: 0 }) : 0n
  const depth = BigInt(chain.confirmations - 1)
  const at =
    depth === 0n
      ? { blockTag: 'latest' as const }
      : { blockNumber: head > depth ? head - depth : 0n }
  const counts = await Promise.all(
    Array.from(addresses, async (address) => {
      const used = await chain.client.getTransactionCount({ address, ...at })
      return [address, used] as const
    }),
  )
  return new Map(counts)
}

/** Writes down what became of a transaction whose nonce is used. @returns whether this process did */
async function end(parts: Parts, chain: Chain, submission: Submission): Promise<boolean> {
  const { log, metrics, now, queries } = parts
  const receipt = await findReceipt(chain, submission.hashes)
  if (receipt === undefined) {
    // A node that is behind; or another program uses the operator's key.
    log.warn({ id: submission.id, nonce: submission.nonce }, 'a used nonce has no receipt yet')
    return false
  }
  const outcome = await readOutcome(parts, chain, { receipt, submission })
  if (outcome === undefined) return false
  const { minedHash, reason, state } = outcome
  const cost = receipt.gasUsed * receipt.effectiveGasPrice + readPaidDataFee(submission, receipt)
  const isFirst = await queries.transaction(async (tx) => {
    const rows = await tx
      .update(submissions)
      .set({
        state,
        cost,
        minedHash,
        reason: state === 'failed' ? reason : null,
        endedAt: now(),
        endedBlock: Number(receipt.blockNumber),
      })
      .where(
        and(eq(submissions.id, submission.id), inArray(submissions.state, ['accepted', 'sent'])),
      )
      .returning({ id: submissions.id })
    if (rows.length === 0) return false
    // Nodes may have refused later ones because of this one.
    await tx
      .update(submissions)
      .set({ refusedAt: null })
      .where(
        and(
          eq(submissions.chainId, submission.chainId),
          eq(submissions.sender, submission.sender),
          gt(submissions.nonce, submission.nonce),
          inArray(submissions.state, ['accepted', 'sent']),
          isNull(submissions.cancelledAt),
        ),
      )
    await correctSpending(tx, { ...submission, cost })
    return true
  })
  if (!isFirst) return true
  const labels = { chain: chain.caipId, kind: submission.kind, outcome: state }
  metrics.submissions.inc(labels)
  metrics.minedSeconds.observe({ chain: chain.caipId }, (now() - submission.acceptedAt) / 1000)
  if (state === 'failed') log.warn({ id: submission.id, reason }, 'a paid transaction failed')
  else if (reason !== undefined) {
    const done = submission.kind === 'payment' ? 'made a payment' : 'sent a batch'
    log.warn({ id: submission.id, minedHash }, `someone else ${done}`)
  }
  return true
}

async function findReceipt(
  chain: Chain,
  hashes: readonly `0x${string}`[],
): Promise<TransactionReceipt | undefined> {
  for (const hash of hashes)
    try {
      return await chain.client.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
    }
  return undefined
}

/** Nodes of OP Stack chains write the fee for data into the receipt; without it, what was reserved counts. */
function readPaidDataFee({ dataFee }: Submission, receipt: TransactionReceipt): bigint {
  const { l1Fee } = receipt as { l1Fee?: unknown }
  const isQuantity = typeof l1Fee === 'string' && /^0x[0-9a-f]{1,64}$/i.test(l1Fee)
  return isQuantity ? BigInt(l1Fee) : dataFee
}

/**
 * Sends a transaction again that is in no block: the same bytes, or with a higher fee after a while. One that nodes refuse is
 * replaced by an empty transfer once its nonce is the next of its account, since all later ones wait for it. Nodes may refuse a
 * later one because of an earlier one only.
 */
async function sendAgain(parts: Parts, chain: Chain, submission: Submission): Promise<void> {
  const { limits, now } = parts
  const { acceptedAt, refusedAt, sentAt, state } = submission
  const isRefused = refusedAt !== null && refusedAt + refusedMs <= now()
  if (isRefused && (await isNext(chain, submission)))
    await replace(parts, chain, submission, 'cancel')
  else if (state === 'sent' && (sentAt ?? 0) + limits.resendMs <= now())
    await replace(parts, chain, submission, 'raise')
  else if ((state === 'accepted' || refusedAt !== null) && acceptedAt + handoverMs <= now())
    await send(parts, chain, submission)
}

async function isNext(chain: Chain, { nonce, sender }: Submission): Promise<boolean> {
  const at = { address: sender, blockTag: 'latest' } as const
  return nonce === (await chain.client.getTransactionCount(at))
}

/** Signs another form of a transaction, with the same nonce and a higher fee if the operator pays one, and sends it. */
async function replace(
  parts: Parts,
  chain: Chain,
  { id, refusedAt, sentAt, state }: Submission,
  by: 'raise' | 'cancel',
): Promise<void> {
  const { log, metrics, now, queries } = parts
  const market = await chain.fees()
  const replaced = await queries.transaction(async (tx) => {
    const [row] = await tx.select().from(submissions).where(eq(submissions.id, id)).for('update')
    // Another process was faster.
    if (row?.state !== state || row.sentAt !== sentAt || row.refusedAt !== refusedAt)
      return undefined
    // An earlier one that has just ended on the chain: the refusal may be because of it.
    if (by === 'cancel' && (await hasEarlier(tx, row))) return undefined
    // Nodes take a replacement only if both fees rise by at least 10 %.
    const maxFeePerGas = larger(market.maxFeePerGas, row.maxFeePerGas + row.maxFeePerGas / 8n + 1n)
    const maxPriorityFeePerGas = larger(
      market.maxPriorityFeePerGas,
      row.maxPriorityFeePerGas + row.maxPriorityFeePerGas / 8n + 1n,
    )
    const isTooMuch = maxFeePerGas > chain.maxFeePerGas
    const fees = isTooMuch ? row : { maxFeePerGas, maxPriorityFeePerGas }
    const cancelledAt = by === 'cancel' ? (row.cancelledAt ?? now()) : row.cancelledAt
    const isNewForm = !isTooMuch || cancelledAt !== row.cancelledAt
    const signed = isNewForm
      ? await signSubmission(chain, cancelledAt === null ? row : cancelling(row), {
          maxFeePerGas: fees.maxFeePerGas,
          maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
        })
      : undefined
    const [changed] = await tx
      .update(submissions)
      .set({
        ...{ cancelledAt, sentAt: now(), refusedAt: by === 'cancel' ? now() : row.refusedAt },
        ...(signed && {
          maxFeePerGas: fees.maxFeePerGas,
          maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
          raws: [...row.raws, signed.raw],
          hashes: [...row.hashes, signed.hash],
        }),
      })
      .where(eq(submissions.id, id))
      .returning()
    if (signed) metrics.resends.inc({ chain: chain.caipId })
    if (cancelledAt !== row.cancelledAt)
      log.warn({ id, nonce: row.nonce }, 'a transaction that no node takes is cancelled')
    return changed
  })
  if (replaced) await send(parts, chain, replaced)
}

/** Returns whether a transaction of the same account with a lower nonce has not ended here. */
async function hasEarlier(
  tx: Pick<Queries, 'select'>,
  { chainId, nonce, sender }: Submission,
): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        ...[eq(submissions.chainId, chainId), eq(submissions.sender, sender)],
        ...[lt(submissions.nonce, nonce), inArray(submissions.state, ['accepted', 'sent'])],
      ),
    )
    .limit(1)
  return earlier !== undefined
}
