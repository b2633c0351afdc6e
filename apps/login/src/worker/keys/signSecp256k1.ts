import { pointFromScalar, signRecoverable } from 'tiny-secp256k1'

/** r, s and the recovery bit of a signature; s is in the lower half. */
export type EvmSignature = {
  r: Uint8Array
  s: Uint8Array
  yParity: 0 | 1
}

/** Overwrites a signature's remains on the stack of the WASM module, with a key that is no secret. */
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
      // 2 and 3 need an r above the group order: one signature in 2^127.
      yParity: (recoveryId & 1) as 0 | 1,
    }
  } finally {
    signDummy()
  }
}

/** The uncompressed public key, 65 bytes. */
export function secp256k1PublicKey(key: Uint8Array): Uint8Array {
  try {
    return pointFromScalar(key, false)!
  } finally {
    signDummy()
  }
}
