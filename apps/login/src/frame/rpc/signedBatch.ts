type Hex = `0x${string}`

/** A batch that the account's key has signed, for the operator to send. */
export type SignedBatch = {
  readonly calls: readonly { readonly to: Hex; readonly value: bigint; readonly data: Hex }[]
  readonly nonce: bigint
  /** Seconds since 1970. */
  readonly deadline: number
  readonly signature: Hex
  readonly authorization?:
    | {
        readonly address: Hex
        readonly nonce: number
        readonly yParity: 0 | 1
        readonly r: Hex
        readonly s: Hex
      }
    | undefined
}
