import {
  answerRecord,
  proposalRecord,
  requestRecord,
  sessionRecord,
  topicRecord,
} from './records.ts'
import type { Wire } from './wire.ts'

/** How long an answer waits for a tab that asked and may come back, ms. */
const answerMs = 300_000

/**
 * Removes what has expired.
 *
 * @returns The topics that live: those to subscribe.
 */
export function sweep(wire: Wire): string[] {
  const { browser, emit, store } = wire
  const now = browser.now()
  // A clock that jumps back, and a wallet that agrees at the last moment, are given half a minute.
  const isOver = (at: number) => at + 30_000 < now
  for (const key of store.list('request.'))
    if (isOver(store.read(key, requestRecord)?.deadline ?? now)) store.write(key, undefined)
  for (const key of store.list('answer.'))
    if (isOver((store.read(key, answerRecord)?.request.deadline ?? now) + answerMs))
      store.write(key, undefined)
  // Where storage was full, or the topic was taken away: nothing reaches its wallet any more.
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
