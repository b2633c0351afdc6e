import type { Connector, Session } from '@foyer/core'
import type { EvmProvider } from './evmProvider.ts'

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
  return {
    ...wallet,
    namespaces: ['eip155'],
    async connect({ onPending, signal, silent }) {
      const [{ connect }, { watch }] = await Promise.all([
        import('./connect.ts'),
        import('./watch.ts'),
      ])
      const session = await connect({ provider, silent, signal, onPending })
      connected = { session, watch }
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
