/** The subscriptions of one socket, by the chain's ids. */
export type Subscriptions = {
  /** Counts a requested subscription; returns false when the maximum is reached. */
  reserve(): boolean
  /** Completes a request with the chain's answer: the subscription's id, or undefined for an error. */
  settle(id: string | undefined): void
  /** Removes a subscription; ignores an unknown id. */
  end(id: string): void
  has(id: string): boolean
}

/** Makes the counter of a socket's subscriptions and pending requests. @param most - maximum of both together */
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
