import type { Session, SessionListener } from '@foyer/core'
import { readScope } from './readScope.ts'
import type { Registration } from './registration.ts'
import {
  parseStandardAccounts,
  readFeature,
  type StandardAccount,
  type StandardWallet,
} from './standardWallet.ts'

/**
 * Forwards a connected wallet's events to a listener, without repeated and malformed ones. Ignores accounts without a
 * Solana network: if no other is left, the wallet has disconnected this site.
 *
 * @param session - The state before the first event.
 * @returns A stop function.
 * @source https://github.com/wallet-standard/wallet-standard
 */
export function watch({
  listener,
  registration,
  session,
  wallet,
}: {
  listener: SessionListener
  registration: Registration
  session: Session
  wallet: StandardWallet
}): () => void {
  const keyOf = (accounts: Session['accounts']) => accounts.map(({ address }) => address).join()
  let known = keyOf(session.accounts)
  let scope = JSON.stringify(session.scope)
  let stopped = false

  const report = (accounts: readonly StandardAccount[]) => {
    const next = accounts.map(({ address }) => ({ address }))
    const nextScope = readScope(wallet, accounts)
    const isNew = keyOf(next) !== known
    known = keyOf(next)
    if (isNew) listener.onAccounts(next)
    if (stopped || accounts.length === 0 || JSON.stringify(nextScope) === scope) return
    scope = JSON.stringify(nextScope)
    listener.onScope(nextScope)
  }
  const onChange = (change: unknown) => {
    if (stopped) return
    const current = readList(() => wallet.accounts)
    const named = readList(() => (change as { accounts?: unknown }).accounts)
    // Without accounts, only features or chains changed.
    const accounts = named ?? current
    if (accounts) report(parseStandardAccounts(accounts))
  }

  const off = listen(wallet, onChange)
  const stopRegistration = registration.onUnregister(() => listener.onDisconnect())
  return () => {
    stopped = true
    stopRegistration()
    off()
  }
}

/** Listens to a wallet whose events may be missing or broken: it then reports nothing. */
function listen(wallet: StandardWallet, onChange: (change: unknown) => void): () => void {
  let off: unknown
  try {
    off = readFeature(wallet, 'standard:events')?.on('change', onChange)
  } catch {
    // See above.
  }
  return () => {
    try {
      if (typeof off === 'function') off()
    } catch {
      // See above.
    }
  }
}

function readList(read: () => unknown): unknown[] | undefined {
  try {
    const value = read()
    return Array.isArray(value) ? value : undefined
  } catch {
    // A getter of an untrusted object threw.
    return undefined
  }
}
