import * as v from 'valibot'
import type { Store } from '../createStore.ts'
import { topicRecord } from './records.ts'

/** Number of messages remembered per topic, by hash, never by text. */
const most = 256
const hashes = v.array(v.string())

/** Stores the hashes of processed messages, so that a reload or another leading tab does not process them again. */
export function createSeen(store: Store) {
  const read = (topic: string) => store.read(`seen.${topic}`, hashes) ?? []
  // A quarter of a hash is enough to identify a message, and saves storage.
  const short = (hash: string) => hash.slice(0, 16)
  return {
    has: (topic: string, hash: string) => read(topic).includes(short(hash)),
    add(topic: string, hash: string) {
      // The message may have deleted its topic.
      if (!store.read(`topic.${topic}`, topicRecord)) return
      const others = read(topic).filter((one) => one !== short(hash))
      store.write(`seen.${topic}`, [...others, short(hash)].slice(-most))
    },
  }
}
