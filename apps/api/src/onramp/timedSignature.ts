import { createHmac } from 'node:crypto'
import { HttpError, isSame } from '@foyer/server'
import type { WebhookMessage } from './onrampProvider.ts'

/** A webhook whose time is further from ours is refused: it may be a recorded one. */
export const webhookSkewMs = 5 * 60_000

/** The one answer to a webhook that is not the provider's. It does not tell why. */
export const refuseWebhook = () =>
  new HttpError(401, 'unauthorized', 'This message is not signed by the provider')

/** @throws {@link HttpError} 401 for a time too far from now, or none. @param at - ms since 1970 */
export function requireRecent(at: number, now: number): void {
  if (!(Math.abs(now - at) <= webhookSkewMs)) throw refuseWebhook()
}

/**
 * Verifies a header such as `t=1492774577,v1=5257a8…`: a time in seconds, and a hex HMAC-SHA256 over `<time>.<body>`. One of
 * several signatures is enough, since a provider signs with two keys while one replaces the other.
 *
 * @param name - the signature's prefix: `v1`
 * @returns The verified body.
 * @throws {@link HttpError} 401
 */
export function verifyTimedSignature(
  { bytes, now }: Pick<WebhookMessage, 'bytes' | 'now'>,
  { header, name, secret }: { header: string | undefined; name: string; secret: string },
): string {
  const parts = (header ?? '').slice(0, 1000).split(',').slice(0, 10)
  const valuesOf = (wanted: string) =>
    parts.flatMap((part) => {
      const [key, value] = part.trim().split('=', 2)
      return key === wanted && value !== undefined ? [value] : []
    })
  const [time = ''] = valuesOf('t')
  if (!/^\d{1,12}$/.test(time)) throw refuseWebhook()
  requireRecent(Number(time) * 1000, now)
  const wanted = createHmac('sha256', secret).update(`${time}.`).update(bytes).digest('hex')
  if (!valuesOf(name).some((given) => isSame(given, wanted))) throw refuseWebhook()
  return new TextDecoder().decode(bytes)
}
