import type { OnrampOrder } from '@foyer/core'

/** A purchase that was opened, with its window. */
export type OpenedPurchase = {
  readonly order: OnrampOrder
  /** For people. */
  readonly seller: string
  /** undefined: the browser blocked it. */
  readonly window: Window | undefined
}
