import type { RelayMethod, RelayParams } from '@foyer/protocol/relay'
import type { Connection } from './connection.ts'
import type { Effect } from './effect.ts'
import type { createMailboxes } from './mailboxes.ts'
import type { createPublishing } from './publishing.ts'
import type { Refusal } from './rpc/refusal.ts'
import type { Store } from './store/store.ts'
import type { createSubscribers } from './subscribers.ts'
import { subscriptionId } from './subscriptionId.ts'

/** Result of a call: its answer, the pushes to send after it, and mailboxes to read once both are sent. */
export type Outcome = {
  readonly result?: unknown
  /** Answered instead of the result; the effects are performed all the same. */
  readonly refusal?: Refusal | undefined
  readonly effects?: Effect[]
  readonly after?: () => Promise<Effect[]>
}

type Methods = {
  readonly [method in RelayMethod]: (
    connection: Connection,
    params: RelayParams<method>,
  ) => Promise<Outcome>
}

/** Implements each method of the protocol. @source walletconnect facts 3.6 */
export function createMethods({
  mailboxes: { fetchMessages, readPending, subscribe },
  publishing: { publish },
  store,
  subscribers,
}: createMethods.Options): Methods {
  /** Publishes and subscribes. Subscribes first, so that a reply to the message is not missed. */
  async function subscribeAndPublish(
    connection: Connection,
    topic: string,
    messages: Parameters<typeof publish>[1],
  ): Promise<Outcome> {
    const { subscriptions, turn } = await subscribe(connection, [topic])
    const { again, effects, refusal } = await publish(connection, messages)
    return {
      result: true,
      refusal,
      effects,
      after: async () => [
        ...(await readPending(connection, subscriptions, { isAnew: true, turn })),
        ...(await again()),
      ],
    }
  }

  return {
    async irn_publish(connection, params) {
      const { again, effects, refusal } = await publish(connection, [params])
      return { result: true, refusal, effects, after: again }
    },
    async irn_batchPublish(connection, { messages }) {
      const { again, effects, refusal } = await publish(connection, messages)
      return { result: true, refusal, effects, after: again }
    },
    async irn_subscribe(connection, { topic }) {
      const { subscriptions, turn } = await subscribe(connection, [topic])
      return {
        result: subscriptions[0]?.id,
        after: () => readPending(connection, subscriptions, { isAnew: true, turn }),
      }
    },
    async irn_batchSubscribe(connection, { topics }) {
      const { subscriptions, turn } = await subscribe(connection, topics)
      return {
        result: subscriptions.map(({ id }) => id),
        after: () => readPending(connection, new Set(subscriptions), { isAnew: true, turn }),
      }
    },
    async irn_unsubscribe(connection, { topic }) {
      subscribers.remove(connection, topic)
      return { result: true }
    },
    async irn_batchUnsubscribe(connection, { subscriptions }) {
      for (const { topic } of subscriptions) subscribers.remove(connection, topic)
      return { result: true }
    },
    async irn_fetchMessages(connection, { topic }) {
      return { result: await fetchMessages(connection, [topic]) }
    },
    async irn_batchFetchMessages(connection, { topics }) {
      return { result: await fetchMessages(connection, topics) }
    },
    async irn_batchReceive(connection, { receipts }) {
      await Promise.all(
        receipts.map(({ messageId, topic }) => {
          const reader = subscriptionId(topic, connection.clientId)
          return store.acknowledge({ topic, hash: messageId, reader })
        }),
      )
      return { result: true }
    },
    async wc_proposeSession(connection, { attestation, pairingTopic, sessionProposal, ttl }) {
      return subscribeAndPublish(connection, pairingTopic, [
        { topic: pairingTopic, message: sessionProposal, ttl, tag: 1100, attestation },
      ])
    },
    async wc_approveSession(connection, params) {
      const { pairingTopic, sessionTopic, ttl } = params
      return subscribeAndPublish(connection, sessionTopic, [
        { topic: pairingTopic, message: params.sessionProposalResponse, ttl, tag: 1101 },
        { topic: sessionTopic, message: params.sessionSettlementRequest, ttl, tag: 1102 },
      ])
    },
  }
}

export declare namespace createMethods {
  type Options = {
    mailboxes: ReturnType<typeof createMailboxes>
    publishing: ReturnType<typeof createPublishing>
    store: Store
    subscribers: ReturnType<typeof createSubscribers>
  }
}
