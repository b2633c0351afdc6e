import { FoyerError } from '@foyer/protocol'
import {
  decodeBase64Url,
  encodeBase64Url,
  exportPublicKey,
  openAes,
  type PublicKey,
  type RecoveryKeyRecord,
  recoveryKeyAad,
  sealAes,
  thumbprint,
  type WalletFacts,
} from '@foyer/protocol/custody'

type Bytes = Uint8Array<ArrayBuffer>

/** The user's factor: the PRF output of a passkey (32 bytes) or the recovery code (16 bytes). */
export type Factor = { mode: 'passkey' | 'code'; secret: Bytes }

/** The user's recovery key after the factor opened it. */
export type RecoveryKey = {
  mode: 'passkey' | 'code'
  /** Thumbprint of `jwk`. */
  keyId: string
  jwk: PublicKey
  privateKey: CryptoKey
}

const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
const info = { passkey: 'foyer1:rec:prf', code: 'foyer1:rec:code' } as const

/** Derives the key that wraps the recovery key's private half. @source security 2.3 "Recovery key" */
async function factorKey({ mode, secret }: Factor, userId: string): Promise<CryptoKey> {
  const { subtle } = crypto
  const material = await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey'])
  const text = new TextEncoder()
  return subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: text.encode(userId), info: text.encode(info[mode]) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

type Owner = { userId: string; wallet: WalletFacts; factor: Factor }

/** Creates a recovery key whose private half only this factor can decrypt. */
export async function createRecoveryKey({
  userId,
  wallet,
  factor,
}: Owner): Promise<{ record: RecoveryKeyRecord; key: RecoveryKey }> {
  const { subtle } = crypto
  const { mode } = factor
  const { walletId, epoch, evm, sol } = wallet
  const pair = await subtle.generateKey(curve, true, ['deriveBits'])
  const jwk = await exportPublicKey(pair.publicKey)
  const keyId = await thumbprint(jwk)
  const encoded = new Uint8Array(await subtle.exportKey('pkcs8', pair.privateKey))
  try {
    const aad = recoveryKeyAad({ userId, walletId, keyId, epoch, mode, evm, sol })
    const wrapped = encodeBase64Url(await sealAes(await factorKey(factor, userId), encoded, aad))
    const salt = encodeBase64Url(new TextEncoder().encode(userId))
    const privateKey = await subtle.importKey('pkcs8', encoded, curve, false, ['deriveBits'])
    const record = { mode, keyId, publicKey: jwk, wrapped, epoch, kdf: { salt } }
    return { record, key: { mode, keyId, jwk, privateKey } }
  } finally {
    encoded.fill(0)
  }
}

/**
 * Opens a recovery key with the user's factor. Fails if the server claims another wallet: its id and addresses, and the
 * thumbprint of the key's public half, are authenticated as additional data.
 * @throws {@link FoyerError} `recovery-failed` for another factor, wallet or key
 */
export async function openRecoveryKey({
  userId,
  wallet,
  factor,
  record,
}: Owner & { record: RecoveryKeyRecord }): Promise<RecoveryKey> {
  const { mode } = factor
  const { walletId, evm, sol } = wallet
  const { keyId, epoch, publicKey: jwk, wrapped } = record
  try {
    if (record.mode !== mode) throw new Error(`The wallet is restored by ${record.mode}.`)
    if ((await thumbprint(jwk)) !== keyId) throw new Error('The public key is another one.')
    const aad = recoveryKeyAad({ userId, walletId, keyId, epoch, mode, evm, sol })
    const encoded = await openAes(await factorKey(factor, userId), decodeBase64Url(wrapped), aad)
    try {
      const usages = ['deriveBits'] as const
      const privateKey = await crypto.subtle.importKey('pkcs8', encoded, curve, false, usages)
      return { mode, keyId, jwk, privateKey }
    } finally {
      encoded.fill(0)
    }
  } catch (cause) {
    throw new FoyerError('recovery-failed', {
      cause,
      details: 'This passkey or code does not open the recovery key of this wallet.',
    })
  }
}
