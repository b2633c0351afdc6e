import { useNetwork } from '@foyer/ui/react'
import type { goods } from './shopOrder.ts'

/** One thing on sale, with its price on the current network. */
export function Good({
  good: { name, price, symbol },
  onBuy,
}: {
  good: (typeof goods)[number]
  onBuy: () => void
}) {
  const { network } = useNetwork()
  return (
    <li className="shop-good">
      <h2>{name}</h2>
      <p>
        {price} {symbol ?? network?.nativeCurrency.symbol}
      </p>
      <button type="button" onClick={onBuy} aria-label={`Buy: ${name}`}>
        Buy
      </button>
    </li>
  )
}
