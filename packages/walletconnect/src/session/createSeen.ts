import * as v from 'valibot'
import type { Store } from '../createStore.ts'
import { topicRecord } from './records.ts'

/** How many messages of a topic are remembered: by their hashes, never by their text. */
const most = 256
const hashes = v.array(v.string())

/** Which messages were handled already, also before a reload and in the tab that led before. */
export function createSeen(store: Store) {
  const read = (topic: string) => store.read(`seen.${topic}`, hashes) ?? []
  // A quarter of a hash tells messages apart, and keeps storage small.
  const short = (hash: string) => hash.slice(0, 16)
  return {
    has: (topic: string, hash: string) => read(topic).includes(short(hash)),
    add(topic: string, hash: string) {
      // The topic may be gone by what the message said.
      if (!store.read(`topic.${topic}`, topicRecord)) return
      const others = read(topic).filter((one) => one !== short(hash))
      store.write(`seen.${topic}`, [...others, short(hash)].slice(-most))
    },
  }
}
