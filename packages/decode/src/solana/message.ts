import { FoyerError } from '@foyer/protocol'

/** The parts of a transaction's message that signing needs. */
export type SolanaMessage = {
  /** `legacy`, or 0. */
  version: 'legacy' | 0
  /** Public keys of the required signers, in order (32 bytes each). */
  signers: readonly Uint8Array[]
  /** Length of the message from its start, in bytes. */
  length: number
}

type Reader = { bytes: Uint8Array; at: number }

function refuse(details: string): never {
  throw new FoyerError('params-invalid', { details })
}

function byte(reader: Reader): number {
  return reader.bytes[reader.at++] ?? refuse('The transaction ends too early.')
}

function skip(reader: Reader, count: number): Uint8Array {
  const start = reader.at
  reader.at += count
  if (reader.at > reader.bytes.length) refuse('The transaction ends too early.')
  return reader.bytes.subarray(start, reader.at)
}

/** @source https://solana.com/docs/core/transactions (compact-u16, canonical spelling only) */
function compact(reader: Reader): number {
  let value = 0
  for (let index = 0; index < 3; index++) {
    const next = byte(reader)
    if (index > 0 && next === 0) refuse('A length is not spelt canonically.')
    value |= (next & 0x7f) << (index * 7)
    if (next < 0x80) return value > 0xffff ? refuse('A length is too large.') : value
  }
  return refuse('A length is too large.')
}

/**
 * Parses the message, legacy or version 0, at the start of these bytes; ignores the rest.
 *
 * @throws {@link FoyerError} `params-invalid`
 */
export function parseSolanaMessage(bytes: Uint8Array): SolanaMessage {
  const reader: Reader = { bytes, at: 0 }
  let version: SolanaMessage['version'] = 'legacy'
  if (((bytes[0] ?? 0) & 0x80) !== 0) {
    if (byte(reader) !== 0x80) refuse('This version of transactions is not known.')
    version = 0
  }
  const [required, readonlySigned, readonlyUnsigned] = [byte(reader), byte(reader), byte(reader)]
  const count = compact(reader)
  if (required === 0 || required > count) refuse('A message needs a signer among its accounts.')
  if (readonlySigned >= required || readonlyUnsigned > count - required)
    refuse('The header of the message does not fit its accounts.')
  const accounts = Array.from({ length: count }, () => skip(reader, 32))
  skip(reader, 32)
  for (let left = compact(reader); left > 0; left--) {
    byte(reader)
    skip(reader, compact(reader))
    skip(reader, compact(reader))
  }
  if (version === 0)
    for (let left = compact(reader); left > 0; left--) {
      skip(reader, 32)
      skip(reader, compact(reader))
      skip(reader, compact(reader))
    }
  return { version, signers: accounts.slice(0, required), length: reader.at }
}

/** A transaction: slots for signatures, and the signed message. */
export type SolanaTransaction = {
  signatures: Uint8Array[]
  messageBytes: Uint8Array<ArrayBuffer>
  message: SolanaMessage
}

/** Parses a transaction in the form that wallets receive. @throws {@link FoyerError} `params-invalid` */
export function parseSolanaTransaction(bytes: Uint8Array): SolanaTransaction {
  const reader: Reader = { bytes, at: 0 }
  const count = compact(reader)
  const signatures = Array.from({ length: count }, () => skip(reader, 64))
  const messageBytes = Uint8Array.from(bytes.subarray(reader.at))
  const message = parseSolanaMessage(messageBytes)
  if (message.length !== messageBytes.length) refuse('There are bytes after the transaction.')
  if (message.signers.length !== count) refuse('There is not a place for each signature.')
  return { signatures, messageBytes, message }
}

function succeeds(parse: () => unknown): boolean {
  try {
    parse()
    return true
  } catch {
    return false
  }
}

/**
 * Returns whether bytes are a transaction or its message, also with extra bytes at the end. If they were signed as a
 * text message, the signature could be used to submit the transaction.
 */
export function looksLikeTransaction(bytes: Uint8Array): boolean {
  return succeeds(() => parseSolanaMessage(bytes)) || succeeds(() => parseSolanaTransaction(bytes))
}
