import { FoyerError } from '../errors.ts'
import { kekAad } from './aad.ts'
import { importAesKey, openAes, sealAes } from './aesGcm.ts'
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import type { Kms } from './kms.ts'

/** The keys of a store, in memory of its own process. */
export type LocalKms = Kms & {
  /**
   * 8 bytes of each key's hash, base64url. Two stores with a common fingerprint share a key and must not exchange data.
   */
  readonly fingerprints: readonly string[]
}

/** Fewer than once in 10^13 do 32 random bytes have so few different values or only printable ones. */
const fewestValues = 16

function refuse(store: string, details: string): never {
  throw new FoyerError('options-invalid', { details: `FOYER_KEK_${store}: ${details}` })
}

function parseKek(store: string, entry: string): { kid: string; bytes: Uint8Array<ArrayBuffer> } {
  const colon = entry.indexOf(':')
  const kid = entry.slice(0, Math.max(colon, 0))
  // Never put a part of the key into a message.
  if (!/^[A-Za-z0-9._-]{1,64}$/.test(kid))
    refuse(store, 'each key must be kid:base64; kid may have letters, digits, dots and dashes.')
  const text = entry
    .slice(colon + 1)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
  let bytes: Uint8Array<ArrayBuffer>
  try {
    bytes = decodeBase64Url(text.replace(/=+$/, ''))
  } catch {
    return refuse(store, `the key ${kid} is not base64.`)
  }
  if (bytes.length !== 32) refuse(store, `the key ${kid} has ${bytes.length} bytes instead of 32.`)
  if (bytes.every((byte, index) => byte === index || byte === index + 1))
    refuse(store, `the key ${kid} is a sample.`)
  if (new Set(bytes).size < fewestValues) refuse(store, `the key ${kid} is not random.`)
  if (bytes.every((byte) => byte >= 0x20 && byte <= 0x7e))
    refuse(store, `the key ${kid} is text, not random bytes.`)
  return { kid, bytes }
}

async function kekFingerprint(bytes: Uint8Array): Promise<string> {
  const label = new TextEncoder().encode('foyer1:kek-fp:')
  const digest = await crypto.subtle.digest('SHA-256', Uint8Array.from([...label, ...bytes]))
  return encodeBase64Url(new Uint8Array(digest, 0, 8))
}

/**
 * Parses a store's keys from `kid:base64,kid2:base64`; the first is the active one.
 *
 * @throws {@link FoyerError} `options-invalid` if keys are missing, short, samples, not random, equal to each other or
 *   to a key of the other store
 */
export async function createLocalKms({
  store,
  keys,
  foreign = [],
}: {
  store: 'A' | 'B'
  /** The text of `FOYER_KEK_A` or `FOYER_KEK_B`. */
  keys: string | undefined
  /** Known fingerprints of the other store's keys. @default [] */
  foreign?: readonly string[]
}): Promise<LocalKms> {
  const entries = (keys ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
  if (entries.length === 0)
    refuse(store, `it is missing. Make one with: echo "kek${store}-1:$(openssl rand -base64 32)"`)
  const found = new Map<string, CryptoKey>()
  const fingerprints: string[] = []
  for (const entry of entries) {
    const { kid, bytes } = parseKek(store, entry)
    const fingerprint = await kekFingerprint(bytes)
    if (found.has(kid)) refuse(store, `the name ${kid} is used twice.`)
    if (fingerprints.includes(fingerprint)) refuse(store, `the key ${kid} is used twice.`)
    if (foreign.includes(fingerprint))
      refuse(store, `the key ${kid} also belongs to the other store.`)
    found.set(kid, await importAesKey(bytes))
    fingerprints.push(fingerprint)
    bytes.fill(0)
  }
  const [active] = found.keys()
  const read = (kid: string) => {
    const key = found.get(kid)
    if (key) return key
    throw new FoyerError('share-unreadable', { details: `Store ${store} has no key ${kid}.` })
  }
  return {
    store,
    fingerprints,
    activeKid: () => active!,
    async wrap(dek, aad) {
      const kid = active!
      const sealed = await sealAes(read(kid), dek, kekAad({ store, kid, aad }))
      return { kid, blob: encodeBase64Url(sealed) }
    },
    async unwrap(kid, blob, aad) {
      return openAes(read(kid), decodeBase64Url(blob), kekAad({ store, kid, aad }))
    },
  }
}
