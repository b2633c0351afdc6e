import { createHash, randomBytes } from 'node:crypto'
import {
  encodeBase64Url,
  exportPublicKey,
  type PasskeyAssertion,
  type PasskeyRegistration,
} from '@foyer/protocol/custody'
import { loginOrigin } from './openModelVault.test.kit.ts'

/** A passkey in software, which anybody can make. */
export type SoftPasskey = Readonly<{
  id: string
  register(challenge: string): PasskeyRegistration
  assert(challenge: string): Promise<PasskeyAssertion>
}>

const text = (bytes: Uint8Array) => encodeBase64Url(Uint8Array.from(bytes))
const clientData = (type: string, challenge: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin: loginOrigin, crossOrigin: false }))
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** Flags: present, verified, and `more`; the counter stays 0, as for synced passkeys. */
const authenticatorHead = (more = 0) =>
  Buffer.concat([sha256(new URL(loginOrigin).hostname), Buffer.from([0x05 | more, 0, 0, 0, 0])])

/** CBOR of a byte string of 24 to 255 bytes. @source RFC 8949 section 3 */
const cborBytes = (bytes: Uint8Array) => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
const cborText = (word: string) => Buffer.from([0x60 + word.length, ...Buffer.from(word)])

/** ASN.1 of an ECDSA signature, as authenticators write it. @source WebAuthn Level 3 section 6.5.5 */
function toDer(signature: Buffer): Buffer {
  const integer = (bytes: Buffer) => {
    let start = 0
    while (start < bytes.length - 1 && bytes[start] === 0) start++
    const short = bytes.subarray(start)
    const padded = short[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), short]) : short
    return Buffer.concat([Buffer.from([0x02, padded.length]), padded])
  }
  const both = [integer(signature.subarray(0, 32)), integer(signature.subarray(32))]
  const body = Buffer.concat(both)
  return Buffer.concat([Buffer.from([0x30, body.length]), body])
}

export async function createSoftPasskey(): Promise<SoftPasskey> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const pair = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
  const { x, y } = await exportPublicKey(pair.publicKey)
  const id = randomBytes(16)
  // {1: EC2, 3: ES256, -1: P-256, -2: x, -3: y}. @source RFC 9053 section 7.1.1
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
  const head = { id: text(id), rawId: text(id), type: 'public-key' } as const
  return {
    id: text(id),
    register(challenge) {
      const attested = [Buffer.alloc(16), Buffer.from([0, id.length]), id, cose]
      const authData = Buffer.concat([authenticatorHead(0x40), ...attested])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        ...[cborText('fmt'), cborText('none')],
        ...[cborText('attStmt'), Buffer.from([0xa0])],
        ...[cborText('authData'), cborBytes(authData)],
      ])
      return {
        ...head,
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge)),
          attestationObject: text(attestationObject),
          transports: [],
        },
      }
    },
    async assert(challenge) {
      const data = clientData('webauthn.get', challenge)
      const authenticatorData = authenticatorHead()
      const signed = Uint8Array.from(Buffer.concat([authenticatorData, sha256(data)]))
      const hashed = { name: 'ECDSA', hash: 'SHA-256' }
      const raw = await crypto.subtle.sign(hashed, pair.privateKey, signed)
      return {
        ...head,
        clientExtensionResults: {},
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(authenticatorData),
          signature: text(toDer(Buffer.from(raw))),
        },
      }
    },
  }
}
