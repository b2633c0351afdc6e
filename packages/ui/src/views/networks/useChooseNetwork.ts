import type { Network } from '@foyer/core'
import { useEffect } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { connectFamily } from '../connections/connectFamily.ts'

const load = () => import('./changeNetwork.ts')

/**
 * Goes to a network: through the wallet where one must agree, by way of connecting one where another chain family has
 * none, else at once.
 *
 * @source ledger 4.22, 4.23
 */
export function useChooseNetwork(): (network: Network) => void {
  const ui = useUi()
  const message = useMessage()
  useEffect(() => {
    // Ahead of the press, which then needs no network.
    load().catch(() => {})
  }, [])
  return ({ caipNetworkId: chainId, chainNamespace: namespace }) => {
    const { foyer, notices, router } = ui
    const { connections } = foyer.store.get()
    const connection = connections[namespace]
    const isConnected = connection?.status === 'connected'
    // The wallets of some chain families are on no network: nobody needs to be asked.
    const asks = foyer.adapters[namespace]?.switchNetwork !== undefined
    if (isConnected && asks && connection.chainId !== chainId)
      return router.push('SwitchNetwork', { chainId })
    if (!isConnected && Object.values(connections).some(({ status }) => status === 'connected'))
      return connectFamily(ui, { chainId, namespace })
    load()
      .then(({ changeNetwork }) => changeNetwork(foyer, { chainId }))
      .then(
        () => {
          const { view } = router.read()
          if (view === 'Networks' || view === 'UnsupportedChain') router.back()
        },
        () => notices.show({ tone: 'error', text: message('error.other') }),
      )
  }
}
