import { errors } from '@foyer/protocol'
import { HttpError, takeRate } from '@foyer/server'
import type { Client } from '../auth/asker.ts'
import { rates } from '../database/schema.ts'
import { networkHmac } from '../hashes.ts'
import type { Services } from '../services.ts'

const aggregate = 5

/**
 * Counts one mail that somebody asks for, before anything is done for it.
 *
 * @throws HttpError 429 `email-throttled` with the seconds that are left; 429 `limit-exceeded`
 * @source security 2.9; ledger 5.8, 8.9, 9.1
 */
export async function takeMailRates(
  services: Services,
  {
    client,
    emailHmac,
    projectId,
  }: { client: Client; emailHmac: string; projectId?: string | null },
): Promise<void> {
  const { limits, metrics, now, queries } = services
  const nowMs = now()
  const take = (key: string, limit: number, windowMs: number) =>
    takeRate(queries, rates, { key, limit, windowMs, nowMs })
  for (const [count, windowMs] of limits.mailsOfClient) {
    await take(`mail:ip:${windowMs}:${networkHmac(services, client.ip)}`, count, windowMs)
    const network = networkHmac(services, client.network)
    await take(`mail:net:${windowMs}:${network}`, count * aggregate, windowMs)
  }
  if (projectId) await take(`mail:project:${projectId}`, limits.mailsOfProjectPerHour, 3_600_000)
  for (const [index, [count, windowMs]] of limits.mailsOfAddress.entries())
    try {
      await take(`mail:to:${windowMs}:${emailHmac}`, count, windowMs)
    } catch (error) {
      if (index > 0 || !(error instanceof HttpError) || error.status !== 429) throw error
      const retryAfterMs = error.retryAfterMs ?? windowMs
      const n = String(Math.max(1, Math.ceil(retryAfterMs / 1000)))
      throw new HttpError(429, 'email-throttled', errors['email-throttled'][0].replace('{n}', n), {
        retryAfterMs,
      })
    }
  metrics.mailsAsked.inc()
}
