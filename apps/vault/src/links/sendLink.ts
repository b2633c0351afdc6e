import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { vaultSendLink } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { hasApproval } from '../contacts/approvals.ts'
import { contactHmac } from '../contacts/bindContact.ts'
import { readCountingAddress } from '../contacts/userLinks.ts'
import { users } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { createLink } from './createLink.ts'

/** Mails the link of a login, and a second one if recovery uses another address than the login. */
export async function sendLink(
  services: Services,
  { userId, ...body }: BodyOf<typeof vaultSendLink>,
): Promise<ResponseOf<typeof vaultSendLink>> {
  const link = await createLink(services, { kind: 'device', ...body })
  if (userId !== undefined) await askCountingAddress(services, { ...body, userId }, link.number)
  return link
}

async function askCountingAddress(
  services: Services,
  { email: used, userId, ...body }: BodyOf<typeof vaultSendLink> & { userId: string },
  number: string,
): Promise<void> {
  const { hmacKey, now, queries } = services
  const [user] = await queries.select().from(users).where(eq(users.userId, userId))
  const email = user && (await readCountingAddress(services, user))
  if (email === undefined || email === used) return
  const hmacs = [contactHmac(hmacKey, email)]
  if (await hasApproval(queries, { hmacs, jkt: body.jkt, nowMs: now() })) return
  try {
    await createLink(services, { kind: 'device', mail: 'recovery', ...body, email, userId, number })
  } catch (error) {
    // Over the rate limit of mails: let the login continue; the next one mails again.
    if (!(error instanceof HttpError) || error.status !== 429) throw error
  }
}
