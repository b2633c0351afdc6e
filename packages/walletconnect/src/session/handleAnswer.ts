import { proposalAnswer } from '@foyer/protocol/session'
import * as v from 'valibot'
import { agreeOnKey, topicOf } from '../crypto/keys.ts'
import type { PeerAnswer } from './peerMessage.ts'
import {
  type AnswerRecord,
  type ProposalRecord,
  proposalRecord,
  requestRecord,
  topicRecord,
} from './records.ts'
import { dropPairing, type Wire } from './wire.ts'

/** Time for a wallet to settle after its approval, ms. */
const settleMs = 300_000
/**
 * Maximum number of answers kept for one proposal, since anyone who saw the code can answer repeatedly; the first that
 * settles is used.
 */
const mostWallets = 8

/** Stores an answer for its request. Drops an answer without a pending request. */
export async function handleAnswer(wire: Wire, topic: string, answer: PeerAnswer): Promise<void> {
  const { emit, store } = wire
  const proposal = store.read(`proposal.${topic}`, proposalRecord)
  if (proposal?.id === answer.id) return handleProposalAnswer(wire, topic, proposal, answer)

  const request = store.read(`request.${answer.id}`, requestRecord)
  // Already answered, aborted, or from another peer.
  if (request?.topic !== topic) return
  const kept: AnswerRecord =
    'error' in answer ? { request, error: answer.error } : { request, result: answer.result }
  store.write(`answer.${answer.id}`, kept)
  store.write(`request.${answer.id}`, undefined)
  emit({ kind: 'answer', id: answer.id })
}

async function handleProposalAnswer(
  wire: Wire,
  pairing: string,
  proposal: ProposalRecord,
  answer: PeerAnswer,
): Promise<void> {
  const { browser, emit, primitives, store } = wire
  if ('error' in answer) {
    const { code, message } = answer.error
    emit({ kind: 'refused', pairing, code, message })
    return dropPairing(wire, pairing)
  }
  const parsed = v.safeParse(proposalAnswer, answer.result)
  if (!parsed.success) return wire.log('a wallet answered a proposal with something else')
  const publicKey = parsed.output.responderPublicKey
  const symKey = await agreeOnKey(primitives, { privateKey: proposal.privateKey, publicKey })
  const expiresAt = browser.now() + settleMs
  const settles = { publicKey, pairing }
  const topic = await topicOf(primitives, symKey)
  makeRoom(wire, pairing)
  store.write(`topic.${topic}`, { kind: 'session', symKey, expiresAt, settles })
  emit({ kind: 'taken', pairing, tab: proposal.tab })
  wire.sync()
}

/** Drops the oldest answer. */
function makeRoom({ store }: Wire, pairing: string): void {
  const settling = store.list('topic.').flatMap((key) => {
    const record = store.read(key, topicRecord)
    return record?.kind === 'session' && record.settles?.pairing === pairing
      ? [{ key, expiresAt: record.expiresAt }]
      : []
  })
  settling.sort((one, other) => one.expiresAt - other.expiresAt)
  const tooMany = Math.max(0, settling.length + 1 - mostWallets)
  for (const { key } of settling.slice(0, tooMany)) store.write(key, undefined)
}
