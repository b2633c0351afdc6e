import type { Scope } from '@foyer/core'
import type { ChainId, SolanaMethod } from '@foyer/protocol'
import {
  type FeatureName,
  readFeature,
  type StandardAccount,
  type StandardWallet,
} from './standardWallet.ts'

/** Wire methods by feature. */
const methodsOf = {
  'solana:signMessage': ['solana_signMessage'],
  'solana:signTransaction': ['solana_signTransaction', 'solana_signAllTransactions'],
  'solana:signAndSendTransaction': ['solana_signAndSendTransaction'],
} as const satisfies Partial<Record<FeatureName, readonly SolanaMethod[]>>

/**
 * Returns the permissions of these accounts: the networks of any of them, the methods that wallet and account support.
 */
export function readScope(wallet: StandardWallet, accounts: readonly StandardAccount[]): Scope {
  const names = (Object.keys(methodsOf) as (keyof typeof methodsOf)[]).filter(
    (name) => readFeature(wallet, name) && accounts.some(({ features }) => features.includes(name)),
  )
  return {
    chainIds: [...new Set(accounts.flatMap(({ chainIds }) => chainIds))] as ChainId[],
    methods: names.flatMap((name) => methodsOf[name]),
  }
}
