import {
  networkOf,
  requesterAddress,
  requireProof,
  sha256,
  takeOnce,
  takeRate,
} from '@foyer/server'
import type { Context } from 'hono'
import { rates, used } from '../database/schema.ts'
import type { Services } from '../services.ts'

/**
 * Which device calls, by its proof alone. Keys cost nothing to make, so its network is counted, not the key.
 *
 * @returns the thumbprint of its key
 * @throws HttpError 401 `proof-invalid`, `use_dpop_nonce`; 429
 */
export async function authenticateDevice(
  c: Context,
  body: Uint8Array<ArrayBuffer>,
  { hmacKey, limits, log, now, publicUrl, queries, trustedProxies }: Services,
): Promise<string> {
  const nowMs = now()
  await takeRate(queries, rates, {
    key: `device:${sha256(networkOf(requesterAddress(c, trustedProxies)))}`,
    limit: limits.shareCallsPerMinute,
    windowMs: 60_000,
    nowMs,
  })
  return requireProof(c, {
    body,
    publicUrl,
    nonceKey: hmacKey,
    remember: (key, until) => takeOnce(queries, used, { key, until }),
    log,
    nowMs,
  })
}
