import * as v from 'valibot'

/** How often the chain is asked for a new block. */
const pollMs = 500

const block = v.nullable(v.looseObject({ number: v.string() }))

/** Subscriptions to new blocks, served by asking: a page's rules may forbid WebSockets. */
export type NewHeads = {
  /** @returns The subscription's id. */
  subscribe: () => string
  /** @returns Whether there was such a subscription. */
  unsubscribe: (id: unknown) => boolean
}

/**
 * Makes `eth_subscribe` for `newHeads`.
 *
 * @param ask Asks the selected chain.
 * @param onHead Gets the message event's value.
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
      // An unreachable chain is told by the disconnect event; the subscription waits for it.
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
