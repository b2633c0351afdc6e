import type { BodyOf } from '@foyer/protocol'
import type { removeLogin } from '@foyer/protocol/login'
import { vaultReadContacts } from '@foyer/protocol/vault'
import { refuse, sha256 } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { type Identity, readAddresses } from '../account/accountEmail.ts'
import { lockUser } from '../account/readAccount.ts'
import { undoLifeMs } from '../account/undoLife.ts'
import { identities, loginUndos } from '../database/schema.ts'
import { mailOf } from '../mail/mails.ts'
import { randomText } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { requireStepUp, type Session } from '../tokens/sessions.ts'
import { contactOf, isSameContact, noteContactChange } from './contactOf.ts'
import { endLoginsOf } from './endLoginsOf.ts'
import { readIdentities } from './listLogins.ts'

const done = { done: true } as const

/**
 * Removes a login here, and tells the vault. Every address of the account, a removed one too, gets a notice by which the change can
 * be taken back for 72 hours; so long nobody else can have the login.
 * @throws HttpError 403 `step-up-required`; 409 `change-conflict` for the last login, or the last one that restores the wallet; 503
 *   when the vault does not say whether it is
 * @source security 2.14
 */
export async function dropLogin(
  services: Services,
  { id }: BodyOf<typeof removeLogin>,
  session: Session,
): Promise<{ done: true }> {
  const { audit, loginOrigin, mailer, now, queries, vaultTeller } = services
  const { sid, userId } = session
  requireStepUp(session, now())
  const before = await readIdentities(queries, userId)
  const login = before.find((row) => row.id === id)
  if (!login) return done
  await requireOtherContact(services, login, before)
  const addresses = await readAddresses(services, userId)
  const token = randomText(32)
  const isRemoved = await queries.transaction(async (tx) => {
    await lockUser(tx, userId)
    const rows = await readIdentities(tx, userId)
    const nowMs = now()
    const current = rows.find((row) => row.id === id)
    if (!current) return false
    const others = rows.filter((row) => row.id !== id)
    if (!others.some(({ heldUntil }) => heldUntil === null || heldUntil <= nowMs))
      return refuse('change-conflict', 'This is the last way to log in')
    await tx.delete(identities).where(eq(identities.id, id))
    await tx.insert(loginUndos).values({
      ...{ ...current, tokenHash: sha256(token), change: 'removed' as const },
      ...{ changedAt: nowMs, expiresAt: nowMs + undoLifeMs },
    })
    await endLoginsOf(services, tx, { userId, provider: current.provider, exceptSid: sid })
    const contact = await contactOf(services, current)
    const kept = await Promise.all(others.map((row) => contactOf(services, row)))
    if (!kept.some((one) => isSameContact(one, contact)))
      await noteContactChange(services, tx, { userId, contact, change: 'removed' })
    await audit(tx, { kind: 'login-removed', userId, provider: current.provider })
    return true
  })
  if (!isRemoved) return done
  for (const to of addresses)
    mailer.send(mailOf('login-removed', to, `${loginOrigin}/undo#t=${token}`))
  await vaultTeller.tell()
  return done
}

/** The vault keeps its last contact: without a login here, nothing would restore the wallet. */
async function requireOtherContact(
  services: Services,
  login: Identity,
  all: readonly Identity[],
): Promise<void> {
  const { userId } = login
  const rows = [login, ...all.filter(({ id }) => id !== login.id)]
  const contacts = await Promise.all(rows.map((row) => contactOf(services, row)))
  const { approves } = await services.callVault(vaultReadContacts, { userId, contacts })
  const [isApproving, ...others] = approves
  if (isApproving && !others.includes(true))
    refuse('change-conflict', 'Nothing else restores the wallet in a new browser')
}
