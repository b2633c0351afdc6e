import type { AssetChange, DescribedCall, Fact, FactLabel } from '../description.ts'
import { addressFact } from '../facts.ts'
import type { AccountBook } from './accountBook.ts'

/** An instruction with its accounts by address; an account from an unknown table is empty. */
export type SolanaInstruction = {
  program: string
  accounts: readonly string[]
  data: Uint8Array
}

/** Context for reading an instruction. */
export type InstructionContext = {
  account: string
  book: AccountBook
  /** Owners of token accounts that the same transaction opens. */
  opened: ReadonlyMap<string, { owner: string; mint: string }>
}

/** A read instruction, with the account's assets that it moves. */
export type InstructionReading = Omit<DescribedCall, 'calls' | 'target'> & {
  leaves?: readonly AssetChange[]
  comes?: readonly AssetChange[]
}

/** A row with an address; `undefined` when unknown. */
export function solanaFact(
  label: FactLabel,
  address: string | undefined,
  { account }: Pick<InstructionContext, 'account'>,
): Fact[] {
  return address ? [addressFact(label, address, address === account)] : []
}

/** Numbers and keys of an instruction's data, little-endian; nothing when it is too short. */
export function dataReader(data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    u8: (at: number) => data[at],
    u32: (at: number) => (at + 4 <= data.length ? view.getUint32(at, true) : undefined),
    u64: (at: number) => (at + 8 <= data.length ? view.getBigUint64(at, true) : undefined),
    bytes: (at: number, count: number) =>
      at + count <= data.length ? data.subarray(at, at + count) : undefined,
  }
}
