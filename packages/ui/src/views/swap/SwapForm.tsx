import { readDestination, readSwapMost } from '@foyer/core'
import { formatUnits } from '@foyer/protocol'
import { isSameToken } from '@foyer/protocol/api'
import { useEffect } from 'react'
import { useFoyerRead, useMessage, useUi } from '../../context.ts'
import { quoteName } from '../../format/quoteName.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { LineIcon } from '../../primitives/Icon.tsx'
import { IconButton } from '../../primitives/IconButton.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { useOnline } from '../connect/useOnline.ts'
import { LazyPart } from '../LazyPart.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { SwapSide } from './SwapSide.tsx'
import { stoppedWords } from './stoppedWords.ts'
import { useSwapWords } from './swapWords.ts'
import { useNetworkName } from './useNetworkName.ts'
import { useSwapState } from './useSwapState.ts'
import { useTokenList } from './useTokenList.ts'

const flipPath = 'M8 4v14M4.500 14.500L8 18l3.500-3.500M16 20V6M12.500 9.500L16 6l3.500 3.500'

async function loadQuotes() {
  return (await import('./SwapQuotes.tsx')).SwapQuotes
}

/** The amounts paid and received, the quotes of all sources, and their costs. */
export function SwapForm() {
  const { router, views } = useUi()
  const message = useMessage()
  const words = useSwapWords()
  const network = useActiveNetwork()
  const { offer, state, swap } = useSwapState()
  const { error, load, tokens } = useTokenList()
  const isOnline = useOnline()
  const nameOf = useNetworkName()
  const most = useFoyerRead((kit) => readSwapMost(kit, state))
  const { form } = state
  const [first] = tokens ?? []
  // The network's own coin comes first, unless it is the token to receive, which may be chosen before the list has loaded.
  useEffect(() => {
    const isReceived = first && form.to && isSameToken(form.to.address, first.address)
    if (first && !form.from && !isReceived) swap.change({ from: first })
  }, [swap, first, form.from, form.to])

  if (error)
    return error.code === 'chain-unsupported' ? (
      <EmptyState
        role="status"
        title={words('swap.unsupported', { network: network?.name ?? '' })}
      />
    ) : (
      <EmptyState
        role="alert"
        title={words('swap.noTokens')}
        text={isOnline ? undefined : message('modal.offline')}
        action={
          <Button variant="secondary" onClick={load}>
            {message('modal.retry')}
          </Button>
        }
      />
    )
  const { from, to } = form
  const arrivesOn = to && network && readDestination({ chainId: network.caipNetworkId, to })
  const prefetch = () => void views.load('SwapTokens')
  const choose = (side: 'from' | 'to') => router.push('SwapTokens', { side })
  return (
    <div className="swap" aria-busy={tokens === undefined}>
      <div className="swap-sides">
        <SwapSide
          side="from"
          token={from}
          amount={form.amount}
          onAmount={(amount) => swap.change({ amount })}
          onMost={
            from && most !== undefined
              ? () => swap.change({ amount: formatUnits(most, from.decimals) })
              : undefined
          }
          onChoose={() => choose('from')}
          onIntent={prefetch}
        />
        <IconButton
          className="swap-flip"
          label={words('swap.flip')}
          icon={<LineIcon path={flipPath} />}
          disabled={arrivesOn !== undefined}
          onClick={() => swap.change({ from: to, to: from, amount: '' })}
        />
        <SwapSide
          side="to"
          token={to}
          arrivesOn={arrivesOn && nameOf(arrivesOn)}
          received={offer?.toAmount}
          isLoading={state.status === 'quoting' && !offer}
          onChoose={() => choose('to')}
          onIntent={prefetch}
        />
      </div>
      {[from, to].map((token) =>
        token && !token.isListed ? (
          <Notice key={token.address} tone="warning">
            {words('swap.unlisted', {
              symbol: quoteName(token.symbol),
              address: shortenAddress(token.address.split(':').at(-1) ?? ''),
            })}
          </Notice>
        ) : null,
      )}
      {state.status === 'failed' ? (
        <Notice tone="danger">
          {isOnline ? words(stoppedWords(state).text) : message('modal.offline')}
        </Notice>
      ) : null}
      {from && to ? (
        <LazyPart load={loadQuotes}>{(Quotes) => <Quotes offer={offer} state={state} />}</LazyPart>
      ) : null}
      <SwapContinue choose={() => choose(from ? 'to' : 'from')} />
    </div>
  )
}

/** The button says what is missing, or goes on to the review. */
function SwapContinue({ choose }: { choose: () => void }) {
  const { router, views } = useUi()
  const message = useMessage()
  const words = useSwapWords()
  const network = useActiveNetwork()
  const { offer, problem, state, swap } = useSwapState()
  const { from, to } = state.form
  if (!from || !to) return <Button onClick={choose}>{message('swap.tokens')}</Button>
  if (state.status === 'idle') return <Button disabled>{words('swap.enterAmount')}</Button>
  if (problem)
    return (
      <Button disabled>
        {problem === 'insufficient-balance'
          ? words('swap.noBalance', { symbol: quoteName(from.symbol) })
          : words('swap.noGas', { symbol: network?.nativeCurrency.symbol ?? '' })}
      </Button>
    )
  if (state.status === 'failed')
    return (
      <Button variant="secondary" onClick={swap.refresh}>
        {message('modal.retry')}
      </Button>
    )
  const prefetch = () => void views.load('SwapReview')
  return (
    <Button
      pending={state.status === 'quoting' && !offer}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => router.push('SwapReview')}
    >
      {words('swap.review')}
    </Button>
  )
}
