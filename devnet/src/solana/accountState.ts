import { type Address, lamports } from '@solana/kit'
import type { LiteSVM } from 'litesvm'

/** The account at an address. */
export type AccountState = {
  readonly lamports: bigint
  readonly owner: Address
  readonly data: Uint8Array
  readonly executable: boolean
}

/** @returns undefined if there is none; an account without lamports counts as none. */
export function readAccountState(svm: LiteSVM, address: Address): AccountState | undefined {
  const account = svm.getAccount(address)
  if (!account.exists || account.lamports === lamports(0n)) return undefined
  const { data, executable, lamports: amount, programAddress } = account
  return { lamports: amount, owner: programAddress, data: Uint8Array.from(data), executable }
}
