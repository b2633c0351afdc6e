import { type Address, getBase58Decoder } from '@solana/kit'

/** An instruction with its accounts by address. */
export type FullInstruction = {
  program: Address
  accounts: readonly Address[]
  data: Uint8Array
  stackHeight: number
}

/** An instruction by name where its program is known, else as it stands. */
export function parseInstruction({ accounts, data, program, stackHeight }: FullInstruction) {
  return { programId: program, accounts, data: getBase58Decoder().decode(data), stackHeight }
}
