import type { ResponseOf } from '@foyer/protocol'
import type { readLogins } from '@foyer/protocol/login'
import { vaultReadContacts } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import { asc, eq } from 'drizzle-orm'
import type { Identity } from '../account/accountEmail.ts'
import type { Queries } from '../database/database.ts'
import { identities } from '../database/schema.ts'
import { openEmail } from '../sealedText.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { contactOf, isByLink } from './contactOf.ts'

/** Reads the logins of an account, oldest first. */
export const readIdentities = (
  queries: Pick<Queries, 'select'>,
  userId: string,
): Promise<Identity[]> =>
  queries
    .select()
    .from(identities)
    .where(eq(identities.userId, userId))
    .orderBy(asc(identities.createdAt), asc(identities.id))

/** The logins of an account for `/security`, with what the vault says of each. */
export async function listLogins(
  services: Services,
  { userId }: Session,
): Promise<ResponseOf<typeof readLogins>> {
  const { callVault, kms, log, now, queries } = services
  const rows = await readIdentities(queries, userId)
  const contacts = await Promise.all(rows.map((row) => contactOf(services, row)))
  const approves =
    contacts.length === 0
      ? []
      : await callVault(vaultReadContacts, { userId, contacts }).then(
          (answer) => answer.approves,
          (error: unknown) => {
            if (!(error instanceof HttpError)) throw error
            log.warn({ error }, 'the vault does not say which logins restore the wallet')
            return undefined
          },
        )
  return {
    logins: await Promise.all(
      rows.map(async (row, index) => ({
        id: row.id,
        provider: row.provider,
        userName: row.userName,
        email: (await openEmail(kms, userId, row)) || null,
        addedAt: row.createdAt,
        heldUntil: row.heldUntil !== null && row.heldUntil > now() ? row.heldUntil : null,
        restores: approves?.[index] ?? null,
        contact: contacts[index]!,
        isByLink: isByLink(row.provider),
      })),
    ),
  }
}
