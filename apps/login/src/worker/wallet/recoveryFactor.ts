import { FoyerError } from '@foyer/protocol'
import {
  decodeBase64Url,
  encodeBase64Url,
  exportPublicKey,
  openAes,
  type PublicKey,
  type RecoveryFactor,
  type RecoveryKeyRecord,
  recoveryKeyAad,
  sealAes,
  thumbprint,
  type WalletFacts,
} from '@foyer/protocol/custody'

type Bytes = Uint8Array<ArrayBuffer>

/**
 * A factor of the user: the PRF output of a passkey (32 bytes), with its credential id where a new one is enrolled, or the
 * recovery code (16 bytes).
 */
export type Factor = {
  mode: 'passkey' | 'code'
  secret: Bytes
  id?: string | undefined
  /** Of a wallet that is held by passkeys alone: it opens the wallet's envelope, and is not its source. */
  isAdded?: boolean | undefined
}

/** The user's recovery key after a factor opened it. */
export type RecoveryKey = {
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

type Place = { userId: string; wallet: WalletFacts }
type Owner = Place & { factor: Factor }
type KeyOf = Pick<RecoveryKeyRecord, 'keyId' | 'epoch'>

const aadOf = ({ userId, wallet }: Place, { epoch, keyId }: KeyOf, mode: Factor['mode']): Bytes => {
  const { walletId, evm, sol } = wallet
  return recoveryKeyAad({ userId, walletId, keyId, epoch, mode, evm, sol }) as Bytes
}

/** Wraps the private half (PKCS #8) for a factor. A user has one code: a new one replaces it. */
async function wrapFor(owner: Owner, key: KeyOf, encoded: Bytes): Promise<RecoveryFactor> {
  const { factor, userId } = owner
  const { id, mode } = factor
  const aad = aadOf(owner, key, mode)
  const wrapped = encodeBase64Url(await sealAes(await factorKey(factor, userId), encoded, aad))
  const salt = encodeBase64Url(new TextEncoder().encode(userId))
  return { id: id ?? mode, mode, wrapped, kdf: { salt }, createdAt: Date.now() }
}

/** Creates a recovery key whose private half only this factor can decrypt. */
export async function createRecoveryKey(
  owner: Owner,
): Promise<{ record: RecoveryKeyRecord; key: RecoveryKey }> {
  const { subtle } = crypto
  const { epoch } = owner.wallet
  const pair = await subtle.generateKey(curve, true, ['deriveBits'])
  const jwk = await exportPublicKey(pair.publicKey)
  const keyId = await thumbprint(jwk)
  const encoded = new Uint8Array(await subtle.exportKey('pkcs8', pair.privateKey))
  try {
    const factor = await wrapFor(owner, { keyId, epoch }, encoded)
    const privateKey = await importPrivate(encoded)
    return {
      record: { keyId, publicKey: jwk, epoch, factors: [factor] },
      key: { keyId, jwk, privateKey },
    }
  } finally {
    encoded.fill(0)
  }
}

/**
 * Opens a recovery key with one of the user's factors. Fails if the server claims another wallet: its id and addresses, and
 * the thumbprint of the key's public half, are authenticated as additional data.
 * @throws {@link FoyerError} `recovery-failed` for another factor, wallet or key
 */
export async function openRecoveryKey({
  record,
  ...owner
}: Owner & { record: RecoveryKeyRecord }): Promise<RecoveryKey> {
  const { keyId, publicKey: jwk } = record
  return withPrivate(owner, record, async (encoded) => ({
    keyId,
    jwk,
    privateKey: await importPrivate(encoded),
  }))
}

/**
 * Wraps the recovery key for one more factor, which then opens it alone.
 *
 * @param options.present - A factor that opens the key already.
 * @throws {@link FoyerError} `recovery-failed` as {@link openRecoveryKey}
 */
export async function wrapForFactor({
  factor,
  present,
  record,
  ...place
}: Place & {
  record: RecoveryKeyRecord
  present: Factor
  factor: Factor
}): Promise<RecoveryFactor> {
  return withPrivate({ ...place, factor: present }, record, (encoded) =>
    wrapFor({ ...place, factor }, record, encoded),
  )
}

const importPrivate = (encoded: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', encoded, curve, false, ['deriveBits'])

/** Unwraps the private half, which exists in memory only while `use` runs. Tries every factor of the same kind. */
async function withPrivate<result>(
  owner: Owner,
  record: RecoveryKeyRecord,
  use: (encoded: Bytes) => Promise<result>,
): Promise<result> {
  const { factor, userId } = owner
  const { mode } = factor
  let encoded: Bytes | undefined
  try {
    if ((await thumbprint(record.publicKey)) !== record.keyId)
      throw new Error('The public key is another one.')
    const key = await factorKey(factor, userId)
    const aad = aadOf(owner, record, mode)
    const opened = await Promise.allSettled(
      record.factors
        .filter((one) => one.mode === mode)
        .map(({ wrapped }) => openAes(key, decodeBase64Url(wrapped), aad)),
    )
    encoded = opened.find((one) => one.status === 'fulfilled')?.value
    if (!encoded) throw new Error(`No ${mode} of the key opens with this one.`)
    return await use(encoded)
  } catch (cause) {
    throw new FoyerError('recovery-failed', {
      cause,
      details: 'This passkey or code does not open the recovery key of this wallet.',
    })
  } finally {
    encoded?.fill(0)
  }
}
