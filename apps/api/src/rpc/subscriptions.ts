/** The subscriptions of one socket, by the ids that the chain gave them. */
export type Subscriptions = {
  /** Takes one place for a subscription that is asked for; false when there is none left. */
  reserve(): boolean
  /** The chain answered: with the id of the subscription, or it gave none. */
  settle(id: string | undefined): void
  /** The chain ended it. An id that is not held changes nothing. */
  end(id: string): void
  has(id: string): boolean
}

/** Counts what a socket really holds, and what it has asked for. @param most - of both together */
export function createSubscriptions(most: number): Subscriptions {
  const held = new Set<string>()
  let reserved = 0
  return {
    reserve() {
      if (held.size + reserved >= most) return false
      reserved++
      return true
    },
    settle(id) {
      reserved--
      if (id !== undefined) held.add(id)
    },
    end: (id) => void held.delete(id),
    has: (id) => held.has(id),
  }
}
