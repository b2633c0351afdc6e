import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { proveLoginByLink } from '@foyer/protocol/login'
import { HttpError } from '@foyer/server'
import type { Caller } from '../auth/caller.ts'
import { emailHmac } from '../hashes.ts'
import { takeMailRates } from '../login/takeMailRates.ts'
import type { Services } from '../services.ts'
import { requireStepUp, type Session } from '../tokens/sessions.ts'
import { sendVaultLink } from '../vault/sendVaultLink.ts'
import { contactOf } from './contactOf.ts'
import { readIdentities } from './listLogins.ts'

/** Makes the vault mail a link to the address of one of the account's own logins. */
export async function proveByLink(
  services: Services,
  { id }: BodyOf<typeof proveLoginByLink>,
  session: Session,
  { client, jkt }: Caller,
): Promise<ResponseOf<typeof proveLoginByLink>> {
  const { loginOrigin, now, queries } = services
  requireStepUp(session, now())
  const row = (await readIdentities(queries, session.userId)).find((one) => one.id === id)
  if (!row) throw new HttpError(404, 'resource-not-found', 'There is no such login')
  const contact = await contactOf(services, row)
  if (contact.kind !== 'email')
    throw new HttpError(403, 'action-not-allowed', 'The vault checks this login at its provider')
  const { email } = contact
  const { userId } = session
  await takeMailRates(services, { client, emailHmac: emailHmac(services, email), userId })
  const { ip, language, userAgent } = client
  const { expiresAt, number } = await sendVaultLink(services, {
    ...{ email, jkt },
    requester: { ip, language, userAgent, origin: loginOrigin },
  })
  return { number, expiresAt }
}
