import type { SocialProfile } from '@foyer/protocol/social'
import { and, eq, inArray, ne, or } from 'drizzle-orm'
import { isReplaced } from '../account/accountEmail.ts'
import type { Queries } from '../database/database.ts'
import { identities } from '../database/schema.ts'
import { emailHmacs } from '../hashes.ts'
import type { Services } from '../services.ts'

/**
 * Another account with this address, which both providers vouch for: it is not linked, since an address may have changed hands.
 * An address that the provider does not vouch for is compared with none. @source security 2.14
 */
export async function findOther(
  services: Services,
  queries: Pick<Queries, 'select'>,
  {
    email,
    exceptOf = '',
    isEmailTrusted,
  }: Pick<SocialProfile, 'email' | 'isEmailTrusted'> & { exceptOf?: string },
): Promise<{ provider: string } | undefined> {
  if (email === undefined || !isEmailTrusted) return undefined
  const hmacs = emailHmacs(services, email)
  const [found] = await queries
    .select({ provider: identities.provider })
    .from(identities)
    .where(
      and(
        or(
          and(eq(identities.provider, 'email'), inArray(identities.subject, hmacs)),
          inArray(identities.emailHmac, hmacs),
        ),
        ne(identities.userId, exceptOf),
      ),
    )
    .limit(1)
  if (found) return found
  return (await isReplaced(services, queries, { email, exceptOf }))
    ? { provider: 'email' }
    : undefined
}
