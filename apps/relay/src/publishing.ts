import type { RelayParams } from '@foyer/protocol/relay'
import { extraWeightOfReaders } from './allowance.ts'
import type { Connection } from './connection.ts'
import type { Effect } from './effect.ts'
import type { Limits } from './limits.ts'
import type { createMailboxes } from './mailboxes.ts'
import { Refusal } from './rpc/refusal.ts'
import type { Appended, NewMessage, Refused, Store } from './store/store.ts'
import type { createSubscribers } from './subscribers.ts'
import { sha256, subscriptionId } from './subscriptionId.ts'

type Publish = Omit<RelayParams<'irn_publish'>, 'prompt'>

/** The errors that a client receives, the most serious first. */
const refusals: ReadonlyMap<Refused, string> = new Map([
  ['store-full', 'The relay is full'],
  ['mailbox-full', 'The mailbox of this topic is full'],
  ['share-used', 'Too many messages of this client or address are waiting'],
  ['budget-spent', 'Too much was published in this minute'],
])

function worstOf(refused: readonly Refused[]): Refusal | undefined {
  if (refused.length === 0) return undefined
  for (const [status, reason] of refusals)
    if (refused.includes(status)) return new Refusal(-32005, reason)
  return undefined
}

/** Makes the function that stores published messages and pushes them to subscribers. */
export function createPublishing({
  charge,
  limits,
  mailboxes,
  onFailure,
  store,
  subscribers,
}: createPublishing.Options) {
  const append = (
    connection: Connection,
    { attestation, message, tag, topic, ttl }: Publish,
  ): Promise<Appended> =>
    store.append({
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

  const keyOf = ({ message, topic }: Publish) => ({ topic, hash: sha256(message) })

  return {
    /**
     * Publishes messages. Each is stored or refused on its own; what was stored is pushed, also when another one was refused.
     * Charged by the sockets that read them, before anything is stored: one call may reach all sockets of the process.
     * @returns the pushes of newly stored messages, `again`, which reads the mailboxes of repeated ones, and the refusal to
     * answer, if one was refused
     */
    async publish(
      connection: Connection,
      messages: readonly Publish[],
    ): Promise<{
      effects: Effect[]
      again: () => Promise<Effect[]>
      refusal: Refusal | undefined
    }> {
      const readers = messages.reduce((sum, { topic }) => sum + subscribers.countOf(topic), 0)
      const weight = extraWeightOfReaders(readers, messages.length)
      const tooMany = weight > 0 ? charge(connection, weight) : []
      if (tooMany.length > 0) {
        const refusal = new Refusal(-32005, 'Too many requests')
        return { effects: tooMany, again: async () => [], refusal }
      }
      const settled = await Promise.allSettled(messages.map((one) => append(connection, one)))
      const effects: Effect[] = []
      const known: { topic: string; hash: string }[] = []
      const refused: Refused[] = []
      let failed: PromiseRejectedResult | undefined
      for (const [n, one] of settled.entries()) {
        if (one.status === 'rejected') failed ??= one
        else if (one.value.status === 'kept') effects.push(...mailboxes.deliver(one.value.message))
        else if (one.value.status === 'known') known.push(keyOf(messages[n] as Publish))
        else refused.push(one.value.status)
      }
      // A store that fails for all of them fails the call.
      if (failed && settled.every(({ status }) => status === 'rejected')) throw failed.reason
      if (failed) onFailure(failed.reason)
      return {
        effects,
        again: () => mailboxes.readAgain(connection, known),
        refusal: failed ? new Refusal(-32603, 'Try again') : worstOf(refused),
      }
    },
  }
}

export declare namespace createPublishing {
  type Options = {
    /** Charges a connection, in requests. @returns the effect that closes it when its allowance is used up; else none */
    charge(connection: Connection, weight: number): Effect[]
    limits: Limits
    mailboxes: ReturnType<typeof createMailboxes>
    onFailure: (error: unknown) => void
    store: Store
    subscribers: ReturnType<typeof createSubscribers>
  }
}
