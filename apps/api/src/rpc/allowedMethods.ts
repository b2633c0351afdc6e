import { safeMethods } from '@foyer/protocol'
import type { Chain } from '../chains/chainConfig.ts'

/** Asks the wallet, not the chain. */
const ofWallets: ReadonlySet<string> = new Set([
  'eth_accounts',
  ...safeMethods.filter((method) => method.startsWith('wallet_')),
])

/**
 * What may be asked of a chain through this server: reading, and handing in a signed transaction.
 * Not what signs with a node's own keys, changes a node, or costs it minutes (`debug_`, `trace_`, `txpool_`,
 * `getProgramAccounts`, whole blocks).
 *
 * @source ledger 6.1; security.md 4.7; https://solana.com/docs/rpc/http
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

/** What may be asked over a socket besides: to be told, and no more. */
export const allowedSubscriptions: Readonly<Record<Chain['namespace'], ReadonlySet<string>>> = {
  eip155: new Set(['eth_subscribe', 'eth_unsubscribe']),
  solana: new Set(
    ['account', 'logs', 'root', 'signature', 'slot'].flatMap((what) => [
      `${what}Subscribe`,
      `${what}Unsubscribe`,
    ]),
  ),
}
