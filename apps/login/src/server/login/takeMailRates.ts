import { errors } from '@foyer/protocol'
import { HttpError } from '@foyer/server'
import type { Client } from '../auth/caller.ts'
import { takeClientRate } from '../auth/takeClientRate.ts'
import type { Services } from '../services.ts'

/**
 * Counts one requested mail, before any work for it.
 * @param userId - the session's user, for a mail to an address of its own account: counted apart from what anyone may request, so
 *   that a stranger can not use up the mails by which its owner acts
 * @throws HttpError 429 `email-throttled` with the seconds that are left; 429 `limit-exceeded`
 * @source security 2.9; spec 5.8, 8.9, 9.1
 */
export async function takeMailRates(
  services: Services,
  {
    client,
    emailHmac,
    projectId,
    userId,
  }: { client: Client; emailHmac: string; projectId?: string | null; userId?: string },
): Promise<void> {
  const { limiter, limits, metrics } = services
  for (const rate of [limits.mailsOfClientPer10Min, limits.mailsOfClientPerDay])
    await takeClientRate(services, client, { name: `mail:${rate.windowMs}`, ...rate })
  if (projectId)
    await limiter.take({ key: `mail:project:${projectId}`, ...limits.mailsOfProjectPerHour })
  const to = userId === undefined ? emailHmac : `${userId}:${emailHmac}`
  await takeFirst(services, to)
  for (const rate of [limits.mailsOfEmailPerHour, limits.mailsOfEmailPerDay])
    await limiter.take({ key: `mail:to:${rate.windowMs}:${to}`, ...rate })
  metrics.mailsAsked.inc()
}

/** One mail per address in half a minute: the error tells when the next one may be requested. */
async function takeFirst(
  { limiter, limits: { mailsOfEmailPer30s: rate } }: Services,
  to: string,
): Promise<void> {
  try {
    await limiter.take({ key: `mail:to:${rate.windowMs}:${to}`, ...rate })
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 429) throw error
    const retryAfterMs = error.retryAfterMs ?? rate.windowMs
    const n = String(Math.max(1, Math.ceil(retryAfterMs / 1000)))
    throw new HttpError(429, 'email-throttled', errors['email-throttled'][0].replace('{n}', n), {
      retryAfterMs,
    })
  }
}
