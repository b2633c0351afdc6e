import type { Settlement } from '@foyer/protocol/x402'
import type { KeptAnswer } from './keptAnswer.ts'

/** A signed payment that a server was given, and what it bought. */
export type Sale = {
  /** Key of the payment at the facilitator: the same payment asks again with the same one. */
  readonly claim: string
  /** ms since 1970. */
  keptUntil: number
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
  /** Returns the sale of a payment; a new one if it is not known. @returns undefined while too many others are under way */
  open(payment: string): Sale | undefined
  forget(payment: string): void
}

/** Each keeps at most 64 KiB. */
const mostSales = 500

/**
 * Keeps sales. A new one takes the place of the oldest that was settled, never of a payment under way: without its claim its
 * payer would pay again.
 *
 * @param keepMs - Time for which a sale is kept, ms; it begins anew when a payment that is not settled is shown again.
 */
export function createSales({
  keepMs,
  most = mostSales,
  now = Date.now,
}: {
  keepMs: number
  most?: number
  now?: () => number
}): Sales {
  const sales = new Map<string, Sale>()
  const makeRoom = () => {
    for (const [payment, { keptUntil }] of sales) if (keptUntil <= now()) sales.delete(payment)
    if (sales.size < most) return true
    // The oldest come first.
    for (const [payment, { settled }] of sales) if (settled) return sales.delete(payment)
    return false
  }
  return {
    open(payment) {
      const keptUntil = now() + keepMs
      const known = sales.get(payment)
      if (known && known.keptUntil > now()) {
        if (!known.settled) known.keptUntil = keptUntil
        return known
      }
      if (!makeRoom()) return undefined
      const sale: Sale = { claim: crypto.randomUUID(), keptUntil, turn: Promise.resolve() }
      sales.set(payment, sale)
      return sale
    },
    forget: (payment) => void sales.delete(payment),
  }
}
