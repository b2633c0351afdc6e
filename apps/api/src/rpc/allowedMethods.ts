import { safeMethods } from '@foyer/protocol'

/** Asks the wallet, not the chain. */
const ofWallets: ReadonlySet<string> = new Set([
  'eth_accounts',
  ...safeMethods.filter((method) => method.startsWith('wallet_')),
])

/**
 * What may be asked of a chain through this server: reading, and handing in a signed transaction.
 * Not what signs with a node's own keys, changes a node, or costs it minutes (`debug_`, `trace_`, `txpool_`).
 *
 * @source ledger 6.1; security.md 4.7
 */
export const allowedMethods: ReadonlySet<string> = new Set(
  safeMethods.filter((method) => !ofWallets.has(method)),
)
