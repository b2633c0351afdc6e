import { isChainId, namespaceOf } from '@foyer/protocol'
import { type SessionMethod, sessionParams } from '@foyer/protocol/session'
import * as v from 'valibot'
import { handleEvent } from './handleEvent.ts'
import { handleSettlement } from './handleSettlement.ts'
import { handleExtension, handleUpdate } from './handleUpdate.ts'
import type { Outcome } from './outcome.ts'
import type { SessionRecord } from './records.ts'
import { dropPairing, readSession, readTopic, type Wire } from './wire.ts'

/** A request of a wallet. */
export type Call = { topic: string; id: number; method: SessionMethod; params: unknown }

/** Handles a wallet's request, if allowed. */
export function answerPeer(wire: Wire, call: Call): Outcome {
  const { method, params, topic } = call
  switch (method) {
    case 'wc_pairingPing':
    case 'wc_pairingExtend':
      return true
    case 'wc_pairingDelete': {
      // On a session's topic it would delete the key and keep the session.
      if (readTopic(wire, topic)?.kind !== 'pairing') return undefined
      const message = 'The wallet left the pairing.'
      wire.emit({ kind: 'refused', pairing: topic, code: 6000, message })
      dropPairing(wire, topic)
      return undefined
    }
    case 'wc_sessionSettle': {
      const parsed = v.safeParse(sessionParams.wc_sessionSettle, params)
      return parsed.success ? handleSettlement(wire, topic, parsed.output) : 'invalidSettle'
    }
    default: {
      const session = readSession(wire, topic)
      if (session) return answerInSession(wire, session, call)
      return method === 'wc_sessionDelete' ? undefined : 'noSession'
    }
  }
}

function answerInSession(
  wire: Wire,
  session: SessionRecord,
  { id, method, params }: Call,
): Outcome {
  switch (method) {
    case 'wc_sessionPing':
      return true
    case 'wc_sessionUpdate': {
      const parsed = v.safeParse(sessionParams.wc_sessionUpdate, params)
      return parsed.success ? handleUpdate(wire, session, id, parsed.output) : 'invalidUpdate'
    }
    case 'wc_sessionExtend': {
      const parsed = v.safeParse(sessionParams.wc_sessionExtend, params)
      return parsed.success ? handleExtension(wire, session, id, parsed.output) : 'invalidExtend'
    }
    case 'wc_sessionEvent': {
      const parsed = v.safeParse(sessionParams.wc_sessionEvent, params)
      const { chainId = '', event } = parsed.success ? parsed.output : {}
      if (!event || !isChainId(chainId)) return 'invalidEvent'
      return handleEvent(wire, session, id, { event, chainId, namespace: namespaceOf(chainId) })
    }
    case 'wc_sessionDelete':
      return true
    default:
      // Wallets never ask a site to sign, to accept a proposal or to authenticate.
      return 'unsupportedSessionMethod'
  }
}
