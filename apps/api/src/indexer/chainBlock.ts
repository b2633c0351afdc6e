/** Identifies a block: number, hash and parent hash, which reveal a reorganisation. */
export type BlockMark = {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
}

/** The transactions and transfers of a block, in a form for every namespace. */
export type ChainBlock = BlockMark & {
  /** Ms since 1970. */
  readonly minedAt: number
  readonly transactions: readonly ChainTransaction[]
  /** True if the transfers include coins sent by contracts. */
  readonly hasInternalTransfers: boolean
}

export type ChainTransaction = {
  /** Index in the block. */
  readonly place: number
  readonly hash: string
  readonly sender: string
  /** Receiver; for a contract creation the created contract. */
  readonly receiver: string
  readonly nonce: number
  readonly isConfirmed: boolean
  /** The sender's request. */
  readonly intent: 'transfer' | 'call' | 'approve' | 'deploy'
  /** Paid by the sender, in smallest units; null if the chain does not tell it. */
  readonly fee: bigint | null
  readonly transfers: readonly ChainTransfer[]
}

export type ChainTransfer = {
  /** For an approval, `receiver` may spend tokens of `sender`. */
  readonly kind: 'coin' | 'token' | 'nft' | 'approval'
  /** CAIP-19 without its chain: `erc20:0x…`, `erc721:0x…/7`; `coin` for the native one. */
  readonly asset: string
  readonly sender: string
  readonly receiver: string
  /** Smallest units. */
  readonly amount: bigint
}

/** Reads the blocks of one chain. */
export type BlockReader = {
  /** @throws {@link HttpError} 502 when the chain does not answer */
  readHead(): Promise<BlockMark>
  /**
   * @returns The hash of each block, undefined for one that the chain does not have.
   * @throws {@link HttpError} 502 when the chain does not answer
   */
  readHashes(numbers: readonly number[]): Promise<(string | undefined)[]>
  /**
   * @returns The blocks from `first` to `last`, in order.
   * @throws {@link HttpError} 502 when the chain does not answer, or not with all of them
   */
  readBlocks(first: number, last: number): Promise<ChainBlock[]>
}
