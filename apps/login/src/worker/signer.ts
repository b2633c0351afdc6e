import type { EvmSignature } from './keys/signSecp256k1.ts'

/** Signs with the keys that one operation has assembled. */
export type Signer = {
  evm(digest: Uint8Array): EvmSignature
  sol(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array>
}

/** A validated request. The worker stores it, so that it signs exactly what was shown. */
export type PreparedRequest = {
  /** Hash of the exact bytes to be signed: `0x` and 64 hex digits. */
  digest: string
  sign(signer: Signer): Promise<unknown>
}
