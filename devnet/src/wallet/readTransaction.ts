import { base58 } from '@scure/base'

/** A part of a transaction that calls a program. */
export type Instruction = {
  program: string
  /** Addresses; `undefined` stands for one that only a lookup table knows. */
  accounts: readonly (string | undefined)[]
  data: Uint8Array
}

/** A transaction as the wallet reads it. */
export type SolanaTransaction = {
  /** What signatures are made of: all bytes after the signatures. */
  message: Uint8Array
  /** Where the first signature begins. */
  signaturesAt: number
  /** Who must sign, the payer of the fee first. */
  signers: readonly string[]
  instructions: readonly Instruction[]
}

/** Reads bytes one after the other. @throws RangeError past the end. */
function createCursor(bytes: Uint8Array) {
  let at = 0
  const take = (count: number) => {
    if (at + count > bytes.length) throw new RangeError('The transaction ends too early.')
    at += count
    return bytes.subarray(at - count, at)
  }
  const byte = () => take(1)[0]!
  /** A length in one to three bytes of seven bits. */
  const length = () => {
    let value = 0
    for (let shift = 0; shift <= 14; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if (next < 0x80) return value
    }
    throw new RangeError('A length of the transaction is too long.')
  }
  const list = <T>(read: () => T): T[] => Array.from({ length: length() }, read)
  const address = () => base58.encode(take(32))
  return { address, byte, length, list, position: () => at, take }
}

/**
 * Reads a legacy or version 0 transaction, signed or not.
 *
 * @throws RangeError saying what is wrong with it.
 * @source https://solana.com/docs/core/transactions
 */
export function readTransaction(bytes: Uint8Array): SolanaTransaction {
  const cursor = createCursor(bytes)
  const signatureCount = cursor.length()
  const signaturesAt = cursor.position()
  cursor.take(signatureCount * 64)
  const message = bytes.subarray(cursor.position())
  const { signers, instructions } = readMessage(message)
  if (signers.length !== signatureCount) {
    throw new RangeError(
      `The transaction has room for ${signatureCount} signatures and needs ${signers.length}.`,
    )
  }
  return { message, signaturesAt, signers, instructions }
}

/** Reads the signed part of a transaction. @throws RangeError saying what is wrong with it. */
export function readMessage(
  bytes: Uint8Array,
): Pick<SolanaTransaction, 'signers' | 'instructions'> {
  const cursor = createCursor(bytes)
  const first = cursor.byte()
  const isVersioned = first >= 0x80
  if (isVersioned && first !== 0x80) {
    throw new RangeError(`Transactions of version ${first & 0x7f} are not supported.`)
  }
  const signerCount = isVersioned ? cursor.byte() : first
  cursor.take(2)
  const addresses: (string | undefined)[] = cursor.list(cursor.address)
  if (signerCount === 0 || signerCount > addresses.length) {
    throw new RangeError('The transaction names fewer accounts than signers.')
  }
  cursor.take(32)
  const calls = cursor.list(() => ({
    program: cursor.byte(),
    accounts: cursor.list(cursor.byte),
    data: cursor.take(cursor.length()),
  }))
  if (isVersioned) {
    const lookups = cursor.list(() => {
      cursor.take(32)
      return cursor.list(cursor.byte).length + cursor.list(cursor.byte).length
    })
    for (const count of lookups) addresses.push(...Array<undefined>(count).fill(undefined))
  }
  if (cursor.position() !== bytes.length) throw new RangeError('The transaction goes on too long.')
  return {
    signers: addresses.slice(0, signerCount) as string[],
    instructions: calls.map(({ program: index, accounts, data }) => {
      const program = addresses[index]
      if (program === undefined || accounts.some((each) => each >= addresses.length)) {
        throw new RangeError(
          'An instruction of the transaction names an account that is not there.',
        )
      }
      return { program, accounts: accounts.map((each) => addresses[each]), data }
    }),
  }
}
