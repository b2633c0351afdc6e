import type { Namespace } from '@foyer/protocol'
import { useEffect } from 'react'
import { useMessage, useUi } from '../../context.ts'

const load = () => import('./chooseConnection.ts')

/** Activates a connected wallet, or another account of it, and shows the account. */
export function useChooseConnection(): (parameters: {
  namespace: Namespace
  address?: string | undefined
}) => void {
  const { foyer, notices, router } = useUi()
  const message = useMessage()
  useEffect(() => {
    // Preloaded, so that the press needs no network.
    load().catch(() => {})
  }, [])
  return (parameters) => {
    const from = router.read()
    load()
      .then(({ chooseConnection }) => chooseConnection(foyer, parameters))
      .then(
        () => {
          // A wallet on an unsupported network is asked to switch instead.
          if (router.read() !== from) return
          const below = router.store.get().stack.findIndex(({ view }) => view === 'Account')
          if (below < 0) router.reset('Account')
          else router.backTo(below)
        },
        () => notices.show({ tone: 'error', text: message('error.other') }),
      )
  }
}
