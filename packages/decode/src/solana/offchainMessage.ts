import { encodeBase58 } from './base58.ts'

const mark = [0xff, ...new TextEncoder().encode('solana offchain')]

/**
 * Parses Solana's off-chain message format, whose prefix makes it an invalid transaction.
 * @returns The text and the claimed application; undefined when the bytes are not in this format.
 * @source https://docs.anza.xyz/proposals/off-chain-message-signing
 */
export function readOffchainMessage(
  bytes: Uint8Array,
): { message: Uint8Array; domain: string | undefined } | undefined {
  if (mark.some((byte, index) => bytes[index] !== byte)) return undefined
  // Layout: version, application (32 bytes), format, signers, length.
  let at = mark.length
  const version = bytes[at++]
  const domain = bytes.subarray(at, at + 32)
  at += 32
  const format = bytes[at++]
  const signers = bytes[at++]
  if (version !== 0 || format === undefined || format > 2 || !signers) return undefined
  at += signers * 32
  const [low, high] = [bytes[at], bytes[at + 1]]
  if (low === undefined || high === undefined) return undefined
  const message = bytes.subarray(at + 2)
  if (message.length === 0 || message.length !== low + high * 256) return undefined
  return { message, domain: domain.every((byte) => byte === 0) ? undefined : readDomain(domain) }
}

/** Formats the application domain: a site's name as text, or a program's key as base58. */
function readDomain(domain: Uint8Array): string {
  const end = domain.indexOf(0)
  const text = domain.subarray(0, end === -1 ? domain.length : end)
  const padded = end === -1 || domain.subarray(end).every((byte) => byte === 0)
  const printable = text.every((byte) => byte >= 0x20 && byte < 0x7f)
  return printable && padded ? String.fromCharCode(...text) : encodeBase58(domain)
}
