import type { Network } from '@foyer/core'
import { useEffect } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { isConnected } from '../../isConnected.ts'

const load = () => import('./changeNetwork.ts')

/** Goes to a network: through the wallet where one must agree, else at once. */
export function useChooseNetwork(): (network: Network) => void {
  const { foyer, modal, notices, router } = useUi()
  const message = useMessage()
  useEffect(() => {
    // Ahead of the press, which then needs no network.
    load().catch(() => {})
  }, [])
  return ({ caipNetworkId: chainId, chainNamespace }) => {
    const { activeNamespace, connections } = foyer.store.get()
    const connection = connections[chainNamespace]
    const wasConnected = isConnected(foyer)
    if (connection?.status === 'connected' && connection.chainId !== chainId)
      return router.push('SwitchNetwork', { chainId })
    load()
      .then(({ changeNetwork }) => changeNetwork(foyer, { chainId }))
      .then(
        () => {
          // Another chain family, and no wallet for it yet.
          if (wasConnected && chainNamespace !== activeNamespace && !isConnected(foyer))
            return void modal.open('Connect').catch(() => {})
          const { view } = router.read()
          if (view === 'Networks' || view === 'UnsupportedChain') router.back()
        },
        () => notices.show({ tone: 'error', text: message('error.other') }),
      )
  }
}
