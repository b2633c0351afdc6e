import { dpopNonceError, verifyDpopProof } from '@foyer/protocol/custody'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { refuse } from '../http/httpError.ts'
import { isProofNonce, newProofNonce } from './proofNonces.ts'

/** Reads the access token of `Authorization: DPoP …`; undefined if there is none. */
export const readAccessToken = (c: Context): string | undefined =>
  /^DPoP ([\w.~+/-]{1,4096}=*)$/.exec(c.req.header('Authorization') ?? '')?.[1]

/**
 * Requires a valid DPoP proof. Every response carries the nonce for the next call (`DPoP-Nonce`).
 * @returns the thumbprint of the proof's key (`jkt`)
 * @throws HttpError 401 `proof-invalid`, `use_dpop_nonce`
 * @source RFC 9449 sections 4.3 and 8
 */
export async function requireProof(
  c: Context,
  { accessToken, body, jkt, log, nonceKey, nowMs, publicUrl, remember }: requireProof.Parameters,
): Promise<string> {
  c.header('DPoP-Nonce', newProofNonce(nonceKey, nowMs))
  const verdict = await verifyDpopProof({
    proof: c.req.header('DPoP'),
    method: c.req.method,
    url: new URL(c.req.path, publicUrl).href,
    body,
    accessToken,
    jkt,
    isNonce: (nonce) => isProofNonce(nonceKey, nonce, nowMs),
    remember: (used) => remember(`jti:${used.jkt}:${used.jti}`, used.untilMs),
    nowMs,
  })
  if (verdict.status === 'valid') return verdict.jkt
  if (verdict.status === 'use-nonce') return refuse(dpopNonceError, 'The proof lacks the nonce')
  log.info({ reason: verdict.reason }, 'proof refused')
  // The exact message by which pages recognise a wrong clock. @source security 2.7; spec 8.21
  if (verdict.reason === 'time')
    return refuse('proof-invalid', 'JWT validation error: JWT Token is not yet valid')
  return refuse('proof-invalid', 'The proof is not valid')
}

export declare namespace requireProof {
  type Parameters = {
    /** The exact bytes received. */
    body: Uint8Array<ArrayBuffer>
    /** Origin of this server, as clients reach it. */
    publicUrl: string
    /** Key of the nonces; the same in every process. */
    nonceKey: string
    /** Access token to which the proof must be bound, if any. */
    accessToken?: string | undefined
    /** Thumbprint of the required key. @default any */
    jkt?: string | undefined
    /** Stores a value until a time (ms since 1970); returns false when it is stored already. */
    remember: (key: string, untilMs: number) => Promise<boolean>
    log: Logger
    nowMs: number
  }
}
