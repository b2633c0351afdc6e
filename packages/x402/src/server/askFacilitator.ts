import { type PaymentOrder, type Settlement, settlement } from '@foyer/protocol/x402'
import * as v from 'valibot'

/** Pauses between attempts, in ms: a facilitator that restarts is back by then. */
const pausesMs = [250, 1000, 3000]

/**
 * Asks the facilitator to make a payment. Attempts have the same key, so it is made once.
 * @returns 'refused' if the facilitator took no payment; undefined while its outcome is not known: it does not answer
 */
export async function askFacilitator({
  claim,
  onFailure,
  order,
  settleUrl,
  timeoutMs,
  token,
}: {
  claim: string
  /** Told the last failure when no attempt succeeds. */
  onFailure?: ((cause: unknown) => void) | undefined
  order: PaymentOrder
  settleUrl: URL
  /** Of one attempt. */
  timeoutMs: number
  token: string
}): Promise<Settlement | 'refused' | undefined> {
  let failure: unknown
  /** An attempt that the facilitator may have taken. */
  let isTaken = false
  for (const pauseMs of [0, ...pausesMs]) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    try {
      const response = await fetch(settleUrl, {
        method: 'POST',
        headers: {
          Authorization: `Bearer ${token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': claim,
        },
        body: JSON.stringify(order),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await response.text()
      failure = new Error(`The facilitator answered ${response.status}: ${text.slice(0, 200)}`)
      const parsed = response.ok ? v.safeParse(settlement, JSON.parse(text)) : undefined
      if (parsed?.success) return parsed.output
      // Another attempt would be refused as well: a budget, or the token.
      if (response.status < 500) {
        isTaken ||= response.ok
        break
      }
    } catch (cause) {
      // Not reached, or cut off: ask again with the same key.
      failure = cause
    }
    isTaken = true
  }
  onFailure?.(failure)
  return isTaken ? undefined : 'refused'
}
