import { FoyerError } from '@foyer/protocol'
import { encodeBase58 } from './base58.ts'
import { parseSolanaMessage } from './message.ts'

/** An instruction with program and accounts as indexes into the account list. */
export type CompiledInstruction = { program: number; accounts: readonly number[]; data: Uint8Array }

/** An address lookup table, with the indexes used of it. */
export type AccountLookup = {
  table: string
  writable: readonly number[]
  readonly: readonly number[]
}

/** A completely parsed message. Addresses are base58. */
export type ReadMessage = {
  version: 'legacy' | 0
  /** Number of required signatures; the first accounts are the signers. */
  required: number
  /** Number of read-only accounts at the end of the signers; below, at the end of the others. */
  readonlySigned: number
  readonlyUnsigned: number
  accounts: readonly string[]
  instructions: readonly CompiledInstruction[]
  lookups: readonly AccountLookup[]
}

/**
 * Parses a whole message, after `parseSolanaMessage` has checked its bounds.
 *
 * @throws {@link FoyerError} `params-invalid` for a malformed message
 * @source https://solana.com/docs/core/transactions; https://docs.anza.xyz/proposals/versioned-transactions
 */
export function readSolanaMessage(bytes: Uint8Array): ReadMessage {
  const { length, version } = parseSolanaMessage(bytes)
  if (length !== bytes.length)
    throw new FoyerError('params-invalid', { details: 'There are bytes after the message.' })
  let at = version === 0 ? 1 : 0
  const byte = () => bytes[at++]!
  const compact = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const next = byte()
      value |= (next & 0x7f) << shift
      if (next < 0x80) return value
    }
  }
  const take = (count: number) => {
    at += count
    return bytes.subarray(at - count, at)
  }
  const indexes = () => [...take(compact())]
  const list = <item>(read: () => item) => Array.from({ length: compact() }, read)

  const [required, readonlySigned, readonlyUnsigned] = [byte(), byte(), byte()]
  const accounts = list(() => encodeBase58(take(32)))
  take(32)
  const instructions = list(() => ({ program: byte(), accounts: indexes(), data: take(compact()) }))
  const lookups =
    version === 0
      ? list(() => ({ table: encodeBase58(take(32)), writable: indexes(), readonly: indexes() }))
      : []
  return { version, required, readonlySigned, readonlyUnsigned, accounts, instructions, lookups }
}
