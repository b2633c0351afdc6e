import type { Hex, TypedDataDefinition } from 'viem'
import type { Chain } from '../chains/chain.ts'

/** The payer's signed transfer, whichever contract moves the token. */
export type Transfer = {
  readonly from: Hex
  readonly to: Hex
  readonly token: Hex
  /** In the token's smallest unit. */
  readonly amount: bigint
  /** Seconds since 1970. */
  readonly validAfter: bigint
  readonly validBefore: bigint
  /** Identifies it on its chain: the contract takes each number of a payer once. */
  readonly number: string
  readonly signature: Hex
  /** The contract that the payer must have allowed to move the token. */
  readonly spender?: Hex
  /** The message that is signed, on a chain (its EIP-155 number). */
  typedData(chain: number): TypedDataDefinition
  /** Reads why the contract would not take it. @returns a word of the specification; undefined if it would */
  refusal(chain: Chain): Promise<string | undefined>
  /** Makes the transaction. @param by - who checks the signature: the key, or the code of the payer's account */
  call(by: 'key' | 'code'): { readonly to: Hex; readonly data: Hex }
}

/** The money of a payer, and the part of it that a payment takes. */
export type Funds = {
  readonly token: Hex
  /** In the token's smallest unit. */
  readonly amount: bigint
  /** Covered by the payer's balance, and by the allowance, at the end of a block. */
  readonly available: bigint
  readonly block: bigint
}
