import type { OnrampSessionState, OnrampStatus } from '@foyer/protocol/api'
import { HttpError } from '@foyer/server'
import { forgetUsed, rememberUsed } from '@foyer/server/database'
import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm'
import type { Queries } from '../database/apiDatabase.ts'
import type { OnrampEvent } from './onrampProvider.ts'
import { onrampEvents, onrampOrders } from './onrampTables.ts'
import { webhookSkewMs } from './timedSignature.ts'

/** Time for which a purchase is kept. */
const retentionMs = 90 * 86_400_000
/** Purchases of an address that a history is searched for. */
const mostHashes = 1_000

/** States that a purchase may have before: it never goes back, and what has ended stays ended. */
const before: Readonly<Record<NonNullable<OnrampEvent['status']>, readonly OnrampStatus[]>> = {
  pending: ['open', 'expired'],
  arrived: ['open', 'expired', 'pending'],
  failed: ['open', 'expired', 'pending'],
  expired: ['open'],
}

export type OnrampOrders = {
  add(order: typeof onrampOrders.$inferInsert): Promise<void>
  /** @returns undefined for an unknown one, and for that of another project */
  read(order: { id: string; projectId: string }): Promise<OnrampSessionState | undefined>
  /** Lists the transactions that delivered an address's purchases from a provider, at most 1,000, the newest first. */
  readHashes(buyer: { address: string; projectId: string; provider: string }): Promise<string[]>
  /**
   * Applies a verified event, once.
   * @returns false if it changed nothing: a repetition, or a state that the purchase has left
   * @throws {@link HttpError} 404 for an unknown purchase, 409 when the coins go to another address
   */
  apply(provider: string, event: OnrampEvent): Promise<boolean>
  /** Deletes what is older than the retention time. */
  forgetOld(): Promise<void>
}

export function createOnrampOrders({
  now,
  queries,
}: {
  /** Returns ms since 1970. */
  now: () => number
  queries: Queries
}): OnrampOrders {
  return {
    async add(order) {
      await queries.insert(onrampOrders).values(order)
    },
    async read({ id, projectId }) {
      const [row] = await queries
        .select()
        .from(onrampOrders)
        .where(and(eq(onrampOrders.id, id), eq(onrampOrders.projectId, projectId)))
      if (!row) return undefined
      const isLate = row.status === 'open' && row.expiresAt.getTime() <= now()
      return {
        status: isLate ? 'expired' : row.status,
        provider: row.provider,
        address: row.address,
        chainId: row.network,
        ...(row.hash === null ? {} : { hash: row.hash }),
        expiresAt: row.expiresAt.toISOString(),
      }
    },
    async readHashes({ address, projectId, provider }) {
      const rows = await queries
        .select({ hash: onrampOrders.hash })
        .from(onrampOrders)
        .where(
          and(
            eq(sql`lower(${onrampOrders.address})`, address.toLowerCase()),
            // Base58 is exact in its case.
            /^0x/i.test(address) ? undefined : eq(onrampOrders.address, address),
            eq(onrampOrders.projectId, projectId),
            eq(onrampOrders.provider, provider),
            eq(onrampOrders.status, 'arrived'),
            isNotNull(onrampOrders.hash),
          ),
        )
        .orderBy(desc(onrampOrders.createdAt))
        .limit(mostHashes)
      return rows.flatMap(({ hash }) => hash ?? [])
    },
    apply: (provider, { address, eventId, hash, order, status }) =>
      queries.transaction(async (transaction) => {
        const key = `${provider}:${eventId}`
        // Twice the skew: an event may come early and be repeated late.
        const until = now() + 2 * webhookSkewMs
        if (!(await rememberUsed(transaction, onrampEvents, { key, until }))) return false
        const isIt =
          'id' in order
            ? eq(onrampOrders.id, order.id)
            : eq(onrampOrders.reference, order.reference)
        // A provider can speak of its own purchases only.
        const isOwn = and(isIt, eq(onrampOrders.provider, provider))
        const [row] = await transaction.select().from(onrampOrders).where(isOwn)
        if (!row) throw new HttpError(404, 'resource-not-found', 'There is no such purchase')
        if (address !== undefined && !isSameAddress(address, row.address))
          throw new HttpError(409, 'request-invalid', 'The purchase is for another address')
        if (status === undefined) return false
        const changed = await transaction
          .update(onrampOrders)
          .set({ status, ...(hash === undefined ? {} : { hash }) })
          .where(and(eq(onrampOrders.id, row.id), inArray(onrampOrders.status, before[status])))
          .returning({ id: onrampOrders.id })
        return changed.length === 1
      }),
    async forgetOld() {
      await queries
        .delete(onrampOrders)
        .where(lt(onrampOrders.createdAt, new Date(now() - retentionMs)))
      await forgetUsed(queries, onrampEvents, now())
    },
  }
}

/** Hex has no case; base58 has. */
const isSameAddress = (left: string, right: string) =>
  /^0x/i.test(right) ? left.toLowerCase() === right.toLowerCase() : left === right
