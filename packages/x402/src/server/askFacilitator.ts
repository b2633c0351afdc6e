import { type PaymentOrder, type Settlement, settlement } from '@foyer/protocol/x402'
import * as v from 'valibot'

/** Pauses between attempts, in ms: a facilitator that restarts is back by then. */
const pausesMs = [250, 1000, 3000]

/**
 * Asks the facilitator to make a payment. Attempts have the same key, so it is made once.
 * @returns undefined while its outcome is not known: the facilitator does not answer
 */
export async function askFacilitator({
  claim,
  facilitatorUrl,
  order,
  timeoutMs,
  token,
}: {
  claim: string
  facilitatorUrl: string
  order: PaymentOrder
  /** Of one attempt. */
  timeoutMs: number
  token: string
}): Promise<Settlement | undefined> {
  for (const pauseMs of [0, ...pausesMs]) {
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
    try {
      const response = await fetch(new URL('/settle', facilitatorUrl), {
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
      const parsed = v.safeParse(settlement, await response.json())
      if (response.ok && parsed.success) return parsed.output
      // Another attempt would be refused as well: a budget, or the token.
      if (response.status < 500) return undefined
    } catch {
      // Not reached, or cut off: ask again with the same key.
    }
  }
  return undefined
}
