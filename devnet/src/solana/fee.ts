import { signatureFee } from './cluster.ts'
import { computeBudgetProgram, systemProgram } from './programs.ts'
import type { Message } from './readTransaction.ts'

const setLimit = 2
const setPrice = 3
/** Default compute units of an instruction: for bytecode programs, and for those built into the node. */
const defaultUnits = 200_000n
const builtInUnits = 3_000n
/** @source https://github.com/solana-foundation/solana-improvement-documents SIMD-0170; `fee.test.ts` checks each */
const builtIns: ReadonlySet<string | undefined> = new Set([
  systemProgram,
  computeBudgetProgram,
  'BPFLoaderUpgradeab1e11111111111111111111111',
])
const mostUnits = 1_400_000n
const microLamports = 1_000_000n

/** Computes a transaction's fee: its signatures, and the price of each compute unit it may use. In lamports. */
export function readFee({ header, instructions, staticAccounts }: Message): bigint {
  let limit: bigint | undefined
  let price = 0n
  let defaults = 0n
  for (const { data, programAddressIndex } of instructions) {
    const program = staticAccounts[programAddressIndex]
    defaults += builtIns.has(program) ? builtInUnits : defaultUnits
    if (program !== computeBudgetProgram || !data) continue
    const view = new DataView(data.buffer, data.byteOffset, data.length)
    if (data[0] === setLimit && data.length >= 5) limit = BigInt(view.getUint32(1, true))
    if (data[0] === setPrice && data.length >= 9) price = view.getBigUint64(1, true)
  }
  const units = limit ?? defaults
  const capped = units > mostUnits ? mostUnits : units
  const priority = (price * capped + microLamports - 1n) / microLamports
  return BigInt(header.numSignerAccounts) * signatureFee + priority
}
