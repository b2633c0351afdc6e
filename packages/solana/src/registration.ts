import type { StandardWallet } from './standardWallet.ts'

/** A row of the wallet list, occupied by a wallet from its registration until it unregisters; it may register again. */
export type Registration = {
  readonly wallet: () => StandardWallet | undefined
  /** Occupies the row if it is free. */
  register(wallet: StandardWallet): void
  /** Frees the row if this wallet occupies it. */
  unregister(wallet: unknown): void
  /** @returns A stop function. */
  onUnregister(listener: () => void): () => void
}

/** Creates a row occupied by `first`. */
export function createRegistration(first: StandardWallet): Registration {
  let wallet: StandardWallet | undefined = first
  const listeners = new Set<() => void>()
  return {
    wallet: () => wallet,
    register(next) {
      wallet ??= next
    },
    unregister(gone) {
      if (gone !== wallet) return
      wallet = undefined
      for (const listener of [...listeners]) listener()
    },
    onUnregister(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
