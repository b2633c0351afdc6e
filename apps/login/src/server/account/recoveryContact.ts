import type { ResponseOf } from '@foyer/protocol'
import type { moveRecoveryContact, readRecoveryContact } from '@foyer/protocol/login'
import { type RecoveryContact, vaultChangeContact, vaultReadContact } from '@foyer/protocol/vault'
import { HttpError } from '@foyer/server'
import type { Caller, Client } from '../auth/caller.ts'
import { takeMailRates } from '../login/takeMailRates.ts'
import type { Services } from '../services.ts'
import type { Session } from '../tokens/sessions.ts'
import { readEmail } from './accountEmail.ts'

/** The vault's state of a user; null when it does not know the user. */
export async function readContact(
  { callVault }: Services,
  userId: string,
): Promise<RecoveryContact | null> {
  try {
    return await callVault(vaultReadContact, { userId })
  } catch (error) {
    if (error instanceof HttpError && error.status === 404) return null
    throw error
  }
}

/** For `/security`. */
export const showRecoveryContact = async (
  services: Services,
  { userId }: Session,
): Promise<ResponseOf<typeof readRecoveryContact>> => ({
  contact: await readContact(services, userId),
})

type Move = {
  userId: string
  /** The address of the account. */
  email: string
  client: Client
  /** The requesting device, and the site of its login; none for the holder of a replaced address. */
  device?: { jkt: string; origin: string | null }
}

const move = (
  { callVault, loginOrigin }: Services,
  { client: { ip, language, userAgent }, device, email, userId }: Move,
) =>
  callVault(vaultChangeContact, {
    userId,
    email,
    ...(device && { jkt: device.jkt }),
    requester: { ip, language, userAgent, origin: device?.origin ?? loginOrigin },
  })

/**
 * Asks the vault to let recovery use the account's present address. The change here stays even if that fails: the page
 * `/security` shows that recovery uses another address, and asks again.
 * @returns undefined when the vault did not take it
 */
export async function askToMoveRecovery(
  services: Services,
  what: Move,
): Promise<Awaited<ReturnType<typeof move>> | undefined> {
  try {
    return await move(services, what)
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    services.log.warn({ error }, 'the vault was not asked to move recovery')
    return undefined
  }
}

/**
 * Retries that for a logged-in user. The vault mails its own stored address, so a session alone changes nothing.
 * @throws HttpError 403 `action-not-allowed`; 409 `change-conflict` within 24 hours of the last change; 429; 503
 */
export async function moveRecovery(
  services: Services,
  { origin, userId }: Session,
  { client, jkt }: Caller,
): Promise<ResponseOf<typeof moveRecoveryContact>> {
  const email = await readEmail(services, userId)
  // Limited by user: only the vault knows the mailed address, and it limits mails itself.
  await takeMailRates(services, { client, emailHmac: 'recovery', userId })
  const answer = await move(services, { userId, email, client, device: { jkt, origin } })
  if (answer.status === 'same') return answer
  const { expiresAt, number, status } = answer
  return { status, number, expiresAt }
}
