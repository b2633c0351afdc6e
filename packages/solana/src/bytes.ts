import {
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  type ReadonlyUint8Array,
} from '@solana/kit'

/** Encodes bytes as base58. */
export function toBase58(bytes: ReadonlyUint8Array): string {
  return getBase58Decoder().decode(bytes)
}

/** Decodes valid base58. */
export function fromBase58(text: string): ReadonlyUint8Array {
  return getBase58Encoder().encode(text)
}

/** Encodes bytes as base64. */
export function toBase64(bytes: ReadonlyUint8Array): string {
  return getBase64Decoder().decode(bytes)
}

/** Decodes valid base64. */
export function fromBase64(text: string): Uint8Array {
  return new Uint8Array(getBase64Encoder().encode(text))
}

/** Returns untrusted bytes, of any window; undefined if it is something else. */
export function readBytes(value: unknown): Uint8Array | undefined {
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
    : undefined
}
