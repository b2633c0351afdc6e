import {
  getBase58Decoder,
  getBase58Encoder,
  getBase64Decoder,
  getBase64Encoder,
  type ReadonlyUint8Array,
} from '@solana/kit'

/** Bytes as base58 text. */
export function toBase58(bytes: ReadonlyUint8Array): string {
  return getBase58Decoder().decode(bytes)
}

/** The bytes of base58 text, checked before. */
export function fromBase58(text: string): ReadonlyUint8Array {
  return getBase58Encoder().encode(text)
}

/** Bytes as base64 text. */
export function toBase64(bytes: ReadonlyUint8Array): string {
  return getBase64Decoder().decode(bytes)
}

/** The bytes of base64 text, checked before. */
export function fromBase64(text: string): Uint8Array {
  return new Uint8Array(getBase64Encoder().encode(text))
}

/** Bytes that a stranger gave, of whatever window they are from; undefined when it is something else. */
export function readBytes(value: unknown): Uint8Array | undefined {
  return ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength).slice()
    : undefined
}
