import type { ChainId } from '@foyer/protocol'

/** A purchase that was opened, to be paid on the seller's page. */
export type OnrampOrder = {
  readonly id: string
  /** The seller's page: https, on one of the seller's own origins. It can be used once. */
  readonly url: string
  /** The page must be opened before, ms since 1970. */
  readonly expiresAt: number
  readonly provider: string
  /** The receiver: the connected account. */
  readonly address: string
  readonly chainId: ChainId
  readonly purchaseCurrency: string
}
