import type { Namespace } from '@foyer/protocol'
import { useEffect } from 'react'
import { useMessage, useUi } from '../../context.ts'

const load = () => import('./disconnectWallets.ts')

/**
 * Disconnects a namespace, or with undefined all of them. The page disconnects at once; reports a wallet that fails to.
 *
 * @source spec 8.8
 */
export function useDisconnectOrNotify(): (namespace: Namespace | undefined) => void {
  const { foyer, notices } = useUi()
  const message = useMessage()
  useEffect(() => {
    // Preloaded, so that the press needs no network.
    load().catch(() => {})
  }, [])
  return (namespace) => {
    load()
      .then(({ disconnectWallets }) => disconnectWallets(foyer, namespace))
      .catch(() => notices.show({ tone: 'error', text: message('account.disconnectFailed') }))
  }
}
