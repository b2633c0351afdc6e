import { watch } from '@foyer/core'
import { type ChainId, FoyerError, namespaceOf } from '@foyer/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useUi } from '../../context.ts'
import { transactionStackOf } from '../../transactionStack.ts'

export type Switch =
  | { readonly status: 'waiting' }
  | { readonly status: 'failed'; readonly error: FoyerError }

/**
 * Asks the wallet for another network, at once and again on `retry`. Once it agreed, the visitor is back where the
 * list of networks was opened from. Leaving the view ends the question.
 *
 * @source ledger 2.18, 4.22
 */
export function useSwitch(chainId: ChainId): Switch & { retry: () => void } {
  const { foyer, modal, router } = useUi()
  const [state, setState] = useState<Switch>({ status: 'waiting' })
  const running = useRef<AbortController>(undefined)

  const retry = useCallback(async () => {
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    setState({ status: 'waiting' })
    let left = false
    const leave = () => {
      left = true
      if (router.read().view === 'Networks') router.back()
    }
    let forget = () => {}
    try {
      const { changeNetwork } = await import('./changeNetwork.ts')
      if (controller.signal.aborted) return
      // At the last moment, so that no other request of the wallet takes it for its own.
      forget = transactionStackOf(modal).push({ after: 'back', onSuccess: leave })
      await changeNetwork(foyer, { chainId, signal: controller.signal })
      // The wallet was there already, and was not asked.
      if (!left && router.read().view === 'SwitchNetwork') {
        router.back()
        leave()
      }
    } catch (thrown) {
      if (running.current !== controller || controller.signal.aborted) return
      const error =
        thrown instanceof FoyerError ? thrown : new FoyerError('unknown', { cause: thrown })
      if (error.code === 'user-rejected') modal.store.shake()
      setState({ status: 'failed', error })
    } finally {
      forget()
    }
  }, [chainId, foyer, modal, router])

  useEffect(() => {
    void retry()
    return () => running.current?.abort()
  }, [retry])

  const failed = state.status === 'failed'
  useEffect(() => {
    if (!failed) return
    // Switched in the wallet itself meanwhile.
    const isThere = () => {
      const connection = foyer.store.get().connections[namespaceOf(chainId)]
      return connection?.status === 'connected' && connection.chainId === chainId
    }
    const leaveOnceThere = (there: boolean) => {
      if (!there || router.read().view !== 'SwitchNetwork') return
      router.back()
      if (router.read().view === 'Networks') router.back()
    }
    // Before anybody watched, too.
    leaveOnceThere(isThere())
    return watch(foyer.store, isThere, leaveOnceThere)
  }, [chainId, failed, foyer, router])

  return { ...state, retry: () => void retry() }
}
