/** The subscriptions of one socket, by the ids that the chain gave them. */
export type Subscriptions = {
  /** Reserves a place for a requested subscription; false when none is left. */
  reserve(): boolean
  /** The chain answered: with the id of the subscription, or without one. */
  settle(id: string | undefined): void
  /** Ends a subscription. An unknown id changes nothing. */
  end(id: string): void
  has(id: string): boolean
}

/** Counts a socket's subscriptions and pending requests. @param most - of both together */
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
