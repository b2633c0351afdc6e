import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { vaultSendLink } from '@foyer/protocol/vault'
import { HttpError, keyedHash, networkOf } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { hasApproval } from '../contacts/approvals.ts'
import { contactHmac } from '../contacts/bindContact.ts'
import { countingContacts, readAddressThatApproves } from '../contacts/moreContacts.ts'
import { readCountingAddress } from '../contacts/userLinks.ts'
import { users } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { createLink } from './createLink.ts'
import { placeOf } from './placeOf.ts'

/**
 * Mails the link of a login, and a second one if recovery uses only other addresses than the login's. Answers a challenge instead
 * after unusual volume, if the device can work.
 */
export async function sendLink(
  services: Services,
  { userId, work, ...body }: BodyOf<typeof vaultSendLink>,
): Promise<ResponseOf<typeof vaultSendLink>> {
  if (work) {
    const { hmacKey } = services
    const { ip } = body.requester
    const asked = await services.askWork({
      address: keyedHash(hmacKey, 'work', networkOf(ip)),
      network: keyedHash(hmacKey, 'work', placeOf(ip)),
      owner: ['link', body.jkt, body.email],
      solution: work.solution,
    })
    if (asked) return asked
  }
  const link = await createLink(services, { kind: 'device', ...body })
  if (userId !== undefined) await askCountingAddress(services, { ...body, userId }, link.number)
  return link
}

async function askCountingAddress(
  services: Services,
  { email: used, userId, ...body }: Omit<BodyOf<typeof vaultSendLink>, 'work'> & { userId: string },
  number: string,
): Promise<void> {
  const { hmacKey, now, queries } = services
  const [user] = await queries.select().from(users).where(eq(users.userId, userId))
  if (!user || (await countingContacts(queries, user, now())).has(contactHmac(hmacKey, used)))
    return
  const email =
    user.evidence === 'social'
      ? await readAddressThatApproves(services, user)
      : await readCountingAddress(services, user)
  if (email === undefined) return
  const hmacs = [contactHmac(hmacKey, email)]
  if (await hasApproval(queries, { hmacs, jkt: body.jkt, nowMs: now(), userId: user.userId }))
    return
  try {
    await createLink(services, { kind: 'device', mail: 'recovery', ...body, email, userId, number })
  } catch (error) {
    // Over the rate limit of mails: let the login continue; the next one mails again.
    if (!(error instanceof HttpError) || error.status !== 429) throw error
  }
}
