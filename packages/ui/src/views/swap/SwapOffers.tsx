import type { SwapOffer } from '@foyer/core'
import type { SwapToken } from '@foyer/protocol/api'
import { useId } from 'react'
import { Badge } from '../../primitives/Badge.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { useSwapWords } from './swapWords.ts'
import { useSwapFormat } from './useSwapFormat.ts'

/** The quotes of all sources side by side, the best one marked; the user may choose another. */
export function SwapOffers({
  chosen,
  offers,
  onChoose,
  to,
}: {
  chosen: SwapOffer
  offers: readonly SwapOffer[]
  onChoose: (source: string | undefined) => void
  to: SwapToken
}) {
  const words = useSwapWords()
  const format = useSwapFormat()
  const group = useId()
  return (
    <fieldset className="swap-offers">
      <legend>{words('swap.quotes')}</legend>
      {offers.map((offer, index) => (
        <label key={offer.source.id}>
          <input
            type="radio"
            name={group}
            checked={offer === chosen}
            // The best one stays chosen when another becomes the best.
            onChange={() => onChoose(index === 0 ? undefined : offer.source.id)}
          />
          <Logo name={offer.source.name} src={offer.source.iconUrl} size={24} />
          <span className="swap-source" dir="auto">
            {offer.source.name}
          </span>
          {index === 0 ? <Badge tone="accent">{words('swap.best')}</Badge> : null}
          <bdi className="swap-figure">{format.amount(offer.toAmount, to)}</bdi>
        </label>
      ))}
    </fieldset>
  )
}
