import { watch } from '@foyer/core'
import { type ChainId, namespaceOf } from '@foyer/protocol'
import { useCallback, useEffect, useRef } from 'react'
import { useUi } from '../../context.ts'
import { transactionStackOf } from '../../transactionStack.ts'
import { type CallState, useMutation } from '../../useMutation.ts'

/**
 * Asks the wallet to switch networks, at once and again on `retry`. On approval, returns to the view before the list of
 * networks. Leaving the view ends the request.
 *
 * @source spec 2.18, 4.22
 */
export function useSwitch(chainId: ChainId): Pick<CallState<void, undefined>, 'error'> & {
  retry: () => void
} {
  const { foyer, modal, router } = useUi()
  const running = useRef<AbortController>(undefined)

  const { error, mutate } = useMutation(async () => {
    const controller = new AbortController()
    running.current?.abort()
    running.current = controller
    let hasLeft = false
    const leave = () => {
      hasLeft = true
      if (router.read().view === 'Networks') router.back()
    }
    let forget = () => {}
    try {
      const { changeNetwork } = await import('./changeNetwork.ts')
      if (controller.signal.aborted) return
      // As late as possible, so that no other request uses the entry.
      forget = transactionStackOf(modal).push({ after: 'back', onSuccess: leave })
      await changeNetwork(foyer, { chainId, signal: controller.signal })
      // The wallet was on it already, and was not asked.
      if (!hasLeft && router.read().view === 'SwitchNetwork') {
        router.back()
        leave()
      }
    } finally {
      forget()
    }
  })
  const retry = useCallback(
    () =>
      mutate(undefined, {
        onError({ code }) {
          if (code === 'user-rejected') modal.store.shake()
        },
      }),
    [modal, mutate],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: another network is another question
  useEffect(() => {
    retry()
    return () => running.current?.abort()
  }, [chainId, retry])

  const failed = error !== null
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
    // Also if it happened before the subscription.
    leaveOnceThere(isThere())
    return watch(foyer.store, isThere, leaveOnceThere)
  }, [chainId, failed, foyer, router])

  return { error, retry }
}
