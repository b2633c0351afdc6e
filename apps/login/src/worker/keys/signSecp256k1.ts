import { pointFromScalar, signRecoverable } from 'tiny-secp256k1'

/** r, s and the recovery bit of a signature; s is in the lower half. */
export type EvmSignature = {
  r: Uint8Array
  s: Uint8Array
  yParity: 0 | 1
}

/** Signs with a public test key, to overwrite what the last signature left on the WASM module's stack. */
function signDummy() {
  signRecoverable(new Uint8Array(32).fill(1), new Uint8Array(32).fill(1))
}

/** Signs a 32-byte digest. @source RFC 6979 (nonce), EIP-2 (low s) */
export function signSecp256k1(digest: Uint8Array, key: Uint8Array): EvmSignature {
  try {
    const { signature, recoveryId } = signRecoverable(digest, key)
    return {
      r: signature.slice(0, 32),
      s: signature.slice(32),
      // Recovery ids 2 and 3 occur once in 2^127 signatures, when r exceeds the group order.
      yParity: (recoveryId & 1) as 0 | 1,
    }
  } finally {
    signDummy()
  }
}

/** Derives the uncompressed public key, 65 bytes. */
export function secp256k1PublicKey(key: Uint8Array): Uint8Array {
  try {
    return pointFromScalar(key, false)!
  } finally {
    signDummy()
  }
}
