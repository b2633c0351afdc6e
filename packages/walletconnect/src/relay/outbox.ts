import * as v from 'valibot'
import type { Store } from '../createStore.ts'

/** A message on its way to the relay, sent as it stands until the relay has it. */
const outgoing = v.object({
  id: v.number(),
  topic: v.string(),
  message: v.string(),
  /** s */
  ttl: v.number(),
  tag: v.number(),
  prompt: v.optional(v.boolean()),
  /** ms since 1970. */
  deadline: v.number(),
})
export type Outgoing = v.InferOutput<typeof outgoing>

/** What waits for the relay, of all tabs, the oldest first. */
export type Outbox = {
  add(message: Outgoing): void
  remove(id: number): void
  /** @param onLate - Told of each whose deadline has passed; it is removed. */
  list(now: number, onLate: (id: number) => void): Outgoing[]
}

const start = 'outbox.'

export function createOutbox(store: Store): Outbox {
  const remove = (id: number) => store.write(start + id, undefined)
  return {
    add: (message) => store.write(start + message.id, message),
    remove,
    list: (now, onLate) =>
      store.list(start).flatMap((key) => {
        const message = store.read(key, outgoing)
        if (!message) return []
        if (message.deadline > now) return [message]
        remove(message.id)
        onLate(message.id)
        return []
      }),
  }
}
