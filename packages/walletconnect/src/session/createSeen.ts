import * as v from 'valibot'
import type { Store } from '../createStore.ts'

/** How many messages of a topic are remembered: by their hashes, never by their text. */
const most = 256
const hashes = v.array(v.string())

/** Which messages were handled already, also before a reload. */
export function createSeen(store: Store) {
  const known = new Map<string, string[]>()
  const read = (topic: string) => {
    const found = known.get(topic) ?? store.read(`seen.${topic}`, hashes) ?? []
    known.set(topic, found)
    return found
  }
  // A quarter of a hash tells messages apart, and keeps storage small.
  const short = (hash: string) => hash.slice(0, 16)
  return {
    has: (topic: string, hash: string) => read(topic).includes(short(hash)),
    add(topic: string, hash: string) {
      const next = [...read(topic).filter((one) => one !== short(hash)), short(hash)].slice(-most)
      known.set(topic, next)
      // The topic may be gone by what the message said.
      if (store.list(`topic.${topic}`).length > 0) store.write(`seen.${topic}`, next)
      else known.delete(topic)
    },
  }
}
