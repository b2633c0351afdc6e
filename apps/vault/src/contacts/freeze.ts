import type { BodyOf, ResponseOf } from '@foyer/protocol'
import type { vaultFreeze, vaultUnfreeze } from '@foyer/protocol/vault'
import { dayMs, refuse } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { users } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'
import { createLink } from '../links/createLink.ts'
import { freezeUsers } from '../links/decideLink.ts'
import type { Services } from '../services.ts'
import { readApprovals } from './approvals.ts'
import { hmacOfContact } from './bindContact.ts'
import { countingContacts, readAddressThatApproves } from './moreContacts.ts'
import { isFrozen, type User } from './readUser.ts'
import { findUser, readAddress, userUnknown } from './userLinks.ts'

/** Finds the address that is asked to end a freeze; undefined for a user without one. */
const findAsked = async (services: Services, user: User) =>
  (await readAddress(services, user)) ?? (await readAddressThatApproves(services, user))

/** The accounts at providers whose login ends a freeze where no address can be asked. */
const readLoginsOf = async (queries: Pick<Queries, 'select'>, user: User, nowMs: number) =>
  [...(await countingContacts(queries, user, nowMs))].flatMap(([hmac, kind]) =>
    kind === 'social' ? [hmac] : [],
  )

/**
 * Stops releases for a user, unless nothing could end that again.
 * @throws {@link HttpError} 409 `change-conflict` for a user with neither an address nor a login that both servers verify
 */
export async function freeze(
  services: Services,
  { provable, userId }: BodyOf<typeof vaultFreeze>,
): Promise<ResponseOf<typeof vaultFreeze>> {
  const { hmacKey, now, queries } = services
  const nowMs = now()
  const [user] = await queries.select().from(users).where(eq(users.userId, userId))
  if (user && !isFrozen(user, nowMs) && (await findAsked(services, user)) === undefined) {
    const logins = await readLoginsOf(queries, user, nowMs)
    const open = provable?.map((contact) => hmacOfContact(hmacKey, contact)) ?? logins
    if (!logins.some((hmac) => open.includes(hmac)))
      refuse('change-conflict', 'Nothing could end this freeze')
  }
  await queries.transaction((tx) => freezeUsers(services, tx, { userId, nowMs }))
  return { done: true }
}

/**
 * Begins the end of a freeze, 24 hours later: by a mailed link; or, for a user without an address, by a login that this vault has
 * verified for the calling device since the freeze.
 * @throws {@link HttpError} 403 `evidence-required` until there is such a login; 404 for an unknown user
 */
export async function askUnfreeze(
  services: Services,
  { jkt, requester, userId }: BodyOf<typeof vaultUnfreeze>,
): Promise<ResponseOf<typeof vaultUnfreeze>> {
  const email = await findAsked(services, await findUser(services, userId))
  if (email !== undefined) {
    const link = await createLink(services, { kind: 'unfreeze', email, jkt, userId, requester })
    return { status: 'asked', ...link }
  }
  const { audit, now, queries } = services
  return queries.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.userId, userId)).for('update')
    if (user === undefined) throw userUnknown()
    const nowMs = now()
    const unfreezeAt = nowMs + dayMs
    // The login server alone is frozen, since this vault was away: its own step-up ends that.
    if (user.frozenAt === null || !isFrozen(user, nowMs)) return { status: 'begun', unfreezeAt }
    if (user.unfreezeAt !== null) return { status: 'begun', unfreezeAt: user.unfreezeAt }
    const hmacs = await readLoginsOf(tx, user, nowMs)
    // Only a login after the freeze: the one before it may be the thief's whom the freeze stops.
    const approvals = await readApprovals(tx, { hmacs, jkt, nowMs, userId, after: user.frozenAt })
    if (approvals.length === 0)
      return refuse('evidence-required', 'Log in again with what restores the wallet')
    await tx.update(users).set({ unfreezeAt }).where(eq(users.userId, userId))
    await audit(tx, { kind: 'unfreezing', userId, evidence: 'social' })
    return { status: 'begun', unfreezeAt }
  })
}
