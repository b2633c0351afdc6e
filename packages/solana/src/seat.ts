import type { StandardWallet } from './standardWallet.ts'

/** A row of the wallet list, occupied by a wallet until it unregisters; it may come back. */
export type Seat = {
  readonly wallet: () => StandardWallet | undefined
  /** Occupies the row if it is free. */
  enter(wallet: StandardWallet): void
  /** Frees the row if this wallet occupies it. */
  leave(wallet: unknown): void
  /** @returns A stop function. */
  onLeave(listener: () => void): () => void
}

/** Creates a row occupied by `first`. */
export function createSeat(first: StandardWallet): Seat {
  let wallet: StandardWallet | undefined = first
  const listeners = new Set<() => void>()
  return {
    wallet: () => wallet,
    enter(next) {
      wallet ??= next
    },
    leave(gone) {
      if (gone !== wallet) return
      wallet = undefined
      for (const listener of [...listeners]) listener()
    },
    onLeave(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
