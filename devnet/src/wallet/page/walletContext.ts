import type { WalletConfig } from '../config.ts'
import type { AskUser } from './askUser.ts'
import { rpcError } from './rpcError.ts'
import type { SiteState, SiteStore } from './siteState.ts'

/** Shared by all methods of the wallet. */
export type WalletContext = {
  config: WalletConfig
  store: SiteStore
  askUser: AskUser
  /** True while the user is asked for accounts. */
  pending: { accounts: boolean; solanaAccounts: boolean }
  /** The wallet's Wallet Standard registration; undefined if it offers no Solana. */
  presence: Presence | undefined
}

/** The wallet's registration in the page's list of Wallet Standard wallets. */
export type Presence = {
  isRegistered: () => boolean
  /** True if this page is connected now; a permission alone is not enough. */
  isConnected: () => boolean
  /** Unregisters, like a disabled extension. */
  disappear: () => void
  /** Registers again. */
  appear: () => void
}

/** Handles one wire method. */
export type WalletMethod = (context: WalletContext, params: readonly unknown[]) => Promise<unknown>

/** Addresses that the site may see now, the selected one first, in lower case like most wallets. */
export function visibleAddresses(config: WalletConfig, state: SiteState): string[] {
  if (state.locked) return []
  return state.accounts.flatMap((index) => config.accounts[index]?.toLowerCase() ?? [])
}

/**
 * Finds the account for a site's request.
 *
 * @returns Its index.
 * @throws 4100 if the site is not permitted to use it.
 */
export function permittedAccount({ config, store }: WalletContext, address: string): number {
  const index = config.accounts.findIndex((each) => each.toLowerCase() === address.toLowerCase())
  if (index < 0 || !store.read().accounts.includes(index)) {
    throw rpcError(4100, 'The requested account and/or method has not been authorized by the user.')
  }
  return index
}

/**
 * Runs a request for accounts; only one may wait.
 *
 * @throws -32002 while another one waits.
 */
export async function onlyOnePending<T>(
  { pending }: WalletContext,
  type: 'eth_requestAccounts' | 'wallet_requestPermissions' | 'standard:connect',
  run: () => Promise<T>,
): Promise<T> {
  const kind = type === 'standard:connect' ? 'solanaAccounts' : 'accounts'
  if (pending[kind]) {
    throw rpcError(
      -32002,
      `Request of type '${type}' already pending for origin ${window.location.origin}. Please wait.`,
    )
  }
  pending[kind] = true
  try {
    return await run()
  } finally {
    pending[kind] = false
  }
}
