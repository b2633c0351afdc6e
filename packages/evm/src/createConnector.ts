import type { Connector, Session } from '@foyer/core'
import type { OpenPrompt } from './connect.ts'
import type { EvmProvider } from './evmProvider.ts'
import { loadRequests } from './loadRequests.ts'

/**
 * Creates a connector for an EIP-1193 provider. Its code loads when the wallet is chosen.
 *
 * @param wallet - Display data of the wallet, validated by the caller.
 */
export function createConnector({
  provider,
  ...wallet
}: Pick<Connector, 'id' | 'type' | 'name' | 'info' | 'imageUrl'> & {
  provider: EvmProvider
}): Connector {
  /** Set by a connect, which always precedes a watch. */
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
    async connect({ onPending, signIn, signal, silent }) {
      const [{ connect }, { watch }] = loaded ?? (await load())
      const session = await connect({ provider, open, silent, signIn, signal, onPending })
      connected = { session, watch }
      // Preloaded, since a wallet that opens a window must be asked synchronously in the click. A failure is retried
      // then.
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
