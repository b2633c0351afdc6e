import { relayPush } from '@foyer/protocol/relay'
import type { Connection, Subscription } from './connection.ts'
import type { StoredMessage } from './store/store.ts'

const maxRecent = 32

/** Tracks the messages in flight to each connection. */
export function createPushes({ maxInFlight, now }: { maxInFlight: number; now: () => number }) {
  return {
    /** @returns the frame to send; undefined when it is under way already, or has to wait in its mailbox. */
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
      // 16 digits: the longest number that the reference client echoes with the same digits.
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
      // Written by hand because it runs for every message; topic and id are hex.
      return `{"id":${id},"jsonrpc":"2.0","method":"${relayPush.method}","params":{"id":"${subscription.id}","data":{"topic":"${topic}","message":${JSON.stringify(message.message)},"publishedAt":${publishedAt},"tag":${tag}${attestation === undefined ? '' : `,"attestation":${JSON.stringify(attestation)}`}}}}`
    },
    /**
     * The client answered: returns the message it received and the time it took, in ms. Undefined when no push was in
     * flight.
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
