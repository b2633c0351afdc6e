import { dpopNonceError, verifyDpopProof } from '@foyer/protocol'
import type { Context } from 'hono'
import { takeOnce } from '../limits/takeOnce.ts'
import { takeRate } from '../limits/takeRate.ts'
import type { Services } from '../services.ts'
import { refuse } from '../vaultError.ts'
import type { Caller } from './accessToken.ts'
import { isNonce, newNonce } from './nonces.ts'

/**
 * Who calls a share endpoint: A's token, and a proof by the key that the token is bound to.
 *
 * @throws {@link VaultError} 401 `token-invalid`, `proof-invalid`, `use_dpop_nonce`; 429
 */
export async function authenticate(
  c: Context,
  body: Uint8Array<ArrayBuffer>,
  services: Services,
): Promise<Caller> {
  const { hmacKey, limits, log, now, publicUrl, queries, verifyToken } = services
  const nowMs = now()
  c.header('DPoP-Nonce', newNonce(hmacKey, nowMs))
  const accessToken = /^DPoP ([\w.~+/-]{1,4096}=*)$/.exec(c.req.header('Authorization') ?? '')?.[1]
  if (accessToken === undefined) return refuse('token-invalid', 'There is no access token')
  const caller = await verifyToken(accessToken)
  const verdict = await verifyDpopProof({
    proof: c.req.header('DPoP'),
    method: c.req.method,
    url: new URL(c.req.path, publicUrl).href,
    body,
    accessToken,
    jkt: caller.jkt,
    isNonce: (nonce) => isNonce(hmacKey, nonce, nowMs),
    remember: ({ jkt, jti, untilMs }) => takeOnce(queries, `jti:${jkt}:${jti}`, untilMs),
    nowMs,
  })
  if (verdict.status === 'use-nonce') return refuse(dpopNonceError, 'The proof lacks the nonce')
  if (verdict.status === 'invalid') {
    log.info({ reason: verdict.reason }, 'proof refused')
    return refuse('proof-invalid', 'The proof is not valid')
  }
  await takeRate(queries, {
    key: `share:${caller.jkt}`,
    limit: limits.shareCallsPerMinute,
    windowMs: 60_000,
    nowMs,
  })
  return caller
}
