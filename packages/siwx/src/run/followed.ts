import type { Foyer } from '@foyer/core'
import type { ChainId, Namespace } from '@foyer/protocol'

/** A sign-in under way. */
export type RunningSignIn = {
  readonly namespace: Namespace
  readonly address: string
  /** Takes it off the screen, and aborts what it waits for. */
  end(): void
}

/** The sign-in's memory of one instance. */
export type Followed = {
  /** The connected account of each namespace, as this page last saw it. */
  readonly seen: Map<Namespace, { readonly address: string; readonly chainId: ChainId }>
  /** Accounts whose user has left the question; they are asked again after a disconnect. */
  readonly declined: Set<string>
  /** The last of the sign-outs, which run one after the other, and their number. */
  leaving: Promise<void>
  leavingCount: number
  /** Namespaces whose connection is from before the reload. */
  readonly restored: Set<Namespace>
  pending: RunningSignIn | undefined
}

const followed = new WeakMap<Foyer, Followed>()

export function followedOf(foyer: Foyer): Followed {
  const known = followed.get(foyer)
  if (known) return known
  const made: Followed = {
    seen: new Map(),
    declined: new Set(),
    leaving: Promise.resolve(),
    leavingCount: 0,
    restored: new Set(),
    pending: undefined,
  }
  followed.set(foyer, made)
  return made
}
