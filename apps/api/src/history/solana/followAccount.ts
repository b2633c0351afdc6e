import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import type { Queries } from '../../database/apiDatabase.ts'
import type { ListedSignature, SolanaCalls } from './solanaCalls.ts'
import { solanaAccounts, solanaEntries, solanaSources } from './solanaTables.ts'

/** Lists the signatures of one account, as far as they are asked for, into the database. */
export type AccountFollower = {
  /**
   * Lists new signatures, unless that was done less than 2 s ago.
   * @throws {@link HttpError} 502 when the node does not answer
   */
  refresh(): Promise<void>
  /**
   * Lists older signatures of the addresses that limit what is known.
   * @returns False when all are listed.
   * @throws as `refresh`
   */
  listOlder(): Promise<boolean>
  /**
   * Adds token accounts that transactions show, when their signatures were not listed up to there.
   * @returns Whether any were added.
   */
  addTokenAccounts(
    shown: readonly { address: string; slot: number; minedAt: number }[],
  ): Promise<boolean>
}

type Source = typeof solanaSources.$inferSelect
type Change = Pick<Source, 'before' | 'floorAt' | 'newest' | 'slot'>

/** Signatures of one list: two pages, so that a question about a busy account stores little. */
export const signaturesAtOnce = 100
/** Maximum of open token accounts whose signatures are listed, against spam. */
export const maxTokenAccounts = 100
const sourcesAtOnce = 50
const freshMs = 2000

export function followAccount({
  account,
  calls,
  chain,
  now,
  perList = signaturesAtOnce,
  queries,
}: {
  account: string
  calls: SolanaCalls
  chain: SolanaChain
  now: () => number
  /** @default 100 */
  perList?: number | undefined
  queries: Queries
}): AccountFollower {
  const chainId: string = chain.caipId
  const ofAccount = (table: typeof solanaAccounts | typeof solanaEntries | typeof solanaSources) =>
    and(eq(table.chainId, chainId), eq(table.account, account))

  /** @returns whether this process is the one that refreshes */
  async function claim(): Promise<boolean> {
    const [known] = await queries
      .update(solanaAccounts)
      .set({ checkedAt: now() })
      .where(and(ofAccount(solanaAccounts), lte(solanaAccounts.checkedAt, now() - freshMs)))
      .returning()
    if (known !== undefined) return true
    const [row] = await queries.select().from(solanaAccounts).where(ofAccount(solanaAccounts))
    return row === undefined
  }

  async function refresh(): Promise<void> {
    if (!(await claim())) return
    try {
      await settle()
      const { firstAt, slot, tokenAccounts } = await calls.readAccount(account)
      const followed = chooseTokenAccounts(tokenAccounts, chain)
      const addresses = [account, ...followed]
      await queries
        .insert(solanaSources)
        .values(addresses.map((address) => ({ chainId, account, address, ...unlisted(now()) })))
        .onConflictDoNothing()
      const sources = await queries
        .select()
        .from(solanaSources)
        .where(and(ofAccount(solanaSources), inArray(solanaSources.address, addresses)))
      await listNew(sources, slot)
      const row = {
        ...{ chainId, account, checkedAt: now(), firstAt },
        unfollowed: tokenAccounts.length - followed.length,
      }
      const { chainId: _, account: __, ...set } = row
      await queries
        .insert(solanaAccounts)
        .values(row)
        .onConflictDoUpdate({ target: [solanaAccounts.chainId, solanaAccounts.account], set })
    } catch (error) {
      await queries.update(solanaAccounts).set({ checkedAt: 0 }).where(ofAccount(solanaAccounts))
      throw error
    }
  }

  /** Marks transactions that became final, and deletes those whose block was dropped. */
  async function settle(): Promise<void> {
    const open = await queries
      .select()
      .from(solanaEntries)
      .where(and(ofAccount(solanaEntries), eq(solanaEntries.isFinal, false)))
    const found = await calls.readStatuses(open.map(({ signature }) => signature))
    for (const [index, { signature, slot }] of open.entries()) {
      const status = found[index]
      const one = and(
        ...[ofAccount(solanaEntries), eq(solanaEntries.signature, signature)],
        eq(solanaEntries.slot, slot),
      )
      // A dropped one may land again: it is then listed with its new slot.
      if (status?.slot !== slot) await queries.delete(solanaEntries).where(one)
      else if (status.isFinal) await queries.update(solanaEntries).set({ isFinal: true }).where(one)
    }
  }

  async function listNew(sources: readonly Source[], slot: number): Promise<void> {
    const lists = await calls.listSignatures(
      sources.map(({ address, newest }) => ({ address, before: null, until: newest })),
      perList,
    )
    for (const [index, source] of sources.entries()) {
      const found = lists[index]!
      const isConnected = source.newest !== null && found.length < perList
      await store(source, found, {
        newest: found.find(({ isFinal }) => isFinal)?.signature ?? source.newest,
        slot: Math.max(slot, source.slot),
        // Older ones are listed again when more came than one list holds.
        ...(isConnected ? { before: source.before, floorAt: source.floorAt } : placeAfter(found)),
      })
    }
  }

  const placeAfter = (found: readonly ListedSignature[]): Pick<Change, 'before' | 'floorAt'> =>
    found.length < perList
      ? { before: null, floorAt: null }
      : { before: found.at(-1)!.signature, floorAt: timed(found).at(-1)!.minedAt }

  /** Stores entries and the progress together. Another process that listed the same address meanwhile wins. */
  async function store(
    source: Source,
    found: readonly ListedSignature[],
    change: Change,
  ): Promise<void> {
    await queries.transaction(async (transaction) => {
      const rows = timed(found).map((one) => ({ ...one, chainId, account }))
      if (rows.length > 0)
        await transaction
          .insert(solanaEntries)
          .values(rows)
          .onConflictDoUpdate({
            target: [
              ...[solanaEntries.account, solanaEntries.minedAt, solanaEntries.chainId],
              ...[solanaEntries.slot, solanaEntries.signature],
            ],
            set: { isFinal: sql`${solanaEntries.isFinal} or excluded.is_final` },
          })
      await transaction
        .update(solanaSources)
        .set(change)
        .where(
          and(
            ...[ofAccount(solanaSources), eq(solanaSources.address, source.address)],
            ...[eq(solanaSources.slot, source.slot)],
            ...(['before', 'floorAt', 'newest'] as const).map((name) =>
              source[name] === null
                ? isNull(solanaSources[name])
                : eq(solanaSources[name], source[name]),
            ),
          ),
        )
    })
  }

  async function listOlder(): Promise<boolean> {
    const sources = await queries
      .select()
      .from(solanaSources)
      .where(and(ofAccount(solanaSources), isNotNull(solanaSources.floorAt)))
      .orderBy(desc(solanaSources.floorAt), asc(solanaSources.address))
      .limit(sourcesAtOnce)
    const lists = await calls.listSignatures(
      sources.map(({ address, before }) => ({ address, before, until: null })),
      perList,
    )
    for (const [index, source] of sources.entries()) {
      const found = lists[index]!
      await store(source, found, {
        newest: source.newest ?? found.find(({ isFinal }) => isFinal)?.signature ?? null,
        slot: source.slot,
        ...placeAfter(found),
      })
    }
    return sources.length > 0
  }

  return {
    refresh,
    listOlder,
    async addTokenAccounts(shown) {
      if (shown.length === 0) return false
      const newest = new Map<string, { slot: number; minedAt: number }>()
      for (const one of shown)
        if (one.slot > (newest.get(one.address)?.slot ?? -1)) newest.set(one.address, one)
      const added = await queries
        .insert(solanaSources)
        .values(
          [...newest].map(([address, { minedAt, slot }]) => ({
            ...{ chainId, account, address },
            ...unlisted(minedAt),
            slot,
          })),
        )
        .onConflictDoUpdate({
          target: [solanaSources.chainId, solanaSources.account, solanaSources.address],
          set: {
            ...{ newest: null, before: null },
            slot: sql`excluded.slot`,
            floorAt: sql`excluded.floor_at`,
          },
          setWhere: sql`${solanaSources.slot} < excluded.slot`,
        })
        .returning()
      return added.length > 0
    },
  }
}

const unlisted = (floorAt: number): Change => ({ newest: null, before: null, slot: 0, floorAt })

/** Gives each signature a time; nodes do not know that of very old blocks. */
function timed(found: readonly ListedSignature[]) {
  let last = 0
  return found.map((one) => {
    last = one.minedAt ?? last
    return { ...one, minedAt: last }
  })
}

/** Prefers the operator's tokens when there are too many. */
function chooseTokenAccounts(
  all: readonly { address: string; mint: string }[],
  { tokens }: SolanaChain,
): string[] {
  if (all.length <= maxTokenAccounts) return all.map(({ address }) => address)
  const known = new Set(tokens.map(({ address }) => address))
  return all
    .toSorted(
      (a, b) =>
        Number(known.has(b.mint)) - Number(known.has(a.mint)) || (a.address < b.address ? -1 : 1),
    )
    .slice(0, maxTokenAccounts)
    .map(({ address }) => address)
}
