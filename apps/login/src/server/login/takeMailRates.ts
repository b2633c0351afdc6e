import { errors } from '@foyer/protocol'
import { HttpError } from '@foyer/server'
import type { Client } from '../auth/caller.ts'
import { networkHmac } from '../hashes.ts'
import type { Services } from '../services.ts'

/**
 * Counts one requested mail, before any work for it.
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
  const { limiter, limits, metrics } = services
  for (const rate of [limits.mailsOfClientPer10Min, limits.mailsOfClientPerDay]) {
    const { limit, windowMs } = rate
    await limiter.take({ key: `mail:ip:${windowMs}:${networkHmac(services, client.ip)}`, ...rate })
    const key = `mail:net:${windowMs}:${networkHmac(services, client.network)}`
    await limiter.take({ key, limit: limit * limits.addressesOfNetwork, windowMs })
  }
  if (projectId)
    await limiter.take({ key: `mail:project:${projectId}`, ...limits.mailsOfProjectPerHour })
  await takeFirst(services, emailHmac)
  for (const rate of [limits.mailsOfEmailPerHour, limits.mailsOfEmailPerDay])
    await limiter.take({ key: `mail:to:${rate.windowMs}:${emailHmac}`, ...rate })
  metrics.mailsAsked.inc()
}

/** One mail per address in half a minute: the error tells when the next one may be requested. */
async function takeFirst(
  { limiter, limits: { mailsOfEmailPer30s: rate } }: Services,
  emailHmac: string,
): Promise<void> {
  try {
    await limiter.take({ key: `mail:to:${rate.windowMs}:${emailHmac}`, ...rate })
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 429) throw error
    const retryAfterMs = error.retryAfterMs ?? rate.windowMs
    const n = String(Math.max(1, Math.ceil(retryAfterMs / 1000)))
    throw new HttpError(429, 'email-throttled', errors['email-throttled'][0].replace('{n}', n), {
      retryAfterMs,
    })
  }
}
