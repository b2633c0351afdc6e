import type { AssetChange, DescribedCall, Fact, FactLabel } from '../description.ts'
import { addressFact } from '../facts.ts'
import type { AccountBook } from './accountBook.ts'

/** An instruction with the addresses of its accounts; empty for one in a lookup table that could not be loaded. */
export type SolanaInstruction = {
  program: string
  accounts: readonly string[]
  data: Uint8Array
}

/** Context for decoding an instruction. */
export type InstructionContext = {
  account: string
  book: AccountBook
  /** Owner and mint of token accounts that the same transaction opens, by address. */
  opened: ReadonlyMap<string, { owner: string; mint: string }>
}

/** A decoded instruction, with the assets of the account that it moves. */
export type InstructionReading = Omit<DescribedCall, 'calls' | 'target'> & {
  leaves?: readonly AssetChange[]
  comes?: readonly AssetChange[]
}

/** Makes a row with an address; undefined when the address is unknown. */
export function solanaFact(
  label: FactLabel,
  address: string | undefined,
  { account }: Pick<InstructionContext, 'account'>,
): Fact[] {
  return address ? [addressFact(label, address, address === account)] : []
}

/** Makes a reader of an instruction's data, little-endian; it returns undefined beyond the end. */
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
