import type { sessionParams } from '@foyer/protocol/session'
import type * as v from 'valibot'
import type { Outcome } from './outcome.ts'
import { checkNamespaces } from './readApproval.ts'
import { proposalRecord } from './records.ts'
import { dropPairing, readSession, readTopic, type Wire, writeSession } from './wire.ts'

type Settlement = v.InferOutput<typeof sessionParams.wc_sessionSettle>

/**
 * Accepts a wallet's settlement: only from the peer that answered the proposal, only before it expires, and only once.
 */
export function handleSettlement(wire: Wire, topic: string, given: Settlement): Outcome {
  const record = readTopic(wire, topic)
  // A repeated settlement, perhaps replayed by a stranger, changes nothing.
  if (readSession(wire, topic)) return true
  if (record?.kind !== 'session' || !record.settles) return 'invalidSettle'
  const { pairing, publicKey } = record.settles
  const proposal = wire.store.read(`proposal.${pairing}`, proposalRecord)
  const now = wire.browser.now()
  // Another wallet was faster, or the site stopped waiting.
  if (!proposal) return 'settlementFailed'
  if (given.controller.publicKey !== publicKey || given.expiry * 1000 <= now) return 'invalidSettle'
  const wrong = checkNamespaces(given.namespaces)
  if (wrong) return wrong

  const expiresAt = given.expiry * 1000
  wire.store.write(`topic.${topic}`, { kind: 'session', symKey: record.symKey, expiresAt })
  writeSession(wire, {
    topic,
    peer: given.controller,
    namespaces: given.namespaces,
    settledAt: now,
    expiresAt,
    tab: proposal.tab,
    used: [],
    chains: {},
    first: {},
    newest: {},
    // A wallet may ask not to be opened automatically.
    ...(given.sessionConfig?.disableDeepLink && { isLinkRefused: true }),
  })
  dropPairing(wire, pairing)
  wire.emit({ kind: 'settled', pairing, topic, tab: proposal.tab })
  return true
}
