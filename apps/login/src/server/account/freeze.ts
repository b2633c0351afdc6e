import type { ResponseOf } from '@foyer/protocol'
import type { unfreezeAccount } from '@foyer/protocol/login'
import { vaultFreeze, vaultUnfreeze } from '@foyer/protocol/vault'
import { and, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { Asker } from '../auth/asker.ts'
import { users } from '../database/schema.ts'
import { refuseKeyAccount } from '../passkeys/refuseKeyAccount.ts'
import type { Services } from '../services.ts'
import { requireStepUp, type Session } from '../tokens/sessions.ts'
import { notify } from './accountEmail.ts'

/** After a freeze's end was approved. @source security 2.5 */
export const unfreezeDelayMs = 86_400_000

/** The name under which a link that may end a freeze is remembered: an event of the vault without it ends none. */
export const unfreezeKey = ({ linkId, userId }: { userId: string; linkId: string }) =>
  `unfreeze:${userId}:${linkId}`

/** Stops releases here; repeating it changes nothing. */
export async function freezeUser(services: Services, userId: string): Promise<void> {
  const { audit, now, queries } = services
  const frozen = await queries.transaction(async (tx) => {
    const rows = await tx
      .update(users)
      .set({ frozenAt: now(), unfreezeAt: null })
      .where(and(eq(users.userId, userId), or(isNull(users.frozenAt), isNotNull(users.unfreezeAt))))
      .returning()
    if (rows.length > 0) await audit(tx, { kind: 'frozen', userId })
    return rows.length > 0
  })
  if (frozen) await notify(services, userId, 'frozen')
}

/**
 * Freezes here at once, then in the vault: the caller gets an error when the vault could not be reached, and retries.
 */
export async function freeze(services: Services, { userId }: Session): Promise<{ done: true }> {
  await refuseKeyAccount(services, userId)
  await freezeUser(services, userId)
  await services.callVault(vaultFreeze, { userId })
  return { done: true }
}

/** The vault mails the link; its word of the click begins the 24 hours. @throws HttpError 403 `step-up-required` */
export async function unfreeze(
  { audit, callVault, loginOrigin, now, queries, remember }: Services,
  session: Session,
  { client, jkt }: Asker,
): Promise<ResponseOf<typeof unfreezeAccount>> {
  requireStepUp(session, now())
  const { userId } = session
  const { ip, language, userAgent } = client
  const { expiresAt, linkId, number } = await callVault(vaultUnfreeze, {
    userId,
    jkt,
    requester: { ip, language, userAgent, origin: session.origin ?? loginOrigin },
  })
  // The vault's event may arrive up to a day late.
  await remember(unfreezeKey({ userId, linkId }), expiresAt + unfreezeDelayMs)
  await audit(queries, { kind: 'unfreeze-asked', userId })
  return { number, expiresAt }
}
