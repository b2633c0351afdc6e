/** Stores the keys that wrap data keys. Each store has its own; two stores never share one. */
export type Kms = {
  /** A: the login server. B: the recovery vault. */
  readonly store: 'A' | 'B'
  /** The id of the active wrapping key, such as `kekA-2026-11-1`. */
  activeKid(): string
  /** @throws {@link FoyerError} `share-unreadable`, `internal` */
  wrap(dek: Uint8Array<ArrayBuffer>, aad: Uint8Array<ArrayBuffer>): Promise<WrappedKey>
  /** @throws {@link FoyerError} `share-unreadable` if `kid` is unknown, or `blob` or `aad` differ */
  unwrap(kid: string, blob: string, aad: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
}

/** A data key wrapped by a key of the store. */
export type WrappedKey = { kid: string; blob: string }
