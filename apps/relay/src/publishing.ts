import type { RelayParams } from '@foyer/protocol/relay'
import { createMemoryCounter } from '@foyer/server'
import type { Connection } from './connection.ts'
import type { Effect } from './effect.ts'
import type { Limits } from './limits.ts'
import type { createMailboxes } from './mailboxes.ts'
import { Refusal } from './rpc/refusal.ts'
import { type Appended, type NewMessage, type Store, sizeOf } from './store/store.ts'
import { sha256, subscriptionId } from './subscriptionId.ts'

type Publish = Omit<RelayParams<'irn_publish'>, 'prompt'>

/** Makes the function that stores published messages and pushes them to subscribers. */
export function createPublishing({ limits, mailboxes, now, store }: createPublishing.Options) {
  const published = createMemoryCounter()
  const { limit, windowMs } = limits.publishBytesPerMinute

  async function append(
    connection: Connection,
    { attestation, message, tag, topic, ttl }: Publish,
  ): Promise<Appended> {
    const fromHere = {
      key: connection.address,
      cost: sizeOf({ attestation, message }),
      limit: limit * limits.clientsPerAddress,
      windowMs,
    }
    if (published.count(fromHere, now()) > 0) return { status: 'budget-spent' }
    return store.append({
      topic,
      message,
      tag,
      attestation: attestation === '' ? undefined : attestation,
      hash: sha256(message),
      from: connection.subscriptions.get(topic)?.id ?? subscriptionId(topic, connection.clientId),
      ttlMs: Math.min(ttl * 1000, limits.maxTtlMs),
      budget: connection.budget,
      addressBudget: connection.addressBudget,
    } satisfies NewMessage)
  }

  return {
    /**
     * Publishes messages.
     * @returns the pushes of newly stored messages, and `again`, which reads the mailboxes of repeated ones
     * @throws Refusal that says which limit was exceeded
     */
    async publish(
      connection: Connection,
      messages: readonly Publish[],
    ): Promise<{ effects: Effect[]; again: () => Promise<Effect[]> }> {
      const results = await Promise.all(messages.map((message) => append(connection, message)))
      for (const { status } of results) {
        if (status === 'mailbox-full') {
          throw new Refusal(-32005, 'The mailbox of this topic is full')
        }
        if (status === 'budget-spent') {
          throw new Refusal(-32005, 'Too much was published in this minute')
        }
        if (status === 'store-full')
          throw new Refusal(-32005, 'The relay is full', { isFatal: true })
      }
      const effects = results.flatMap((result) =>
        result.status === 'kept' ? mailboxes.deliver(result.message) : [],
      )
      const known = messages.filter((_, n) => results[n]?.status === 'known')
      return { effects, again: () => mailboxes.readAgain(known.map(({ topic }) => topic)) }
    },
  }
}

export declare namespace createPublishing {
  type Options = {
    limits: Limits
    mailboxes: ReturnType<typeof createMailboxes>
    now: () => number
    store: Store
  }
}
