import { hasCrossings, supportsSwaps } from '@foyer/core'
import { useEffect } from 'react'
import { useFoyerRead, useUi } from '../../context.ts'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { LazyPart } from '../LazyPart.tsx'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { loadCrossings } from './loadCrossings.ts'
import { loadProgress } from './loadProgress.ts'
import { SwapForm } from './SwapForm.tsx'
import { useSwapWords } from './swapWords.ts'
import { useSwapState } from './useSwapState.ts'

/** The form, or the swap that is running. */
export function SwapPlace() {
  const { foyer } = useUi()
  const message = useSwapWords()
  const { address, namespace } = useActiveAccount()
  const network = useActiveNetwork()
  const isSupported = useFoyerRead(supportsSwaps)
  const { state } = useSwapState()
  const hasOld = useFoyerRead(hasCrossings)
  useEffect(() => {
    if (address === undefined) return
    // The form says what the account has too little of.
    import('../account/loadAccount.ts')
      .then(({ loadAccount }) => loadAccount(foyer, { force: false, namespace }))
      .catch((error) => foyer.log('info', 'the balances could not be loaded', error))
  }, [foyer, address, namespace])
  const isOpen =
    state.status === 'idle' ||
    state.status === 'quoting' ||
    state.status === 'quoted' ||
    (state.status === 'failed' && state.stage === 'quote')
  if (!isOpen)
    return <LazyPart load={loadProgress}>{(Progress) => <Progress state={state} />}</LazyPart>
  if (address === undefined) return <EmptyState title={message('swap.connect')} />
  if (!isSupported)
    return (
      <EmptyState
        title={message('swap.unsupported', { network: network?.name ?? '' })}
        role="status"
      />
    )
  return (
    <>
      {hasOld ? (
        <LazyPart load={loadCrossings}>{(SwapCrossings) => <SwapCrossings />}</LazyPart>
      ) : null}
      <SwapForm />
    </>
  )
}
