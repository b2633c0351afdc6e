/** Keeps the keys that data keys are wrapped with. One for each store; never shared between two. */
export type Kms = {
  /** A: the login server. B: the recovery vault. */
  readonly store: 'A' | 'B'
  /** The key that wraps from now on, such as `kekA-2026-11-1`. */
  activeKid(): string
  /** @throws {@link FoyerError} `share-unreadable`, `internal` */
  wrap(dek: Uint8Array<ArrayBuffer>, aad: Uint8Array<ArrayBuffer>): Promise<WrappedKey>
  /** @throws {@link FoyerError} `share-unreadable` when `kid` is gone, or `blob` or `aad` are others */
  unwrap(kid: string, blob: string, aad: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}

/** A data key under a key of the store. */
export type WrappedKey = { kid: string; blob: string }
