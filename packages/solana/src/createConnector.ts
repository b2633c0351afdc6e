import type { Connector, Session } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import type { Registration } from './registration.ts'
import type { StandardWallet } from './standardWallet.ts'

/**
 * Creates a connector for a Wallet Standard wallet. Its code loads when the wallet is chosen.
 *
 * @param wallet - Display data of the wallet, validated by the caller.
 */
export function createConnector({
  registration,
  ...shown
}: Pick<Connector, 'id' | 'name' | 'imageUrl'> & { registration: Registration }): Connector {
  /** Set by a connect, which always precedes a watch. */
  let connected:
    | { session: Session; wallet: StandardWallet; watch: typeof import('./watch.ts').watch }
    | undefined
  let loaded: [typeof import('./connect.ts'), typeof import('./watch.ts')] | undefined
  const load = async () => {
    loaded ??= await Promise.all([import('./connect.ts'), import('./watch.ts')])
    return loaded
  }
  return {
    ...shown,
    type: 'ANNOUNCED',
    namespaces: ['solana'],
    load,
    async connect({ chainId, networks, signIn, signal, silent }) {
      const [{ connect }, { watch }] = loaded ?? (await load())
      const wallet = registration.wallet()
      if (!wallet)
        throw new FoyerError('connector-not-found', {
          details: `${shown.name} took itself off this page.`,
        })
      const session = await connect({ wallet, chainId, networks, signIn, signal, silent })
      connected = { session, wallet, watch }
      return session
    },
    async disconnect() {
      const wallet = connected?.wallet ?? registration.wallet()
      connected = undefined
      if (wallet) await (await import('./disconnectWallet.ts')).disconnectWallet(wallet)
    },
    watch({ listener }) {
      if (!connected) return () => {}
      const { session, wallet, watch } = connected
      return watch({ wallet, listener, registration, session })
    },
  }
}
