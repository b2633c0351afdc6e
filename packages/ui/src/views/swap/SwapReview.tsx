import { readDestination, type SwapOffer, type SwapState } from '@foyer/core'
import { useEffect } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Button } from '../../primitives/Button.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { useStyles } from '../../useStyles.ts'
import { LazyPart } from '../LazyPart.tsx'
import { highImpact } from './highImpact.ts'
import { loadProgress } from './loadProgress.ts'
import { SwapFacts } from './SwapFacts.tsx'
import quotesCss from './SwapQuotes.css?inline'
import css from './SwapReview.css?inline'
import { SwapTokenLogo } from './SwapTokenLogo.tsx'
import { stoppedWords } from './stoppedWords.ts'
import { useSwapWords } from './swapWords.ts'
import { useNetworkName } from './useNetworkName.ts'
import { useSwapFormat } from './useSwapFormat.ts'
import { useSwapState } from './useSwapState.ts'

/** The swap to be signed, or its progress. */
export function SwapReview() {
  useStyles(css)
  useStyles(quotesCss)
  const { router } = useUi()
  const { offer, state } = useSwapState()
  const isGone = state.status === 'idle' || (state.status === 'quoting' && !offer)
  // The account changed, or the swap was ended: the form is below.
  useEffect(() => {
    if (isGone && router.read().view === 'SwapReview') router.back()
  }, [isGone, router])
  if (isGone) return null
  const isOpen =
    state.status === 'quoted' ||
    (state.status === 'quoting' && state.agreed === undefined) ||
    (state.status === 'failed' && state.stage === 'quote')
  if (isOpen && offer) return <Review offer={offer} state={state} />
  return <LazyPart load={loadProgress}>{(Progress) => <Progress state={state} />}</LazyPart>
}

function Review({
  offer,
  state,
}: {
  offer: SwapOffer
  state: Exclude<SwapState, { status: 'idle' }>
}) {
  const message = useMessage()
  const words = useSwapWords()
  const format = useSwapFormat()
  const { problem, swap } = useSwapState()
  const { request } = state
  const arrivesOn = readDestination(request)
  const nameOf = useNetworkName()
  const { allowanceTarget, permit2Spender, priceImpact } = offer
  const paid = format.paid(request)
  const isMoved = 'isMoved' in state && state.isMoved
  const label = isMoved
    ? words('swap.submitMoved')
    : (priceImpact ?? 0) >= highImpact
      ? words('swap.submitAnyway')
      : words(allowanceTarget === undefined ? 'swap.submit' : 'swap.approveAndSwap')
  return (
    <div className="swap">
      <div className="swap-summary">
        {(['from', 'to'] as const).map((side) => (
          <p key={side}>
            <SwapTokenLogo token={request[side]} size={36} />
            <span>
              <span className="swap-label">
                {arrivesOn === undefined
                  ? words(side === 'from' ? 'swap.pay' : 'swap.receive')
                  : words(side === 'from' ? 'swap.payOn' : 'swap.receiveOn', {
                      network: nameOf(side === 'from' ? request.chainId : arrivesOn),
                    })}
              </span>
              <bdi className="swap-total">
                {side === 'from' ? paid : `≈ ${format.amount(offer.toAmount, request.to)}`}
              </bdi>
            </span>
          </p>
        ))}
        <Icon name="next" className="swap-arrow" />
      </div>
      {isMoved ? <Notice tone="warning">{words('swap.moved')}</Notice> : null}
      <SwapFacts offer={offer} request={request} isWhole />
      {allowanceTarget === undefined ? null : (
        <p className="swap-allows" title={permit2Spender ?? allowanceTarget}>
          {words(permit2Spender === undefined ? 'swap.allows' : 'swap.allowsForNow', {
            spender: shortenAddress(permit2Spender ?? allowanceTarget),
            amount: paid,
          })}
        </p>
      )}
      {state.status === 'failed' ? (
        <Notice
          tone="danger"
          action={
            <Button variant="secondary" inline onClick={swap.refresh}>
              {message('modal.retry')}
            </Button>
          }
        >
          {words(stoppedWords(state).text)}
        </Notice>
      ) : (
        <Button disabled={problem !== undefined} onClick={swap.submit}>
          {label}
        </Button>
      )}
    </div>
  )
}
