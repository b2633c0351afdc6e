import type { OnrampOffer } from '@foyer/protocol/api'
import { useId } from 'react'
import { useLanguage } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { formatFiat } from '../../format/formatFiat.ts'
import { Logo } from '../../primitives/Logo.tsx'
import { Skeleton } from '../../primitives/Skeleton.tsx'
import { useBuyWords } from './buyWords.ts'
import type { Price } from './useQuotes.ts'

/** The sellers with their prices, one of them selected. */
export function SellerList({
  currency,
  isAsking,
  onSelect,
  prices,
  selected,
  sellers,
}: {
  currency: string
  /** Prices that are missing are on their way. */
  isAsking: boolean
  onSelect: (name: string) => void
  prices: Readonly<Record<string, Price>>
  selected: string | undefined
  sellers: readonly OnrampOffer[]
}) {
  const say = useBuyWords()
  const group = useId()
  return (
    <fieldset className="buy-sellers">
      <legend className="field-label">{say('buy.sellers')}</legend>
      {sellers.map(({ feePercent, label, name }) => (
        <label key={name} className="buy-seller">
          <input
            type="radio"
            name={group}
            checked={name === selected}
            onChange={() => onSelect(name)}
          />
          <Logo name={label} src={undefined} size={36} />
          <span className="buy-seller-name">
            <bdi>{label}</bdi>
            <Fee {...{ currency, feePercent }} price={prices[name]} />
          </span>
          <Amount isAsking={isAsking} price={prices[name]} />
        </label>
      ))}
    </fieldset>
  )
}

/** The fees of this payment; until they are known, the seller's range. @source spec 9.23 */
function Fee({
  currency,
  feePercent,
  price,
}: {
  currency: string
  feePercent: OnrampOffer['feePercent']
  price: Price | undefined
}) {
  const say = useBuyWords()
  const { locale } = useLanguage()
  if (price === 'failed') return <small>{say('buy.noPrice')}</small>
  if (price) {
    // Shown only, in the currency's own digits.
    const fees = Number(price.providerFee.amount) + Number(price.networkFee.amount)
    return <small>{say('buy.fees', { fees: formatFiat(fees, locale, currency) })}</small>
  }
  return feePercent ? <small>{say('buy.feeRange', feePercent)}</small> : null
}

function Amount({ isAsking, price }: { isAsking: boolean; price: Price | undefined }) {
  const { locale } = useLanguage()
  if (price === 'failed' || (!price && !isAsking)) return null
  if (!price) return <Skeleton width="s" />
  const { amount, currency } = price.purchaseAmount
  return (
    <bdi className="buy-seller-amount" title={`${amount} ${currency}`}>
      {formatAmount(amount, locale)} {currency}
    </bdi>
  )
}
