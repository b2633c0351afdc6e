import type { ResponseOf } from '@foyer/protocol'
import type { confirmDevice } from '@foyer/protocol/login'
import { vaultConfirmDevice } from '@foyer/protocol/vault'
import type { Caller } from '../auth/caller.ts'
import type { Services } from '../services.ts'
import { requireStepUp, type Session } from '../tokens/sessions.ts'

/**
 * Asks the vault to mail its link: this server's own code is no evidence there. @throws HttpError 403
 * `step-up-required`
 */
export async function askConfirmation(
  { audit, callVault, loginOrigin, now, queries }: Services,
  session: Session,
  { client: { ip, language, userAgent }, jkt }: Caller,
): Promise<ResponseOf<typeof confirmDevice>> {
  requireStepUp(session, now())
  const { origin, userId } = session
  const { expiresAt, number } = await callVault(vaultConfirmDevice, {
    userId,
    jkt,
    requester: { ip, language, userAgent, origin: origin ?? loginOrigin },
  })
  await audit(queries, { kind: 'confirmation-asked', userId })
  return { number, expiresAt }
}
