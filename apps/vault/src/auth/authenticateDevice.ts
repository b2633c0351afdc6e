import { networkOf, requesterAddress, requireProof, sha256 } from '@foyer/server'
import { rememberUsed } from '@foyer/server/database'
import type { Context } from 'hono'
import { used } from '../database/schema.ts'
import type { Services } from '../services.ts'

/**
 * Authenticates a device by a DPoP proof without a token. Rate limits count networks, since anyone can create keys.
 * @returns the thumbprint of the proof's key
 * @throws HttpError 401 `proof-invalid`, `use_dpop_nonce`; 429
 */
export async function authenticateDevice(
  c: Context,
  body: Uint8Array<ArrayBuffer>,
  { hmacKey, limiter, limits, log, now, publicUrl, queries, trustedProxies }: Services,
): Promise<string> {
  const nowMs = now()
  const network = networkOf(requesterAddress(c, trustedProxies))
  await limiter.take({ key: `device:${sha256(network)}`, ...limits.shareCallsPerMinute })
  return requireProof(c, {
    body,
    publicUrl,
    nonceKey: hmacKey,
    remember: (key, until) => rememberUsed(queries, used, { key, until }),
    log,
    nowMs,
  })
}
