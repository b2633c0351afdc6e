import type { Connector, Session } from '@foyer/core'
import type { OpenPrompt } from './connect.ts'
import type { EvmProvider } from './evmProvider.ts'
import { loadRequests } from './loadRequests.ts'

/**
 * Makes a connector of an EIP-1193 provider. What speaks to the wallet is loaded when the wallet is chosen.
 *
 * @param wallet - What to show of the wallet, checked by the caller.
 */
export function createConnector({
  provider,
  ...wallet
}: Pick<Connector, 'id' | 'type' | 'name' | 'info' | 'imageUrl'> & {
  provider: EvmProvider
}): Connector {
  /** Set by a connect, which a watch always follows. */
  let connected: { session: Session; watch: typeof import('./watch.ts').watch } | undefined
  const open: OpenPrompt = {}
  let loaded: [typeof import('./connect.ts'), typeof import('./watch.ts')] | undefined
  const load = async () => {
    loaded ??= await Promise.all([import('./connect.ts'), import('./watch.ts')])
    return loaded
  }
  return {
    ...wallet,
    namespaces: ['eip155'],
    load,
    async connect({ onPending, signal, silent }) {
      const [{ connect }, { watch }] = loaded ?? (await load())
      const session = await connect({ provider, open, silent, signal, onPending })
      connected = { session, watch }
      // A wallet that opens a window must be asked in the turn of the click. What fails here is asked for again then.
      loadRequests().catch(() => {})
      return session
    },
    async disconnect() {
      connected = undefined
      await (await import('./revoke.ts')).revoke(provider)
    },
    watch({ listener }) {
      if (!connected) return () => {}
      const { session, watch } = connected
      return watch({ provider, listener, session })
    },
  }
}
