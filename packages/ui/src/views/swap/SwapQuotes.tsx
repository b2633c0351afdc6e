import type { SwapOffer, SwapState } from '@foyer/core'
import { useStyles } from '../../useStyles.ts'
import { SlippageChoice } from './SlippageChoice.tsx'
import { SwapFacts } from './SwapFacts.tsx'
import { useSwapEngine } from './SwapFrame.tsx'
import { SwapOffers } from './SwapOffers.tsx'
import css from './SwapQuotes.css?inline'

/** The quotes, what the chosen one costs, and how much less may arrive: loaded once both tokens are chosen. */
export function SwapQuotes({ offer, state }: { offer: SwapOffer | undefined; state: SwapState }) {
  useStyles(css)
  const swap = useSwapEngine()
  return (
    <>
      {'offers' in state && offer ? (
        <>
          <SwapOffers
            offers={state.offers}
            chosen={offer}
            to={state.request.to}
            onChoose={swap.choose}
          />
          <SwapFacts offer={offer} request={state.request} />
        </>
      ) : null}
      <SlippageChoice
        value={state.form.slippage}
        onChange={(slippage) => swap.change({ slippage })}
      />
    </>
  )
}
