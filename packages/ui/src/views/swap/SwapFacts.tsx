import type { SwapOffer, SwapRequest } from '@foyer/core'
import { formatFiat } from '../../format/formatFiat.ts'
import { Notice } from '../../primitives/Notice.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { highImpact } from './highImpact.ts'
import { useSwapWords } from './swapWords.ts'
import { useSwapFormat } from './useSwapFormat.ts'

/** The costs of an offer, and its minimum received. */
export function SwapFacts({
  isWhole = false,
  offer,
  request,
}: {
  /** With source and slippage, for the review. */
  isWhole?: boolean
  offer: SwapOffer
  request: SwapRequest
}) {
  const words = useSwapWords()
  const format = useSwapFormat()
  const network = useActiveNetwork()
  const { durationSeconds, minToAmount, networkCost, priceImpact, source } = offer
  const isHigh = priceImpact !== null && priceImpact >= highImpact
  const coin = network?.nativeCurrency
  const cost =
    networkCost?.value !== undefined
      ? formatFiat(networkCost.value, format.locale)
      : networkCost && coin
        ? format.amount(networkCost.amount, coin)
        : words('swap.unknown')
  const rows: readonly (readonly [label: string, value: string])[] = [
    [words('swap.minimum'), format.amount(minToAmount, request.to)],
    [
      words('swap.impact'),
      priceImpact === null ? words('swap.unknown') : format.percent(priceImpact),
    ],
    ...(isWhole
      ? ([
          [words('swap.slippage'), format.percent(request.slippage)],
          [words('swap.source'), source.name],
        ] as const)
      : []),
    [words('swap.cost'), cost],
    ...(durationSeconds === undefined
      ? []
      : ([
          [words('swap.time'), words('swap.about', { time: format.time(durationSeconds) })],
        ] as const)),
  ]
  return (
    <>
      <dl className="swap-facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {isHigh ? (
        <Notice tone="warning">
          {words('swap.highImpact', { percent: format.percent(priceImpact) })}
        </Notice>
      ) : null}
    </>
  )
}
