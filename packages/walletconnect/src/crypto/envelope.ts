import { chacha20poly1305 } from '@noble/ciphers/chacha.js'
import {
  concat,
  fromBase64Url,
  fromHex,
  fromUtf8,
  randomBytes,
  toBase64,
  toBase64Url,
  toHex,
  utf8,
} from './bytes.ts'

const ivBytes = 12
const tagBytes = 16

/** An encoded message. @source https://specs.walletconnect.com/2.0/specs/clients/core/crypto/crypto-envelopes */
export type Envelope =
  | { readonly type: 0; readonly sealed: Uint8Array }
  /** Carries the sender's public key, in hex. */
  | { readonly type: 1; readonly sealed: Uint8Array; readonly sender: string }
  /** Not encrypted. */
  | { readonly type: 2; readonly text: string }

/**
 * Encrypts `text`.
 *
 * @param parameters.symKey - 32 bytes in hex.
 * @param parameters.sender - The sender's public key, for a receiver without the shared key.
 * @param parameters.iv - For test vectors; else random.
 */
export function seal({
  iv = randomBytes(ivBytes),
  sender,
  symKey,
  text,
}: {
  text: string
  symKey: string
  sender?: string | undefined
  iv?: Uint8Array
}): string {
  const sealed = chacha20poly1305(fromHex(symKey, 32), iv).encrypt(utf8(text))
  const head = sender ? concat(Uint8Array.of(1), fromHex(sender, 32)) : Uint8Array.of(0)
  return toBase64(concat(head, iv, sealed))
}

/** Encodes without encryption, for a link: base64url. */
export function wrap(text: string): string {
  return toBase64Url(concat(Uint8Array.of(2), utf8(text)))
}

/** Parses a message in either base64. @throws If it is not valid. */
export function parseEnvelope(message: string): Envelope {
  const bytes = fromBase64Url(message)
  const [type] = bytes
  if (type === 2) return { type, text: fromUtf8(bytes.subarray(1)) }
  if (type !== 0 && type !== 1) throw new TypeError(`no envelope of type ${type}`)
  const head = type === 1 ? 33 : 1
  if (bytes.length < head + ivBytes + tagBytes) throw new TypeError('the envelope is too short')
  const sealed = bytes.subarray(head)
  return type === 1 ? { type, sealed, sender: toHex(bytes.subarray(1, head)) } : { type, sealed }
}

/** Decrypts an envelope from {@link parseEnvelope}. @throws For a wrong key or a changed message. */
export function open({ sealed }: { sealed: Uint8Array }, symKey: string): string {
  const cipher = chacha20poly1305(fromHex(symKey, 32), sealed.subarray(0, ivBytes))
  return fromUtf8(cipher.decrypt(sealed.subarray(ivBytes)))
}
