import type { HistoryCoverage, HistoryTransaction } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { and, desc, eq, exists, gt, inArray, lt, notExists, sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import type { Queries } from '../../database/apiDatabase.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { formatCursor, parseCursor } from '../cursor.ts'
import type { HistoryRequest, Page } from '../historyRequest.ts'
import { createSolanaHistorySource, type SolanaHistorySource } from '../sources/heliusSource.ts'
import { describeEntry } from './describeEntry.ts'
import { type AccountFollower, followAccount } from './followAccount.ts'
import type { SolanaDetails } from './parseDetails.ts'
import { readMintFacts } from './readMintFacts.ts'
import { createSolanaCalls, type SolanaCalls } from './solanaCalls.ts'
import { solanaAccounts, solanaEntries, solanaSources, solanaTransactions } from './solanaTables.ts'

type Entry = typeof solanaEntries.$inferSelect
type SolanaRequest = HistoryRequest<SolanaChain>
/** The data of one request, by chain. */
type Chain = {
  readonly chain: SolanaChain
  readonly calls: SolanaCalls
  readonly follower: AccountFollower
}

const pageSize = 50
/** Time after which an account that nobody asks for is forgotten: it is read again on demand. */
const keptMs = 30 * 86_400_000
/** Maximum of rounds of listing older signatures that one request waits for. */
const maxRounds = 5
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const shortText = v.pipe(v.string(), v.maxLength(128), v.regex(/^[\x20-\x7e]*$/))
const place = v.tuple([count, shortText, count, shortText])
type Place = v.InferOutput<typeof place>
const hostedPlace = v.tuple([shortText, count])
/** @source https://explorer.solana.com/block/0 */
const firstBlockAt = '2020-03-16T14:29:00.000Z'

/**
 * Makes the reader of Solana histories. Nothing is read before an account is asked for: then its signatures are listed as
 * far as the page needs, the transactions of the page are read, and both are stored.
 */
export function createSolanaHistories({
  now,
  perList,
  queries,
  rpc,
}: {
  now: () => number
  perList?: number | undefined
  queries: Queries
  rpc: ChainRpc
}) {
  /** Requests for the first page of the same account share one refresh. */
  const refreshing = new Map<string, Promise<void>>()

  async function refresh(account: string, { chain, follower }: Chain): Promise<void> {
    const key = `${chain.caipId} ${account}`
    const running = refreshing.get(key) ?? follower.refresh()
    refreshing.set(key, running)
    await running.finally(() => refreshing.delete(key))
  }

  const readAccounts = (account: string, chainIds: readonly string[]) =>
    queries
      .select()
      .from(solanaAccounts)
      .where(
        and(eq(solanaAccounts.account, account), inArray(solanaAccounts.chainId, [...chainIds])),
      )

  /** Reads the time above which all entries are listed; -1 when there is none below. */
  async function readFloor(account: string, chainIds: readonly string[]): Promise<number> {
    const [row] = await queries
      .select({ floorAt: sql<string | null>`max(${solanaSources.floorAt})` })
      .from(solanaSources)
      .where(and(eq(solanaSources.account, account), inArray(solanaSources.chainId, [...chainIds])))
    return row?.floorAt == null ? -1 : Number(row.floorAt)
  }

  /** Reads the entries after a place that are newer than the floor, and one more than a page. */
  const readEntries = (
    account: string,
    chainIds: readonly string[],
    { after, floor }: { after: Place | undefined; floor: number },
  ) => {
    const { chainId, minedAt, signature, slot } = solanaEntries
    return queries
      .select()
      .from(solanaEntries)
      .where(
        and(
          eq(solanaEntries.account, account),
          inArray(chainId, [...chainIds]),
          gt(minedAt, floor),
          after &&
            sql`(${minedAt}, ${chainId}, ${slot}, ${signature}) < (${after[0]}::bigint, ${after[1]}, ${after[2]}::bigint, ${after[3]})`,
        ),
      )
      .orderBy(desc(minedAt), desc(chainId), desc(slot), desc(signature))
      .limit(pageSize + 1)
  }

  /** Reads transactions from the database, else from the node; final ones are stored. */
  async function readDetails(
    { calls, chain }: Chain,
    entries: readonly Entry[],
    known: Map<string, SolanaDetails | undefined>,
  ): Promise<void> {
    const open = entries.filter(({ signature }) => !known.has(signature))
    if (open.length === 0) return
    const { chainId, signature } = solanaTransactions
    const all = open.map((one) => one.signature)
    const stored = await queries
      .select()
      .from(solanaTransactions)
      .where(and(eq(chainId, chain.caipId), inArray(signature, all)))
    for (const one of stored) known.set(one.signature, one.details)
    const missing = open.filter((one) => !known.has(one.signature))
    if (missing.length === 0) return
    const found = await calls.readTransactions(missing.map((one) => one.signature))
    const final: (typeof solanaTransactions.$inferInsert)[] = []
    for (const [index, entry] of missing.entries()) {
      const details = found[index]
      known.set(entry.signature, details)
      if (details === undefined && entry.isFinal) throw refuseMissing(chain)
      if (details !== undefined && entry.isFinal)
        final.push({ chainId: chain.caipId, signature: entry.signature, details })
    }
    if (final.length > 0)
      await queries.insert(solanaTransactions).values(final).onConflictDoNothing()
  }

  async function readCoverage(
    account: string,
    chainIds: readonly string[],
    floor: number,
  ): Promise<HistoryCoverage> {
    const rows = await readAccounts(account, chainIds)
    const firstAt = Math.max(...rows.map((row) => row.firstAt))
    const share = (now() - floor) / Math.max(1, now() - firstAt)
    return {
      from: new Date(firstAt).toISOString(),
      internalTransfers: true,
      ...(floor >= 0 && { backfill: Math.min(0.99, Math.max(0, share)) }),
      ...(rows.some(({ unfollowed }) => unfollowed > 0) && { unseen: ['token-accounts'] }),
    }
  }

  /** Reads the transactions of a page, and the token accounts of the account that they show. */
  async function readPage(
    chains: readonly Chain[],
    page: readonly Entry[],
    known: Map<string, SolanaDetails | undefined>,
  ): Promise<{ isComplete: boolean }> {
    const added = await Promise.all(
      chains.map(async (one) => {
        const own = page.filter(({ chainId }) => chainId === one.chain.caipId)
        await readDetails(one, own, known)
        return one.follower.addTokenAccounts(
          own.flatMap((entry) =>
            (known.get(entry.signature)?.tokens ?? [])
              .filter(({ ownerAfter, ownerBefore }) =>
                [ownerAfter, ownerBefore].includes(entry.account),
              )
              .map(({ address }) => ({ ...entry, address })),
          ),
        )
      }),
    )
    return { isComplete: !added.includes(true) }
  }

  async function describe(
    { address: account, chains, iconOf }: SolanaRequest,
    page: readonly Entry[],
    known: ReadonlyMap<string, SolanaDetails | undefined>,
  ): Promise<HistoryTransaction[]> {
    const sources = await queries
      .select({ address: solanaSources.address })
      .from(solanaSources)
      .where(eq(solanaSources.account, account))
    const ownAccounts = new Set(sources.map(({ address }) => address))
    const contexts = await Promise.all(
      chains.map(async (chain) => {
        const mints = page
          .filter(({ chainId }) => chainId === chain.caipId)
          .flatMap(({ signature }) => known.get(signature)?.tokens ?? [])
          .map(({ decimals, mint }) => [mint, { isWhole: decimals === 0 }] as const)
        const namesOf = await readMintFacts({ queries, rpc }, chain, new Map(mints))
        return [chain.caipId as string, { account, chain, iconOf, namesOf, ownAccounts }] as const
      }),
    )
    const contextOf = new Map(contexts)
    return page.flatMap((entry) => {
      const details = known.get(entry.signature)
      // The block of a transaction that was just listed can be dropped.
      if (details === undefined) return []
      return describeEntry(entry, details, contextOf.get(entry.chainId)!) ?? []
    })
  }

  /** Deletes accounts that nobody asked for in 30 days, and the transactions that no other account has. */
  async function forgetOld(): Promise<void> {
    const before = now() - keptMs
    await queries.transaction(async (transaction) => {
      for (const table of [solanaSources, solanaEntries])
        await transaction.delete(table).where(
          exists(
            transaction
              .select()
              .from(solanaAccounts)
              .where(
                and(
                  eq(solanaAccounts.chainId, table.chainId),
                  eq(solanaAccounts.account, table.account),
                  lt(solanaAccounts.checkedAt, before),
                ),
              ),
          ),
        )
      const gone = await transaction
        .delete(solanaAccounts)
        .where(lt(solanaAccounts.checkedAt, before))
        .returning()
      if (gone.length === 0) return
      await transaction.delete(solanaTransactions).where(
        notExists(
          transaction
            .select()
            .from(solanaEntries)
            .where(
              and(
                eq(solanaEntries.chainId, solanaTransactions.chainId),
                eq(solanaEntries.signature, solanaTransactions.signature),
              ),
            ),
        ),
      )
    })
  }

  /** Reads a page of a hosted source; nothing of it is stored. */
  async function readFromSource(
    request: SolanaRequest,
    { chain, source }: { chain: SolanaChain; source: SolanaHistorySource },
  ): Promise<Page<HistoryTransaction>> {
    const { address: account, cursor } = request
    const [signature, slot] = cursor === undefined ? [] : parseCursor(cursor, hostedPlace)
    const after = signature === undefined || slot === undefined ? undefined : { signature, slot }
    const { next, transactions } = await source.readPage(account, after)
    const chainId: string = chain.caipId
    const page = transactions.map(({ minedAt, signature, slot }) => ({
      ...{ chainId, account, minedAt, signature, slot, isFinal: true },
    }))
    const known = new Map(transactions.map((one) => [one.signature, one.details] as const))
    return {
      data: await describe({ ...request, chains: [chain] }, page, known),
      next: next ? formatCursor([next.signature, next.slot]) : null,
      coverage: { from: firstBlockAt, internalTransfers: true, unseen: [...source.unseen] },
    }
  }

  return {
    forgetOld,
    /** @throws {@link HttpError} 400 for an invalid cursor; 502 or 503 when a node fails */
    async getHistory(request: SolanaRequest): Promise<Page<HistoryTransaction>> {
      const { address: account, cursor } = request
      const [chain] = request.chains
      const source = chain && createSolanaHistorySource(chain)
      if (chain !== undefined && source !== undefined)
        return readFromSource(request, { chain, source })
      const after = cursor === undefined ? undefined : parseCursor(cursor, place)
      const chains = request.chains.map((chain): Chain => {
        const calls = createSolanaCalls(rpc, chain)
        const follower = followAccount({ account, calls, chain, now, perList, queries })
        return { calls, chain, follower }
      })
      const chainIds = chains.map(({ chain }) => chain.caipId as string)
      // Later pages continue what the first one began.
      const isBegun =
        after !== undefined && (await readAccounts(account, chainIds)).length === chains.length
      if (!isBegun) await Promise.all(chains.map((one) => refresh(account, one)))
      const known = new Map<string, SolanaDetails | undefined>()
      for (let round = 0; ; round++) {
        const floor = await readFloor(account, chainIds)
        const rows = await readEntries(account, chainIds, { after, floor })
        const page = rows.slice(0, pageSize)
        const { isComplete } = await readPage(chains, page, known)
        const isFull = rows.length > pageSize
        if (isComplete && (isFull || floor < 0 || round >= maxRounds)) {
          const last = isFull ? page.at(-1) : undefined
          return {
            data: await describe(request, page, known),
            next: last ? formatCursor(placeOf(last)) : continueAt(floor, after),
            coverage: await readCoverage(account, chainIds, floor),
          }
        }
        if (round < maxRounds) await Promise.all(chains.map(({ follower }) => follower.listOlder()))
      }
    },
  }
}

const placeOf = ({ chainId, minedAt, signature, slot }: Entry): Place => [
  minedAt,
  chainId,
  slot,
  signature,
]

/** Returns the cursor of what is below the floor: null when nothing is. */
function continueAt(floor: number, after: Place | undefined): string | null {
  if (floor < 0) return null
  const below: Place = [floor + 1, '', 0, '']
  return formatCursor(after && after[0] <= floor ? after : below)
}

/** Makes the error of a node that lists a transaction which it does not have. */
const refuseMissing = ({ caipId }: SolanaChain) =>
  new HttpError(502, 'rpc-failed', `${caipId} lists a transaction that it does not have`)
