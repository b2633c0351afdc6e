import { createContext, useContext, useSyncExternalStore } from 'react'
import type { AccountState, PageAccount } from './createPageAccount.ts'

/** The account of this page. */
export const AccountContext = createContext<PageAccount | null>(null)

/** Returns the account of this page and subscribes to its state. */
export function useAccount(): { account: PageAccount; state: AccountState } {
  const account = useContext(AccountContext)
  if (!account) throw new Error('useAccount stands outside of an AccountContext')
  return { account, state: useSyncExternalStore(account.watch, account.read) }
}

/** Returns the account and facts of the logged-in user. Only for components below `AccountGate`. */
export function useReady() {
  const { account, state } = useAccount()
  if (state.status !== 'ready') throw new Error('useReady stands outside of the account’s gate')
  return { account, facts: state.facts, wallet: state.wallet }
}
