import type { Namespace } from '@foyer/protocol'
import { useEffect } from 'react'
import { useMessage, useUi } from '../../context.ts'

const load = () => import('./leave.ts')

/** Ends the connection of a namespace, or with undefined all of them. The page lets go at once; a wallet that does not is said. @source ledger 8.8 */
export function useDisconnectOrNotify(): (namespace: Namespace | undefined) => void {
  const { foyer, notices } = useUi()
  const message = useMessage()
  useEffect(() => {
    // Ahead of the press, which then needs no network.
    load().catch(() => {})
  }, [])
  return (namespace) => {
    load()
      .then(({ leave }) => leave(foyer, namespace))
      .catch(() => notices.show({ tone: 'error', text: message('account.disconnectFailed') }))
  }
}
