import type { Connector, Session } from '@foyer/core'
import { connect } from './connect.ts'
import type { EvmProvider } from './evmProvider.ts'
import { watch } from './watch.ts'

/**
 * Makes a connector of an EIP-1193 provider.
 *
 * @param wallet - What to show of the wallet, checked by the caller.
 */
export function createConnector({
  provider,
  ...wallet
}: Pick<Connector, 'id' | 'type' | 'name' | 'info' | 'imageUrl'> & {
  provider: EvmProvider
}): Connector {
  let session: Session | undefined
  return {
    ...wallet,
    namespaces: ['eip155'],
    async connect({ onPending, signal, silent }) {
      session = await connect({ provider, silent, signal, onPending })
      return session
    },
    async disconnect() {
      session = undefined
      await (await import('./revoke.ts')).revoke(provider)
    },
    watch: ({ listener }) => watch({ provider, listener, session }),
  }
}
