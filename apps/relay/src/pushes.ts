import { relayPush } from '@foyer/protocol/relay'
import type { Connection, Subscription } from './connection.ts'
import type { StoredMessage } from './store/store.ts'

const maxRecent = 32

/** Tracks pushes that clients have not acknowledged. */
export function createPushes({ maxInFlight, now }: { maxInFlight: number; now: () => number }) {
  return {
    /** Starts a push. @returns the frame to send; undefined when it is in flight already, or stays in its mailbox */
    start({
      connection,
      message,
      subscription,
      turn,
    }: {
      connection: Connection
      subscription: Subscription
      message: StoredMessage
      turn: number
    }): string | undefined {
      if (
        connection.isClosed ||
        connection.subscriptions.get(subscription.topic) !== subscription
      ) {
        return undefined
      }
      const known = subscription.inFlight?.get(message.hash)
      if (known ? known.turn >= turn : subscription.recent?.includes(message.hash)) return undefined
      if (connection.isPaused || (connection.pushes?.size ?? 0) >= maxInFlight) {
        connection.isBehind = true
        return undefined
      }
      // At most 16 digits: the reference client would not echo a longer number exactly.
      const id = known?.id ?? Math.max(connection.lastPushId + 1, now() * 1000)
      if (known) known.turn = turn
      else {
        connection.lastPushId = id
        subscription.inFlight ??= new Map()
        subscription.inFlight.set(message.hash, { id, sentAt: now(), turn })
        connection.pushes ??= new Map()
        connection.pushes.set(String(id), { subscription, hash: message.hash })
      }
      const { attestation, publishedAt, tag, topic } = message
      // Not `JSON.stringify`, for speed: this runs for every message. Topic and id are hex, and need no escaping.
      return `{"id":${id},"jsonrpc":"2.0","method":"${relayPush.method}","params":{"id":"${subscription.id}","data":{"topic":"${topic}","message":${JSON.stringify(message.message)},"publishedAt":${publishedAt},"tag":${tag}${attestation === undefined ? '' : `,"attestation":${JSON.stringify(attestation)}`}}}}`
    },
    /**
     * Ends a push that the client has answered. Returns its message and the time since the push, in ms; undefined when no
     * such push was in flight.
     */
    end(
      connection: Connection,
      id: string,
    ): { subscription: Subscription; hash: string; ms: number } | undefined {
      const push = connection.pushes?.get(id)
      if (push === undefined) return undefined
      const { hash, subscription } = push
      connection.pushes?.delete(id)
      const sentAt = subscription.inFlight?.get(hash)?.sentAt ?? now()
      subscription.inFlight?.delete(hash)
      subscription.recent ??= []
      subscription.recent.push(hash)
      if (subscription.recent.length > maxRecent) subscription.recent.shift()
      return { subscription, hash, ms: now() - sentAt }
    },
  }
}
