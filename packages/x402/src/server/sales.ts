import type { Settlement } from '@foyer/protocol/x402'
import type { KeptAnswer } from './keptAnswer.ts'

/** A signed payment that a server was given, and what it bought. */
export type Sale = {
  /** Key of the payment at the facilitator: the same payment asks again with the same one. */
  readonly claim: string
  /** ms since 1970. */
  readonly keptUntil: number
  /** The payment was made. */
  settled?: Settlement
  /** Name of the request that it bought. */
  request?: string
  /** The answer given; undefined inside if it could not be kept. */
  answer?: Promise<KeptAnswer | undefined>
  /** The end of the request that uses it right now. */
  turn: Promise<unknown>
}

/** Sales of the last minutes, by their signed payment as written. */
export type Sales = {
  /** Returns the sale of a payment; a new one if it is not known. */
  open(payment: string): Sale
  forget(payment: string): void
}

/** Each keeps at most 64 KiB: the oldest are dropped. */
const mostSales = 500

/** @param keepMs - Time for which a sale is kept, ms. */
export function createSales({
  keepMs,
  now = Date.now,
}: {
  keepMs: number
  now?: () => number
}): Sales {
  const sales = new Map<string, Sale>()
  return {
    open(payment) {
      // The oldest come first.
      for (const [key, { keptUntil }] of sales) {
        if (keptUntil > now() && sales.size < mostSales) break
        sales.delete(key)
      }
      const known = sales.get(payment)
      if (known) return known
      const sale: Sale = {
        claim: crypto.randomUUID(),
        keptUntil: now() + keepMs,
        turn: Promise.resolve(),
      }
      sales.set(payment, sale)
      return sale
    },
    forget: (payment) => void sales.delete(payment),
  }
}
