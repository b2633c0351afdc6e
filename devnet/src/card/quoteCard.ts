import { type CardAsset, cardAssets, readPrice } from './cardAssets.ts'

/** The cost and the yield of one payment: payments in cents, coins in their smallest unit. */
export type CardQuote = {
  asset: CardAsset
  currency: string
  total: bigint
  fee: bigint
  networkFee: bigint
  subtotal: bigint
  delivered: bigint
}

/** Smallest and largest payment, in cents. */
export const cardLimits = { min: 500n, max: 200_000n } as const
/** The page's fee, within the range that it publishes (1-2 %). */
const feeBasisPoints = 150n
const networkFee = 5n

/** Computes a payment; the fee is rounded up, and the delivered amount down. @returns undefined if it is not sold */
export function quoteCard({
  chainId,
  currency,
  id,
  total,
}: {
  chainId: string
  currency: string
  id: string
  /** Cents. */
  total: bigint
}): CardQuote | undefined {
  const asset = cardAssets.find((one) => one.id === id && one.chainId === chainId)
  const price = readPrice(currency, id)
  if (!asset || price === undefined) return undefined
  const fee = (total * feeBasisPoints + 9_999n) / 10_000n
  const subtotal = total - fee - networkFee
  const delivered = (subtotal * 10n ** BigInt(asset.decimals)) / price
  return { asset, currency, total, fee, networkFee, subtotal, delivered }
}
