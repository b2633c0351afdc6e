import type { Namespace } from '@foyer/protocol'

/** Names of namespaces: the same in every language. */
export const namespaceNames: Readonly<Record<Namespace, string>> = {
  eip155: 'EVM',
  solana: 'Solana',
  bip122: 'Bitcoin',
  tron: 'TRON',
  polkadot: 'Polkadot',
}
