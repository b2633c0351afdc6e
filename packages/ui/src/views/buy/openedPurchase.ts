import type { OnrampOrder } from '@foyer/core'

/** A purchase that was opened, with its window. */
export type OpenedPurchase = {
  readonly order: Pick<OnrampOrder, 'address' | 'chainId' | 'id' | 'purchaseCurrency'>
  /** For people. */
  readonly seller: string
  /** The seller's page; undefined after a reload. */
  readonly url: string | undefined
  /** undefined: the browser blocked it, or the page was reloaded. */
  readonly window: Window | undefined
}
