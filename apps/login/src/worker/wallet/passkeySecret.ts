import { FoyerError } from '@foyer/protocol'
import {
  decodeBase64Url,
  encodeBase64Url,
  openAes,
  passkeyWalletBegin,
  sealAes,
} from '@foyer/protocol/custody'
import type { Arena } from '../keys/arena.ts'
import type { Factor } from './recoveryFactor.ts'
import type { WalletContext } from './walletContext.ts'

type Bytes = Uint8Array<ArrayBuffer>

const text = (value: string) => new TextEncoder().encode(value)

/** Derives bytes of one purpose from a factor's secret, with HKDF-SHA256. */
async function derive(secret: Bytes, purpose: string, length: number): Promise<Bytes> {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const info = text(`foyer1:passkey:${purpose}`)
  const given = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(0), info }
  return new Uint8Array(await crypto.subtle.deriveBits(given, material, length * 8))
}

/** Returns the id of a factor at the login server: a passkey's credential id, or one derived from the code. */
async function walletFactorId({ id, mode, secret }: Factor): Promise<string> {
  if (mode === 'code') return encodeBase64Url(await derive(secret, 'code-id', 16))
  if (id !== undefined) return id
  throw new FoyerError('params-invalid', { details: 'A passkey needs its credential id.' })
}

async function wrappingKey(secret: Bytes): Promise<CryptoKey> {
  const raw = await derive(secret, 'wrap', 32)
  try {
    return await crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt', 'decrypt'])
  } finally {
    raw.fill(0)
  }
}

/** Binds an envelope to the factor that it is stored with. */
const envelopeAad = (id: string) => text(['foyer1', 'wallet', id].join('\u001f'))

/** Encrypts a wallet's secret (BIP-39 entropy, or an imported key) for one more factor. */
export async function sealSecret(secret: Bytes, factor: Factor): Promise<string> {
  const id = await walletFactorId(factor)
  const key = await wrappingKey(factor.secret)
  return encodeBase64Url(await sealAes(key, secret, envelopeAad(id)))
}

/**
 * Opens the secret of a wallet that is held by passkeys alone, in the arena: derived from its source passkey, or decrypted
 * from the envelope of an added passkey or a code.
 *
 * @throws {@link FoyerError} `recovery-failed` for a factor that opens no wallet
 */
export async function openSecret(
  arena: Arena,
  { envelope, factor }: { factor: Factor; envelope: string | null },
): Promise<Bytes> {
  // Where the browser does not say which kind it is, an envelope does.
  const { isAdded = envelope !== null } = factor
  if (factor.mode === 'passkey' && !isAdded) {
    const derived = await derive(factor.secret, 'entropy', 16)
    return take(arena, derived)
  }
  if (envelope === null)
    throw new FoyerError('recovery-failed', { details: 'This factor opens no wallet here.' })
  const id = await walletFactorId(factor)
  const key = await wrappingKey(factor.secret)
  const opened = await openAes(key, decodeBase64Url(envelope), envelopeAad(id)).catch(
    (cause: unknown) => {
      throw new FoyerError('recovery-failed', { cause, details: 'The envelope does not open.' })
    },
  )
  return take(arena, opened)
}

/** Moves bytes into the arena. */
function take(arena: Arena, bytes: Bytes): Bytes {
  const moved = arena.take(bytes.length)
  moved.set(bytes)
  bytes.fill(0)
  return moved
}

/** Asks the login server for a challenge and the envelope of a factor. */
export async function beginWith(
  { auth }: Pick<WalletContext, 'auth'>,
  factor: Factor,
): Promise<{ id: string; challenge: string; envelope: string | null }> {
  const id = await walletFactorId(factor)
  return { id, ...(await auth.call(passkeyWalletBegin, { id })) }
}
