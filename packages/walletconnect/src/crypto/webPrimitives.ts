import { type Bytes, concat, fromBase64Url, fromHex } from './bytes.ts'
import type { Primitives } from './primitives.ts'

/** The bytes before a 32-byte key in PKCS #8. @source https://www.rfc-editor.org/rfc/rfc8410#section-7 */
const pkcs8 = {
  X25519: fromHex('302e020100300506032b656e04220420', 16),
  Ed25519: fromHex('302e020100300506032b657004220420', 16),
}

/** Implements the primitives with the browser's own cryptography. */
export function webPrimitives(subtle: SubtleCrypto): Primitives {
  const privateKey = (name: keyof typeof pkcs8, key: Bytes, usage: KeyUsage) =>
    subtle.importKey('pkcs8', concat(pkcs8[name], key), { name }, true, [usage])
  const publicKeyOf = async (name: keyof typeof pkcs8, key: Bytes, usage: KeyUsage) => {
    const { x } = await subtle.exportKey('jwk', await privateKey(name, key, usage))
    return fromBase64Url(x ?? '')
  }
  return {
    sha256: async (bytes) => new Uint8Array(await subtle.digest('SHA-256', bytes)),
    async hkdf(secret) {
      const key = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
      const none = new Uint8Array(0)
      const given = { name: 'HKDF', hash: 'SHA-256', salt: none, info: none }
      return new Uint8Array(await subtle.deriveBits(given, key, 256))
    },
    x25519: {
      publicKeyOf: (key) => publicKeyOf('X25519', key, 'deriveBits'),
      async agree(own, peer) {
        const given = await subtle.importKey('raw', peer, { name: 'X25519' }, false, [])
        const key = await privateKey('X25519', own, 'deriveBits')
        return new Uint8Array(await subtle.deriveBits({ name: 'X25519', public: given }, key, 256))
      },
    },
    ed25519: {
      publicKeyOf: (seed) => publicKeyOf('Ed25519', seed, 'sign'),
      async sign(seed, message) {
        const key = await privateKey('Ed25519', seed, 'sign')
        return new Uint8Array(await subtle.sign('Ed25519', key, message))
      },
    },
  }
}
