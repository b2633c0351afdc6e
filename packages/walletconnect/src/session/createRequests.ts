import { FoyerError } from '@foyer/protocol'
import { sessionMethods, sessionTtlS } from '@foyer/protocol/session'
import type { createPendingRequests } from './createPendingRequests.ts'
import { dropSession, readSession, type Wire } from './wire.ts'

/** Time for a disconnect, ms. */
const leaveMs = 3_000

/** Requests of a site to the wallet of a session. */
export type Requests = {
  /**
   * Sends a request to the wallet, and resolves with its result.
   *
   * @param parameters.expiryS - Timeout of the request, 300 to 604800 s. @default 300
   * @throws FoyerError `request-timed-out`, `not-connected`, `relay-unreachable`, `relay-refused`, `clock-wrong`, or
   *   the wallet's error
   */
  request(parameters: {
    topic: string
    chainId: string
    method: string
    params: unknown
    expiryS?: number | undefined
    /** Called synchronously with the id of the message. */
    onId?: (id: number) => void
  }): Promise<unknown>
  /**
   * Pings the wallet; resolves when it answers.
   *
   * @param ttlS - Timeout, s. @default 30
   * @throws FoyerError `request-timed-out`, `not-connected`
   */
  ping(topic: string, ttlS?: number): Promise<void>
  /** Ends a session: here at once, in the wallet when the message arrives; waits at most 3 s for the relay. */
  endSession(topic: string): Promise<void>
}

export function createRequests({
  pending,
  tab,
  wire,
}: {
  pending: ReturnType<typeof createPendingRequests>
  tab: string
  wire: Wire
}): Requests {
  const { browser, nextId } = wire
  const ask = (
    topic: string,
    message: { method: 'wc_sessionRequest' | 'wc_sessionPing'; params: object },
    about: { method: string; chainId?: string; ttlS: number; onId?: (id: number) => void },
  ) => {
    if (!readSession(wire, topic))
      return Promise.reject(
        new FoyerError('not-connected', { details: 'The wallet ended the session.' }),
      )
    const id = nextId()
    const deadline = browser.now() + about.ttlS * 1000
    const answer = pending.wait(id, {
      topic,
      method: about.method,
      chainId: about.chainId,
      deadline,
      tab,
    })
    const delivery = { ...sessionMethods[message.method].request, ttlS: about.ttlS }
    wire.send(topic, { id, deadline, ...message }, delivery)
    about.onId?.(id)
    return answer
  }
  return {
    request({ chainId, expiryS = sessionTtlS.request, method, onId, params, topic }) {
      const ttlS = Math.min(Math.max(Math.round(expiryS), 300), sessionTtlS.session)
      const expiryTimestamp = Math.floor(wire.clock.now() / 1000) + ttlS
      const request = { method, params: params ?? [], expiryTimestamp }
      return ask(
        topic,
        { method: 'wc_sessionRequest', params: { request, chainId } },
        { method, chainId, ttlS, ...(onId && { onId }) },
      )
    },
    async ping(topic, ttlS = sessionMethods.wc_sessionPing.request.ttlS) {
      const method = 'wc_sessionPing'
      await ask(topic, { method, params: {} }, { method, ttlS })
    },
    async endSession(topic) {
      if (!readSession(wire, topic)) return
      const id = nextId()
      const params = { code: 6000, message: 'User disconnected.' }
      const method = 'wc_sessionDelete'
      wire.send(topic, { id, ...{ method, params } }, sessionMethods[method].request)
      const sent = pending.whenSent(id, leaveMs)
      dropSession(wire, topic)
      // The message stays in the outbox until the relay has it.
      await sent.catch(() => {})
    },
  }
}
