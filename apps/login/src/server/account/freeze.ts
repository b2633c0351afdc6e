import type { ResponseOf } from '@foyer/protocol'
import type { unfreezeAccount } from '@foyer/protocol/login'
import { type Contact, vaultFreeze, vaultUnfreeze } from '@foyer/protocol/vault'
import { HttpError, refuse } from '@foyer/server'
import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { Caller } from '../auth/caller.ts'
import type { Queries } from '../database/database.ts'
import { users } from '../database/schema.ts'
import { canProve } from '../logins/canProve.ts'
import { contactOf } from '../logins/contactOf.ts'
import { readIdentities } from '../logins/listLogins.ts'
import { refuseKeyAccount } from '../passkeys/refuseKeyAccount.ts'
import type { Services } from '../services.ts'
import { requireStepUp, type Session } from '../tokens/sessions.ts'
import { notifyAll, readAddresses } from './accountEmail.ts'
import { readUser } from './readAccount.ts'

/** After a freeze's end was approved. @source security 2.5 */
export const unfreezeDelayMs = 86_400_000

/** The name under which a link that may end this freeze, and no later one, is remembered: an event of the vault without it ends none. */
export const unfreezeKey = ({
  frozenAt,
  linkId,
  userId,
}: {
  userId: string
  linkId: string
  frozenAt: number | null
}) => `unfreeze:${userId}:${frozenAt}:${linkId}`

/**
 * The freeze ends in 24 hours; one whose end has begun already ends as it was.
 * @returns true if it has begun now: every address of the account hears of it once the transaction has ended
 */
async function beginUnfreezing(
  { audit, now }: Pick<Services, 'audit' | 'now'>,
  tx: Queries,
  userId: string,
): Promise<boolean> {
  const begun = await tx
    .update(users)
    .set({ unfreezeAt: now() + unfreezeDelayMs })
    .where(and(eq(users.userId, userId), isNotNull(users.frozenAt), isNull(users.unfreezeAt)))
    .returning()
  if (begun.length > 0) await audit(tx, { kind: 'unfreezing', userId })
  return begun.length > 0
}

/**
 * Stops releases here. Repeating it only makes links void that were asked for before.
 * @param at - when the vault froze, ms since 1970: its word of a freeze that is known here changes nothing. @default now
 */
export async function freezeUser(services: Services, userId: string, at?: number): Promise<void> {
  const { audit, now, queries } = services
  const own = eq(users.userId, userId)
  const frozenAt = sql`greatest(${users.frozenAt} + 1, ${now()}::bigint)`
  const frozen = await queries.transaction(async (tx) => {
    const rows = await tx
      .update(users)
      .set({ frozenAt, unfreezeAt: null })
      .where(and(own, or(isNull(users.frozenAt), isNotNull(users.unfreezeAt))))
      .returning()
    if (rows.length > 0) await audit(tx, { kind: 'frozen', userId })
    else {
      const isNewer = at === undefined ? undefined : lt(users.frozenAt, at)
      await tx.update(users).set({ frozenAt }).where(and(own, isNewer))
    }
    return rows.length > 0
  })
  if (frozen) await notifyAll(services, userId, 'frozen')
}

/**
 * Finds the logins by which a user can prove themselves here, in the vault's words.
 * @throws HttpError 409 `change-conflict` for a user who has no proof here to end a freeze
 */
async function readProvable(services: Services, userId: string): Promise<Contact[]> {
  const logins = await readIdentities(services.queries, userId)
  const provable = logins.filter(({ provider }) => canProve(services, provider))
  if (provable.length === 0 && (await readAddresses(services, userId)).length === 0)
    refuse('change-conflict', 'Nothing could end this freeze')
  return Promise.all(provable.map((login) => contactOf(services, login)))
}

/**
 * Freezes in the vault and here. When the vault can not be reached it takes effect here, and the caller gets an error and retries.
 * @throws HttpError 409 `change-conflict` for a user for whom nothing could end it, and nothing is frozen
 */
export async function freeze(services: Services, { userId }: Session): Promise<{ done: true }> {
  await refuseKeyAccount(services, userId)
  // A proof here and another one there end nothing: without an address, the vault waits for a login that both servers verify.
  const provable = await readProvable(services, userId)
  try {
    await services.callVault(vaultFreeze, { userId, provable })
  } catch (error) {
    const isRefused = error instanceof HttpError && error.code === 'change-conflict'
    if (!isRefused) await freezeUser(services, userId)
    throw error
  }
  await freezeUser(services, userId)
  return { done: true }
}

/**
 * Asks the vault to end a freeze: it mails a link, and its word of the click begins the 24 hours; or it has verified a login of this
 * device since the freeze, and they have begun.
 * @throws HttpError 403 `step-up-required`, `evidence-required`
 */
export async function unfreeze(
  services: Services,
  session: Session,
  { client, jkt }: Caller,
): Promise<ResponseOf<typeof unfreezeAccount>> {
  const { audit, callVault, loginOrigin, now, queries, remember } = services
  requireStepUp(session, now())
  const { userId } = session
  const { ip, language, userAgent } = client
  const { frozenAt } = await readUser(services, userId)
  const asked = await callVault(vaultUnfreeze, {
    userId,
    jkt,
    requester: { ip, language, userAgent, origin: session.origin ?? loginOrigin },
  })
  if (asked.status === 'begun') {
    const hasBegun = await queries.transaction((tx) => beginUnfreezing(services, tx, userId))
    if (hasBegun) await notifyAll(services, userId, 'unfreezing')
    return { status: 'begun' }
  }
  const { expiresAt, linkId, number } = asked
  // The vault's event may arrive up to a day late.
  await remember(unfreezeKey({ userId, linkId, frozenAt }), expiresAt + unfreezeDelayMs)
  await audit(queries, { kind: 'unfreeze-asked', userId })
  return { status: 'asked', number, expiresAt }
}
