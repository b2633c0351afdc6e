import { type Network, readAccount } from '@foyer/core'
import { useEffect } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { readConnections } from '../../readConnections.ts'
import { connectNamespace } from '../connections/connectNamespace.ts'
import { readReach } from './readReach.ts'

const load = () => import('./changeNetwork.ts')

/**
 * Switches to a network: through the wallet if it must approve, by connecting one if another namespace has none, else
 * at once.
 *
 * @source spec 4.22, 4.23
 */
export function useChooseNetwork(): (network: Network) => void {
  const ui = useUi()
  const message = useMessage()
  useEffect(() => {
    // Preloaded, so that a wallet's window opens synchronously in the press.
    load().catch(() => {})
    void ui.views.load('SwitchNetwork')
  }, [ui.views])
  return (network) => {
    const { foyer, notices, router } = ui
    const { caipNetworkId: chainId, chainNamespace: namespace } = network
    const reach = readReach(foyer, network)
    if (reach === 'ask') return router.push('SwitchNetwork', { chainId })
    const others = readConnections(foyer)
    // One approval may cover several namespaces: then the core connects this one too.
    const isShared = others.some(
      ({ connection: { connector } }) =>
        (connector.sharesSession || connector.type === 'AUTH') &&
        connector.namespaces.includes(namespace),
    )
    if (reach === 'connect' && others.length > 0 && !isShared)
      return connectNamespace(ui, { chainId, namespace })
    const before = foyer.store.get().activeNamespace
    load()
      .then(({ changeNetwork }) => changeNetwork(foyer, { chainId }))
      .then(async () => {
        const isLost = isShared && readAccount(foyer, namespace).status !== 'connected'
        if (isLost) {
          const { chooseConnection } = await import('../connections/chooseConnection.ts')
          await chooseConnection(foyer, { namespace: before })
          return connectNamespace(ui, { chainId, namespace })
        }
        const { view } = router.read()
        if (view === 'Networks' || view === 'UnsupportedChain') router.back()
      })
      .catch(() => notices.show({ tone: 'error', text: message('error.other') }))
  }
}
