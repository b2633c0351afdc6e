import { buyToken, type Network } from '@foyer/core'
import type { FoyerError } from '@foyer/protocol'
import type { OnrampOffer } from '@foyer/protocol/api'
import { useId, useState } from 'react'
import { useLanguage, useUi } from '../../context.ts'
import { formatFiat } from '../../format/formatFiat.ts'
import { Button } from '../../primitives/Button.tsx'
import { Field } from '../../primitives/Field.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { NetworkBadge } from '../../primitives/NetworkBadge.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { useMutation } from '../../useMutation.ts'
import { useBuyWords } from './buyWords.ts'
import type { OpenedPurchase } from './openedPurchase.ts'
import { openWindow } from './openWindow.ts'
import { readFiat } from './readFiat.ts'
import { type Coin, readLimits, readSellers } from './readOffers.ts'
import { SellerList } from './SellerList.tsx'
import { useQuotes } from './useQuotes.ts'
import { useSellerOrder } from './useSellerOrder.ts'

/** Amounts to choose with one click. */
const presets = ['25', '50', '100'] as const

/** Amount, coin and seller; then the seller's page opens in a window. */
export function BuyChoice({
  address,
  coins,
  network,
  networkImage,
  offers,
  onOpened,
}: {
  address: string
  /** At least one. */
  coins: readonly Coin[]
  network: Network
  networkImage: string | undefined
  offers: readonly OnrampOffer[]
  onOpened: (purchase: OpenedPurchase) => void
}) {
  const { foyer } = useUi()
  const say = useBuyWords()
  const { locale } = useLanguage()
  const currencies = [
    ...new Set(offers.flatMap(({ paymentCurrencies }) => paymentCurrencies.map(({ id }) => id))),
  ]
  const [text, setText] = useState('50')
  const [currency, setCurrency] = useState(currencies[0] ?? 'USD')
  const [coin, setCoin] = useState(coins[0]?.id ?? '')
  const [chosen, setChosen] = useState<string>()
  const coinId = useId()
  const amount = readFiat(text)
  const offering = readSellers(offers, { coin, currency, network })
  const prices = useQuotes({
    ...{ amount, coin, currency },
    chainId: network.caipNetworkId,
    sellers: offering.map(({ name }) => name).join(),
  })
  const sellers = useSellerOrder(offering, prices)
  const seller = sellers.find(({ name }) => name === chosen) ?? sellers[0]
  const price = seller && prices[seller.name]
  const limits = seller && readLimits(seller, currency)
  const money = (value: string) => formatFiat(Number(value), locale, currency)
  const isOutside = amount !== undefined && limits !== undefined && !isWithin(amount, limits)

  const buy = useMutation(async (opened: Window | undefined, signal) => {
    try {
      if (!seller || amount === undefined) return
      const order = await buyToken(foyer, {
        ...{ amount, signal },
        paymentCurrency: currency,
        provider: seller.name,
        purchaseCurrency: coin,
      })
      opened?.location.replace(order.url)
      onOpened({ order, seller: seller.label, url: order.url, window: opened })
    } catch (error) {
      opened?.close()
      throw error
    }
  })
  const fault =
    amount === undefined && text !== ''
      ? say('buy.amountInvalid')
      : isOutside
        ? say('buy.limits', { min: money(limits.min), max: money(limits.max) })
        : undefined
  const icon = coins.find(({ id }) => id === coin)?.iconUrl
  return (
    <form
      className="buy"
      onSubmit={(event) => {
        event.preventDefault()
        if (price && price !== 'failed' && !isOutside && buy.status !== 'pending')
          buy.mutate(openWindow())
      }}
    >
      <Field
        label={say('buy.amount')}
        inputMode="decimal"
        value={text}
        maxLength={12}
        error={fault}
        onChange={(event) => setText(event.target.value)}
        trailing={
          <select
            className="buy-select"
            aria-label={say('buy.currency')}
            value={currency}
            onChange={(event) => setCurrency(event.target.value)}
          >
            {currencies.map((id) => (
              <option key={id}>{id}</option>
            ))}
          </select>
        }
      />
      <div className="buy-presets">
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={text === preset}
            onClick={() => setText(preset)}
          >
            {formatFiat(Number(preset), locale, currency).replace(/[.,]00(?!\d)/, '')}
          </button>
        ))}
      </div>
      <div className="buy-coin">
        <label className="field-label" htmlFor={coinId}>
          {say('buy.token')}
        </label>
        <span className="buy-coin-box">
          <Logo
            name={coin}
            src={icon}
            size={28}
            round
            badge={<NetworkBadge name={network.name} src={networkImage} size={16} />}
          />
          <select id={coinId} value={coin} onChange={(event) => setCoin(event.target.value)}>
            {coins.map(({ id, name }) => (
              <option key={id} value={id}>
                {name === id ? id : `${id} · ${name}`}
              </option>
            ))}
          </select>
        </span>
      </div>
      <SellerList
        {...{ currency, prices, sellers }}
        isAsking={amount !== undefined}
        selected={seller?.name}
        onSelect={setChosen}
      />
      {seller ? (
        <p className="buy-outside">{say('buy.outside', { seller: seller.label })}</p>
      ) : null}
      <div className="buy-go">
        {/* In sight when the button is: nobody leaves without it. */}
        <div className="buy-receiver">
          <p>{say('buy.receiver', { network: network.name })}</p>
          <p dir="ltr">{address}</p>
        </div>
        {buy.error ? <Notice tone="danger">{say(wordsOf(buy.error))}</Notice> : null}
        <Button
          type="submit"
          pending={buy.status === 'pending'}
          disabled={!price || price === 'failed' || isOutside}
        >
          {say('buy.continue', { seller: seller?.label ?? '' })}
        </Button>
      </div>
    </form>
  )
}

/** @param limits - Decimals with at most two places, as sellers write them. */
function isWithin(amount: bigint, { max, min }: { min: string; max: string }): boolean {
  const [least, most] = [readFiat(min) ?? 0n, readFiat(max)]
  return amount >= least && (most === undefined || amount <= most)
}

const wordsOf = ({ cause }: FoyerError) =>
  (Object(cause) as { status?: unknown }).status === 429 ? 'buy.tooMany' : 'buy.failed'
