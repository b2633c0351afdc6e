import type { StandardWallet } from './standardWallet.ts'

/** The place of one row of the wallet list: a wallet sits in it until it unregisters, and may come back. */
export type Seat = {
  readonly wallet: () => StandardWallet | undefined
  /** Takes the place when it is free. */
  enter(wallet: StandardWallet): void
  /** Frees the place when it is this one who sits there. */
  leave(wallet: unknown): void
  /** @returns A stop function. */
  onLeave(listener: () => void): () => void
}

/** Makes a place in which `first` sits. */
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
