import * as v from 'valibot'
import { decodeBase64Url, encodeBase64Url } from './base64url.ts'
import { exportPublicKey, importPublicKey, publicKey, thumbprint } from './publicKey.ts'

const text = (value: string) => new TextEncoder().encode(value)

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return encodeBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
}

/** Allowed clock difference of a client in seconds: with the server's nonce, and without. @source RFC 9449 section 8 */
export const dpopSkewS = { withNonce: 300, withoutNonce: 60 } as const

/** The 401 error that asks for a proof with the nonce of the `DPoP-Nonce` header. @source RFC 9449 section 8 */
export const dpopNonceError = 'use_dpop_nonce'

/** Removes query and fragment, since proofs are compared without them. @source RFC 9449 section 4.2 */
function targetOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

type Call = {
  /** `POST` */
  method: string
  /** Absolute URL. */
  url: string
  /** The exact bytes of the body; empty if there is none. */
  body: Uint8Array<ArrayBuffer>
  accessToken?: string | undefined
}

/**
 * Signs the `DPoP` header for one call of this device.
 *
 * @source RFC 9449 section 4.2; `bh` (hash of the body) is our own claim
 */
export async function makeDpopProof({
  method,
  url,
  body,
  accessToken,
  key,
  nonce,
  nowMs = Date.now(),
}: Call & {
  /** ECDSA P-256. */
  key: CryptoKeyPair
  /** The server's latest `DPoP-Nonce`. */
  nonce?: string | undefined
  /** @default Date.now() */
  nowMs?: number
}): Promise<string> {
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: await exportPublicKey(key.publicKey) }
  const payload = {
    jti: encodeBase64Url(crypto.getRandomValues(new Uint8Array(16))),
    htm: method,
    htu: targetOf(url),
    iat: Math.floor(nowMs / 1000),
    bh: await sha256(body),
    ...(accessToken !== undefined && { ath: await sha256(text(accessToken)) }),
    ...(nonce !== undefined && { nonce }),
  }
  const signed = [header, payload]
    .map((part) => encodeBase64Url(text(JSON.stringify(part))))
    .join('.')
  const signature = await crypto.subtle.sign(
    { name: 'ECDSA', hash: 'SHA-256' },
    key.privateKey,
    text(signed),
  )
  return `${signed}.${encodeBase64Url(new Uint8Array(signature))}`
}

/** The result of verifying a proof. A server answers the last two with 401; `use-nonce` with {@link dpopNonceError}. */
export type DpopVerdict =
  | { status: 'valid'; jkt: string }
  | { status: 'use-nonce' }
  | { status: 'invalid'; reason: string }

const headerSchema = v.strictObject({
  typ: v.literal('dpop+jwt'),
  // Accept one algorithm and one kind of key: no `alg` confusion, and no `kid`, `jku` or `x5u` that could name another key.
  alg: v.literal('ES256'),
  jwk: publicKey,
})
const payloadSchema = v.strictObject({
  jti: v.pipe(v.string(), v.minLength(16), v.maxLength(128)),
  htm: v.string(),
  htu: v.string(),
  iat: v.pipe(v.number(), v.integer()),
  bh: v.string(),
  ath: v.optional(v.string()),
  nonce: v.optional(v.string()),
})

function parsePart<schema extends v.GenericSchema>(schema: schema, part: string) {
  return v.parse(schema, JSON.parse(new TextDecoder().decode(decodeBase64Url(part))))
}

async function readProof(proof: string) {
  if (proof.length > 4096) throw new Error('too long')
  const [head = '', body = '', signature = '', ...rest] = proof.split('.')
  if (rest.length > 0) throw new Error('not three parts')
  const { jwk } = parsePart(headerSchema, head)
  const signed = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    await importPublicKey(jwk, 'ECDSA'),
    decodeBase64Url(signature),
    text(`${head}.${body}`),
  )
  if (!signed) throw new Error('signature')
  return { jwk, claims: parsePart(payloadSchema, body) }
}

/**
 * Verifies a proof: signature, method, URL, body, token, nonce, time, and that it was not used before.
 *
 * Never throws for a bad proof. It passes on what `remember` throws, so that a failing store rejects everyone.
 * @source RFC 9449 section 4.3
 */
export async function verifyDpopProof({
  proof,
  method,
  url,
  body,
  accessToken,
  jkt,
  isNonce,
  remember,
  nowMs = Date.now(),
}: Call & {
  /** The `DPoP` header. If there is more than one, join none: the proof is bad. */
  proof: string | undefined
  /** `cnf.jkt` of the access token; omit it only if there is no token yet. */
  jkt?: string | undefined
  /** Returns true for an unexpired nonce of this server. If omitted, proofs without a nonce are valid for 60 s. */
  isNonce?: ((nonce: string) => boolean | Promise<boolean>) | undefined
  /** Stores the `jti` of this key until then (ms since 1970); returns false if it is already stored. Atomic. */
  remember: (used: { jkt: string; jti: string; untilMs: number }) => Promise<boolean>
  /** @default Date.now() */
  nowMs?: number
}): Promise<DpopVerdict> {
  const invalid = (reason: string) => ({ status: 'invalid', reason }) as const
  if (proof === undefined) return invalid('no proof')
  let read: Awaited<ReturnType<typeof readProof>>
  try {
    read = await readProof(proof)
  } catch {
    return invalid('malformed')
  }
  const { jwk, claims } = read
  const signer = await thumbprint(jwk)
  if (jkt !== undefined && signer !== jkt) return invalid('key')
  if (claims.htm !== method) return invalid('method')
  if (claims.htu !== targetOf(url)) return invalid('address')
  if (claims.bh !== (await sha256(body))) return invalid('body')
  if (claims.ath !== (accessToken && (await sha256(text(accessToken))))) return invalid('token')
  if (isNonce && (claims.nonce === undefined || !(await isNonce(claims.nonce))))
    return { status: 'use-nonce' }
  const skewS = isNonce ? dpopSkewS.withNonce : dpopSkewS.withoutNonce
  if (Math.abs(nowMs / 1000 - claims.iat) > skewS) return invalid('time')
  const untilMs = (claims.iat + skewS) * 1000 + 1000
  if (!(await remember({ jkt: signer, jti: claims.jti, untilMs }))) return invalid('replay')
  return { status: 'valid', jkt: signer }
}
