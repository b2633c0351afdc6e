import { type RelayMethod, relayMethods } from '@foyer/protocol/relay'
import * as v from 'valibot'
import { burstOf, createAllowance, extraWeightOf, tooMany, weightOfLength } from './allowance.ts'
import { type Connection, createConnection } from './connection.ts'
import type { Effect } from './effect.ts'
import type { Limits } from './limits.ts'
import { createMailboxes } from './mailboxes.ts'
import { createMethods, type Outcome } from './methods.ts'
import { createPublishing } from './publishing.ts'
import { createPushes } from './pushes.ts'
import { errorFrame, resultFrame } from './rpc/answers.ts'
import { parseFrame, type RawId } from './rpc/parseFrame.ts'
import { Refusal } from './rpc/refusal.ts'
import type { Store } from './store/store.ts'
import { createSubscribers } from './subscribers.ts'
import { sha256 } from './subscriptionId.ts'

/** Receives events for metrics and logs, without topics or clients. */
export type RelayObserver = {
  onRequest(method: RelayMethod | 'unknown', outcome: 'ok' | 'refused' | 'failed', ms: number): void
  onDelivered(ms: number): void
  onFailure(error: unknown): void
}

export type Relay = ReturnType<typeof createRelay>

/**
 * Creates the relay's logic, independent of sockets: it handles client frames and returns effects. The answer to a
 * request always precedes the pushes that it causes: on a fast link, the reference client loses acknowledgements otherwise.
 */
export function createRelay({ limits, now = Date.now, observer, store }: createRelay.Options) {
  const onFailure = (error: unknown) => observer?.onFailure(error)
  const { charge, spend } = createAllowance({ limits, now })
  const pushes = createPushes({ maxInFlight: limits.maxInFlight, now })
  const subscribers = createSubscribers(store)
  const mailboxes = createMailboxes({ limits, onFailure, spend, store, subscribers })
  const publishing = createPublishing({
    ...{ charge, limits, mailboxes, onFailure, store, subscribers },
  })
  const methods = createMethods({ mailboxes, publishing, store, subscribers })

  async function answer(
    connection: Connection,
    { id, method, params }: { id: RawId; method: string; params: unknown },
    charged: number,
  ): Promise<Effect[]> {
    const startedAt = performance.now()
    const isKnown = Object.hasOwn(relayMethods, method)
    const name = isKnown ? (method as RelayMethod) : 'unknown'
    const observe = (outcome: 'ok' | 'refused' | 'failed') =>
      observer?.onRequest(name, outcome, performance.now() - startedAt)
    try {
      if (name === 'unknown') throw new Refusal(-32601, 'There is no such method')
      const parsed = v.safeParse(relayMethods[name].params, params, { abortEarly: true })
      if (!parsed.success) {
        const path = v.getDotPath(parsed.issues[0])
        throw new Refusal(-32602, `params${path ? `.${path}` : ''} is not valid`)
      }
      const refused = charge(connection, Math.max(0, extraWeightOf(parsed.output) - charged))
      if (refused.length > 0) return refused
      const call = methods[name] as (connection: Connection, params: unknown) => Promise<Outcome>
      const {
        after,
        effects = [],
        refusal,
        result,
      } = await endsWithin(limits.answerMs, call(connection, parsed.output))
      observe(refusal ? 'refused' : 'ok')
      const frame = refusal
        ? errorFrame(id, refusal.code, refusal.message)
        : resultFrame(id, result)
      return [
        { kind: 'answer', connection, frame },
        ...effects,
        ...(after ? await after().catch(mailboxes.markBehind(connection)) : []),
      ]
    } catch (error) {
      if (!(error instanceof Refusal)) {
        observe('failed')
        onFailure(error)
        // An error is no acknowledgement: the client publishes again.
        return [{ kind: 'answer', connection, frame: errorFrame(id, -32603, 'Try again') }]
      }
      observe('refused')
      return [{ kind: 'answer', connection, frame: errorFrame(id, error.code, error.message) }]
    }
  }

  async function acknowledge(connection: Connection, id: string): Promise<Effect[]> {
    const done = pushes.end(connection, id)
    if (done === undefined) return charge(connection)
    observer?.onDelivered(done.ms)
    const { hash, subscription } = done
    await store.acknowledge({ topic: subscription.topic, hash, reader: subscription.id })
    return connection.isBehind ? mailboxes.resume(connection) : []
  }

  return {
    /** Registers a connection. @param address - network address, for rate limits; kept as long as the connection */
    connect(clientId: string, address: string): Connection {
      return createConnection(clientId, {
        budget: `client:${sha256(clientId).slice(0, 32)}`,
        addressBudget: `address:${sha256(address).slice(0, 32)}`,
        burst: burstOf(limits),
        now: now(),
      })
    },
    disconnect(connection: Connection): void {
      connection.isClosed = true
      subscribers.removeAll(connection)
      connection.pushes = undefined
    },
    /** Handles one text frame of a client. Never rejects. */
    async handle(connection: Connection, text: string): Promise<Effect[]> {
      const weight = weightOfLength(text)
      if (weight > 0) {
        const tooLong = charge(connection, weight)
        if (tooLong.length > 0) return tooLong
      }
      const frame = parseFrame(text)
      if (frame.kind === 'answer') {
        if (!frame.isOk) return charge(connection)
        return acknowledge(connection, frame.id).catch(mailboxes.markBehind(connection))
      }
      const refusal = charge(connection)
      if (refusal.length > 0) return refusal
      if (frame.kind === 'request') {
        if (connection.underWay >= limits.requestsAtOnce) return tooMany(connection)
        connection.underWay++
        return answer(connection, frame, weight).finally(() => connection.underWay--)
      }
      return [
        { kind: 'answer', connection, frame: errorFrame(frame.id, frame.code, frame.problem) },
      ]
    },
    /** Starts a push. Returns its frame; undefined when the client has it already, or can not receive it now. */
    startPush: pushes.start,
    /** Delivers a message that another process published. */
    deliver: mailboxes.deliver,
    resume: mailboxes.resume,
    /** Marks all connections as behind, because announcements may have been missed. */
    missed(): Connection[] {
      const all = subscribers.connections()
      for (const connection of all) connection.isBehind = true
      return all
    },
    readSize: subscribers.readSize,
  }
}

export declare namespace createRelay {
  type Options = {
    store: Store
    limits: Limits
    observer?: RelayObserver | undefined
    /** Returns the time in ms since 1970. @default Date.now */
    now?: (() => number) | undefined
  }
}

/** Rejects after `ms`. The work goes on: a message may still be stored, and its client publishes it again. */
function endsWithin<result>(ms: number, asked: Promise<result>): Promise<result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The store did not answer in time')), ms)
    asked.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
