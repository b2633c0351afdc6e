import type { Foyer } from '@foyer/core'
import { type ChainId, isChainId } from '@foyer/protocol'
import type { OpenedPurchase } from './openedPurchase.ts'

const key = 'purchase'

/** Keeps a purchase over a reload until its end was seen; undefined forgets it. */
export function rememberPurchase({ storage }: Foyer, purchase: OpenedPurchase | undefined): void {
  const { order, seller } = purchase ?? {}
  // Without the page's address: it works once, and no stored text becomes a link.
  storage.write(
    key,
    order && [order.id, order.address, order.chainId, order.purchaseCurrency, seller],
  )
}

/** Reads the purchase of before the reload. */
export function readPurchase({ storage }: Foyer): OpenedPurchase | undefined {
  return storage.read(key, (stored) => {
    if (!Array.isArray(stored) || stored.some((part) => typeof part !== 'string')) return undefined
    const [id, address, chainId, purchaseCurrency, seller] = stored as string[]
    if (!id || !address || !chainId || !purchaseCurrency || !seller || !isChainId(chainId))
      return undefined
    const order = { address, chainId: chainId as ChainId, id, purchaseCurrency }
    return { order, seller, url: undefined, window: undefined }
  })
}
