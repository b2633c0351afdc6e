import {
  answerRecord,
  proposalRecord,
  requestRecord,
  sessionRecord,
  topicRecord,
} from './records.ts'
import type { Wire } from './wire.ts'

/** Time for which an answer is kept until its tab fetches it, ms. */
const answerMs = 300_000

/**
 * Deletes expired entries.
 *
 * @returns The remaining topics, to subscribe.
 */
export function sweep(wire: Wire): string[] {
  const { browser, emit, store } = wire
  const now = browser.now()
  // Half a minute of tolerance for a clock that jumps back and for a last-moment approval.
  const isOver = (at: number) => at + 30_000 < now
  for (const key of store.list('request.'))
    if (isOver(store.read(key, requestRecord)?.deadline ?? now)) store.write(key, undefined)
  for (const key of store.list('answer.'))
    if (isOver((store.read(key, answerRecord)?.request.deadline ?? now) + answerMs))
      store.write(key, undefined)
  // The topic is missing, after full storage or a deletion: its wallet is unreachable.
  for (const key of store.list('session.')) {
    const topic = key.slice('session.'.length)
    if (store.read(`topic.${topic}`, topicRecord)) continue
    store.write(key, undefined)
    emit({ kind: 'session', topic })
  }
  return store.list('topic.').flatMap((key) => {
    const record = store.read(key, topicRecord)
    const topic = key.slice('topic.'.length)
    if (record && !isOver(record.expiresAt)) return [topic]
    store.write(key, undefined)
    store.write(`seen.${topic}`, undefined)
    if (store.read(`proposal.${topic}`, proposalRecord)) store.write(`proposal.${topic}`, undefined)
    if (store.read(`session.${topic}`, sessionRecord)) {
      store.write(`session.${topic}`, undefined)
      emit({ kind: 'session', topic })
    }
    return []
  })
}
