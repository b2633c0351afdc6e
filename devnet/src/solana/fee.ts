import { signatureFee } from './cluster.ts'
import { computeBudgetProgram } from './programs.ts'
import type { Message } from './readTransaction.ts'

const setLimit = 2
const setPrice = 3
const defaultUnits = 200_000n
const mostUnits = 1_400_000n
const microLamports = 1_000_000n

/** What a transaction pays: for its signatures, and the price for each compute unit it may use. In lamports. */
export function readFee({ header, instructions, staticAccounts }: Message): bigint {
  let limit: bigint | undefined
  let price = 0n
  let others = 0n
  for (const { data, programAddressIndex } of instructions) {
    if (staticAccounts[programAddressIndex] !== computeBudgetProgram) {
      others += 1n
      continue
    }
    if (!data) continue
    const view = new DataView(data.buffer, data.byteOffset, data.length)
    if (data[0] === setLimit && data.length >= 5) limit = BigInt(view.getUint32(1, true))
    if (data[0] === setPrice && data.length >= 9) price = view.getBigUint64(1, true)
  }
  const units = limit ?? others * defaultUnits
  const capped = units > mostUnits ? mostUnits : units
  const priority = (price * capped + microLamports - 1n) / microLamports
  return BigInt(header.numSignerAccounts) * signatureFee + priority
}
