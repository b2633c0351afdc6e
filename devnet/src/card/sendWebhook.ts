import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { cardKeys } from './cardKeys.ts'

/** The news of a purchase that the api receives. */
export type CardEvent = {
  reference: string
  status: 'pending' | 'arrived' | 'failed' | 'expired'
  address: string
  /** CAIP-2. */
  chainId: string
  hash?: string
}

/** The header with the time and the signature: `t=<seconds>,v1=<hex>` over `<seconds>.<body>`. */
export const signatureHeader = 'Card-Signature'

/** Signs a webhook's body. @param at - seconds since 1970 */
export function signWebhook(body: string, at: number, secret: string = cardKeys.webhookSecret) {
  const signature = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return `t=${at},v1=${signature}`
}

const tries = 5
const timeoutMs = 5000

/** Sends a webhook until the api takes it, a few times. @throws Error of the last try */
export async function sendWebhook(url: string, event: CardEvent): Promise<void> {
  const body = JSON.stringify({ id: randomUUID(), ...event })
  for (let attempt = 1; ; attempt++) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          // Signed at each try: the api refuses old ones.
          [signatureHeader]: signWebhook(body, Math.floor(Date.now() / 1000)),
        },
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (response.ok) return
      throw new Error(`The api answered ${response.status} to the card page's webhook`)
    } catch (error) {
      if (attempt === tries) throw error
      await wait(100 * 2 ** attempt)
    }
  }
}
