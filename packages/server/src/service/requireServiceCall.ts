import { verifyServiceCall } from '@foyer/protocol/vault'
import type { Context } from 'hono'
import type { Logger } from 'pino'
import { HttpError } from '../http/httpError.ts'

/**
 * Requires that the other server has signed a call.
 * @param from - the expected caller
 * @param body - the exact bytes received
 * @param fingerprints - fingerprints of this server's own keys
 * @param remember - stores a nonce until a time (ms since 1970); resolves to false when it is stored already
 * @throws {@link HttpError} 403 `unauthorized`
 */
export async function requireServiceCall(
  c: Context,
  { body, fingerprints, from, log, nowMs, remember, secret }: requireServiceCall.Parameters,
): Promise<void> {
  const verdict = await verifyServiceCall({
    from,
    method: c.req.method,
    path: c.req.path,
    body,
    secret,
    header: (name) => c.req.header(name),
    fingerprints,
    remember,
    nowMs,
  })
  if (verdict.status === 'valid') return
  log.warn({ reason: verdict.reason }, 'a service call is refused')
  throw new HttpError(403, 'unauthorized', 'This call is not signed by the other server')
}

export declare namespace requireServiceCall {
  type Parameters = {
    from: 'A' | 'B'
    body: Uint8Array<ArrayBuffer>
    secret: string
    fingerprints: readonly string[]
    remember: (nonce: string, untilMs: number) => Promise<boolean>
    log: Logger
    nowMs: number
  }
}
