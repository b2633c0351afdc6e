import * as v from 'valibot'
import type { Store } from '../createStore.ts'

/** A message for the relay, resent unchanged until the relay accepts it. */
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

/** Pending messages of all tabs, oldest first. */
export type Outbox = {
  add(message: Outgoing): void
  remove(id: number): void
  /** @param onLate - Called for each message whose deadline passed; it is removed. */
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
