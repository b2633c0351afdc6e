import type { Bytes } from './bytes.ts'

/** The cryptography of the protocol that not all browsers have; keys are 32 bytes. */
export type Primitives = {
  sha256(bytes: Bytes): Promise<Bytes>
  /** HKDF-SHA256 without salt and info. @returns 32 bytes */
  hkdf(secret: Bytes): Promise<Bytes>
  x25519: {
    publicKeyOf(privateKey: Bytes): Promise<Bytes>
    /** @throws For a public key of low order. */
    agree(privateKey: Bytes, publicKey: Bytes): Promise<Bytes>
  }
  ed25519: {
    publicKeyOf(seed: Bytes): Promise<Bytes>
    sign(seed: Bytes, message: Bytes): Promise<Bytes>
  }
}

/** A key pair in hex. */
export type KeyPair = { readonly privateKey: string; readonly publicKey: string }
