import { readAccessToken, refuse, requireProof } from '@foyer/server'
import { rememberUsed } from '@foyer/server/database'
import type { Context } from 'hono'
import { used } from '../database/schema.ts'
import type { Services } from '../services.ts'
import type { Caller } from './accessToken.ts'

/**
 * Authenticates a call to a share endpoint by A's access token and a DPoP proof of the key that it is bound to.
 * @throws HttpError 401 `token-invalid`, `proof-invalid`, `use_dpop_nonce`; 429
 */
export async function authenticate(
  c: Context,
  body: Uint8Array<ArrayBuffer>,
  { hmacKey, limiter, limits, log, now, publicUrl, queries, verifyToken }: Services,
): Promise<Caller> {
  const nowMs = now()
  const accessToken = readAccessToken(c)
  if (accessToken === undefined) return refuse('token-invalid', 'There is no access token')
  const caller = await verifyToken(accessToken)
  await requireProof(c, {
    body,
    publicUrl,
    nonceKey: hmacKey,
    accessToken,
    jkt: caller.jkt,
    remember: (key, until) => rememberUsed(queries, used, { key, until }),
    log,
    nowMs,
  })
  await limiter.take({ key: `share:${caller.jkt}`, ...limits.shareCallsPerMinute })
  return caller
}
