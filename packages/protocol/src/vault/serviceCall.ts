import { decodeBase64Url, encodeBase64Url } from '../custody/base64url.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Headers of a call between the login server (A) and the vault (B). */
export const serviceHeaders = {
  /** ms since 1970. */
  time: 'foyer-time',
  /** 16 random bytes, base64url; valid once. */
  nonce: 'foyer-nonce',
  /** Fingerprints of the caller's keys, comma-separated: two stores that share a key must not exchange data. */
  keys: 'foyer-keys',
  /** HMAC-SHA256, base64url. */
  signature: 'foyer-signature',
} as const

/** Maximum age of a call, and maximum clock difference, in ms. */
export const serviceSkewMs = 60_000

type Call = {
  /** The calling server, so that A's calls can not be replayed to A. */
  from: 'A' | 'B'
  method: string
  /** Without origin and query. */
  path: string
  body: Bytes
}

async function hmacKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])
}

async function signed(
  { from, method, path, body }: Call,
  rest: readonly [time: string, nonce: string, keys: string],
): Promise<Bytes> {
  const hash = encodeBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', body)))
  return new TextEncoder().encode(
    ['foyer1:service', from, method, path, ...rest, hash].join('\u001f'),
  )
}

/** Builds the headers of a call to the other server. */
export async function signServiceCall({
  secret,
  fingerprints,
  nowMs = Date.now(),
  ...call
}: Call & {
  secret: string
  /** Fingerprints of the caller's own keys. */
  fingerprints: readonly string[]
  /** @default Date.now() */
  nowMs?: number
}): Promise<Record<string, string>> {
  const rest = [
    String(nowMs),
    encodeBase64Url(crypto.getRandomValues(new Uint8Array(16))),
    fingerprints.join(','),
  ] as const
  const message = await signed(call, rest)
  const mac = await crypto.subtle.sign('HMAC', await hmacKey(secret), message)
  const [time, nonce, keys] = rest
  return {
    [serviceHeaders.time]: time,
    [serviceHeaders.nonce]: nonce,
    [serviceHeaders.keys]: keys,
    [serviceHeaders.signature]: encodeBase64Url(new Uint8Array(mac)),
  }
}

/** The result of verifying a call of the other server. */
export type ServiceVerdict =
  | { status: 'valid'; fingerprints: readonly string[] }
  /** `reason` is for the log. */
  | { status: 'invalid'; reason: string }

/**
 * Verifies a call of the other server: signature, time, that it is not a replay, and that the servers share no key.
 *
 * Never throws for a bad call. It passes on what `remember` throws, so that a failing store rejects everyone.
 */
export async function verifyServiceCall({
  secret,
  header,
  fingerprints,
  remember,
  nowMs = Date.now(),
  ...call
}: Call & {
  secret: string
  header: (name: string) => string | undefined
  /** Fingerprints of this server's own keys. */
  fingerprints: readonly string[]
  /** Stores the nonce until then (ms since 1970); returns false if it is already stored. Atomic. */
  remember: (nonce: string, untilMs: number) => Promise<boolean>
  /** @default Date.now() */
  nowMs?: number
}): Promise<ServiceVerdict> {
  const invalid = (reason: string) => ({ status: 'invalid', reason }) as const
  const [time, nonce, keys, signature] = [
    header(serviceHeaders.time) ?? '',
    header(serviceHeaders.nonce) ?? '',
    header(serviceHeaders.keys) ?? '',
    header(serviceHeaders.signature) ?? '',
  ]
  if (!/^\d{1,15}$/.test(time) || !/^[\w-]{22}$/.test(nonce) || !/^[\w-]{43}$/.test(signature))
    return invalid('unsigned')
  let mac: Bytes
  try {
    mac = decodeBase64Url(signature)
  } catch {
    return invalid('signature')
  }
  const message = await signed(call, [time, nonce, keys])
  if (!(await crypto.subtle.verify('HMAC', await hmacKey(secret), mac, message)))
    return invalid('signature')
  if (Math.abs(nowMs - Number(time)) > serviceSkewMs) return invalid('stale')
  if (!(await remember(nonce, Number(time) + 2 * serviceSkewMs))) return invalid('replayed')
  const theirs = keys.split(',').filter((key) => key !== '')
  if (theirs.length === 0) return invalid('no fingerprints')
  if (theirs.some((key) => fingerprints.includes(key))) return invalid('both stores share a key')
  return { status: 'valid', fingerprints: theirs }
}
