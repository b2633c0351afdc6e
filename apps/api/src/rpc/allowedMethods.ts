import { safeMethods } from '@foyer/protocol'
import type { Chain } from '../chains/chainConfig.ts'

/** Methods for the wallet, not for the chain. */
const ofWallets: ReadonlySet<string> = new Set([
  'eth_accounts',
  ...safeMethods.filter((method) => method.startsWith('wallet_')),
])

/**
 * The chain methods allowed through this server: reading, and submitting a signed transaction. Excludes methods that
 * sign with a node's own keys, change a node, or cost it minutes (`debug_`, `trace_`, `txpool_`, `getProgramAccounts`,
 * whole blocks).
 * @source spec 6.1; security.md 4.7; https://solana.com/docs/rpc/http
 */
export const allowedMethods: Readonly<Record<Chain['namespace'], ReadonlySet<string>>> = {
  eip155: new Set(safeMethods.filter((method) => !ofWallets.has(method))),
  solana: new Set([
    'getAccountInfo',
    'getBalance',
    'getBlockHeight',
    'getBlockTime',
    'getEpochInfo',
    'getFeeForMessage',
    'getGenesisHash',
    'getHealth',
    'getLatestBlockhash',
    'getMinimumBalanceForRentExemption',
    'getMultipleAccounts',
    'getRecentPrioritizationFees',
    'getSignatureStatuses',
    'getSignaturesForAddress',
    'getSlot',
    'getTokenAccountBalance',
    'getTokenAccountsByOwner',
    'getTokenSupply',
    'getTransaction',
    'getTransactionCount',
    'getVersion',
    'isBlockhashValid',
    'sendTransaction',
    'simulateTransaction',
  ]),
}

/** The additional methods allowed over a socket: subscriptions only. */
export const allowedSubscriptions: Readonly<Record<Chain['namespace'], ReadonlySet<string>>> = {
  eip155: new Set(['eth_subscribe', 'eth_unsubscribe']),
  solana: new Set(
    ['account', 'logs', 'root', 'signature', 'slot'].flatMap((what) => [
      `${what}Subscribe`,
      `${what}Unsubscribe`,
    ]),
  ),
}
