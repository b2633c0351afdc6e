import * as v from 'valibot'

/** Interval for polling new blocks, ms. */
const pollMs = 500

const block = v.nullable(v.looseObject({ number: v.string() }))

/** Subscriptions to new blocks by polling, because a page's policy may forbid WebSockets. */
export type NewHeads = {
  /** @returns The subscription's id. */
  subscribe: () => string
  /** @returns true if there was such a subscription. */
  unsubscribe: (id: unknown) => boolean
}

/**
 * Creates `eth_subscribe` for `newHeads`.
 *
 * @param ask Calls the selected chain.
 * @param onHead Receives the message event's value.
 * @source EIP-1193 "message"
 */
export function createNewHeads(
  ask: (method: string, params: readonly unknown[]) => Promise<unknown>,
  onHead: (message: { type: string; data: { subscription: string; result: unknown } }) => void,
): NewHeads {
  const timers = new Map<string, ReturnType<typeof setInterval>>()
  let count = 0
  return {
    subscribe() {
      const subscription = `0x${(++count).toString(16)}`
      let seen: string | undefined
      const look = async () => {
        const found = await ask('eth_getBlockByNumber', ['latest', false])
        const parsed = v.safeParse(block, found)
        if (!parsed.success || parsed.output === null || parsed.output.number === seen) return
        const first = seen === undefined
        seen = parsed.output.number
        if (first || !timers.has(subscription)) return
        onHead({ type: 'eth_subscription', data: { subscription, result: parsed.output } })
      }
      // The disconnect event reports an unreachable chain; the subscription waits for it.
      const quietly = () => void look().catch(() => undefined)
      timers.set(subscription, setInterval(quietly, pollMs))
      quietly()
      return subscription
    },
    unsubscribe(id) {
      const timer = typeof id === 'string' ? timers.get(id) : undefined
      clearInterval(timer)
      return typeof id === 'string' && timers.delete(id)
    },
  }
}
