import { toBase58 } from '../bytes.ts'
import type { ChainAccount } from '../readAccounts.ts'
import { readExtensions } from '../tokenExtensions.ts'

/**
 * Offsets in a token account.
 *
 * @source https://docs.rs/spl-token-interface/latest/spl_token_interface/state/struct.Account.html
 */
const at = { mint: 0, owner: 32, amount: 64, state: 108, end: 165 } as const
const frozen = 2

/** A token account's data for transfers. */
export type TokenAccount = {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly isFrozen: boolean
  /** It rejects transfers without a memo. */
  readonly needsMemo: boolean
}

/** Parses a token account; undefined if it is not one. */
export function readTokenAccount({ bytes }: ChainAccount): TokenAccount | undefined {
  const state = bytes[at.state]
  if (bytes.length < at.end || !state) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    mint: toBase58(bytes.subarray(at.mint, at.owner)),
    owner: toBase58(bytes.subarray(at.owner, at.amount)),
    amount: view.getBigUint64(at.amount, true),
    isFrozen: state === frozen,
    needsMemo: readExtensions(bytes).memoTransfer?.[0] === 1,
  }
}
