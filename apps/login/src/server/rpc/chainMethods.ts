import { safeMethods } from '@foyer/protocol'

/** Asks the wallet, not the chain. */
const ofWallets: ReadonlySet<string> = new Set([
  'eth_accounts',
  ...safeMethods.filter((method) => method.startsWith('wallet_')),
])

/**
 * The chain methods that the frame may call: reading, and submitting signed transactions. @source security 4.7; ledger
 * 6.1
 */
export const chainMethods: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['eip155', new Set<string>(safeMethods.filter((method) => !ofWallets.has(method)))],
  [
    'solana',
    new Set([
      'getAccountInfo',
      'getBalance',
      'getBlockHeight',
      'getFeeForMessage',
      'getGenesisHash',
      'getLatestBlockhash',
      'getMinimumBalanceForRentExemption',
      'getMultipleAccounts',
      'getRecentPrioritizationFees',
      'getSignatureStatuses',
      'getSlot',
      'getTokenAccountBalance',
      'getTokenAccountsByOwner',
      'getTokenSupply',
      'getTransaction',
      'isBlockhashValid',
      'sendTransaction',
      'simulateTransaction',
    ]),
  ],
])
