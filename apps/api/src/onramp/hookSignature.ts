import { createHmac } from 'node:crypto'
import { isSame } from '@foyer/server'
import type { WebhookMessage } from './onrampProvider.ts'
import { refuseWebhook, requireRecent } from './timedSignature.ts'

/**
 * Verifies `X-Hook0-Signature: t=<seconds>,h=<names>,v1=<hex>`: an HMAC-SHA256 over the time, the names of some headers,
 * their values, and the body, joined by dots.
 *
 * @returns The verified body.
 * @throws HttpError 401
 * @source https://docs.cdp.coinbase.com/webhooks/verify-signatures
 */
export function verifyHookSignature(
  { bytes, header, now }: Omit<WebhookMessage, 'url'>,
  secret: string,
): string {
  const given = /^t=(\d{1,12}),h=([\w -]{0,500}),v1=([0-9a-f]{64})$/.exec(
    (header('X-Hook0-Signature') ?? '').slice(0, 1000),
  )
  const [, time = '', names = '', signature = ''] = given ?? []
  if (!given) throw refuseWebhook()
  requireRecent(Number(time) * 1000, now)
  const values = names.split(' ').map((name) => (name === '' ? '' : (header(name) ?? '')))
  const wanted = createHmac('sha256', secret)
    .update(`${time}.${names}.${values.join('.')}.`)
    .update(bytes)
    .digest('hex')
  if (!isSame(signature, wanted)) throw refuseWebhook()
  return new TextDecoder().decode(bytes)
}
