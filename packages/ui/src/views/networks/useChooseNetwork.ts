import { type Network, switchNetwork } from '@foyer/core'
import { useUi } from '../../context.ts'
import { isConnected } from '../../isConnected.ts'

/** Goes to a network: through the wallet where one must agree, else at once. */
export function useChooseNetwork(): (network: Network) => void {
  const { foyer, modal, notices, router } = useUi()
  return ({ caipNetworkId: chainId, chainNamespace }) => {
    const { activeNamespace, connections } = foyer.store.get()
    const connection = connections[chainNamespace]
    const wasConnected = isConnected(foyer)
    if (connection?.status === 'connected' && connection.chainId !== chainId)
      return router.push('SwitchNetwork', { chainId })
    switchNetwork(foyer, { chainId }).then(
      () => {
        // Another chain family, and no wallet for it yet.
        if (wasConnected && chainNamespace !== activeNamespace && !isConnected(foyer))
          return void modal.open('Connect').catch(() => {})
        if (router.read().view === 'Networks' || router.read().view === 'UnsupportedChain')
          router.back()
      },
      (error) => notices.show({ tone: 'error', text: error.message }),
    )
  }
}
