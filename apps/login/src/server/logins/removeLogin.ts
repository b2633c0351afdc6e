import type { BodyOf } from '@foyer/protocol'
import type { removeLogin } from '@foyer/protocol/login'
import { type Contact, vaultReadContact, vaultReadContacts } from '@foyer/protocol/vault'
import { HttpError, refuse, sha256 } from '@foyer/server'
import { and, eq } from 'drizzle-orm'
import { type Identity, readAddresses } from '../account/accountEmail.ts'
import { lockUser } from '../account/readAccount.ts'
import { undoLifeMs } from '../account/undoLife.ts'
import type { Queries } from '../database/database.ts'
import { contactChanges, identities, loginUndos } from '../database/schema.ts'
import { mailOf } from '../mail/mails.ts'
import { openEmail, randomText } from '../sealedText.ts'
import type { Services } from '../services.ts'
import { requireOpen, requireStepUp, type Session } from '../tokens/sessions.ts'
import { contactOf, isSameContact, noteContactChange } from './contactOf.ts'
import { endLoginsOf } from './endLoginsOf.ts'
import { readIdentities } from './listLogins.ts'

const done = { done: true } as const

/**
 * Removes a login here, and tells the vault. Every address of the account, a removed one too, gets a notice by which the change can
 * be taken back for 72 hours; so long nobody else can have the login.
 * @throws HttpError 403 `step-up-required`; 409 `change-conflict` for the last login, the last one that restores the wallet, and one
 *   whose contact the vault keeps, which is back then; 503 while the vault has not heard, and the login is removed here unless it
 *   keeps the contact later
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
  if (!before.some((row) => row.id === id)) {
    // A repetition of a call that ended before the vault had heard.
    const [waiting] = await queries
      .select()
      .from(contactChanges)
      .where(and(eq(contactChanges.userId, userId), eq(contactChanges.change, 'removed')))
    if (waiting) await tell(waiting.seq)
    return done
  }
  const approves = await readApproves(services, userId, before)
  const addresses = await readAddresses(services, userId)
  const token = randomText(32)
  const removed = await queries.transaction(async (tx) => {
    await lockUser(tx, userId)
    await requireOpen(tx, session)
    const rows = await readIdentities(tx, userId)
    const nowMs = now()
    const current = rows.find((row) => row.id === id)
    if (!current) return undefined
    const others = rows.filter((row) => row.id !== id)
    if (!others.some(({ heldUntil }) => heldUntil === null || heldUntil <= nowMs))
      return refuse('change-conflict', 'This is the last way to log in')
    const contact = await contactOf(services, current)
    const kept = await Promise.all(others.map((row) => contactOf(services, row)))
    // Decided here: another removal may have ended while the vault was asked.
    const isLast = approves(contact) && !(await readCounting(tx, kept)).some(approves)
    if (isLast) return refuse('change-conflict', lastText)
    await tx.delete(identities).where(eq(identities.id, id))
    await tx.insert(loginUndos).values({
      ...{ ...current, tokenHash: sha256(token), change: 'removed' as const },
      ...{ changedAt: nowMs, expiresAt: nowMs + undoLifeMs },
    })
    await endLoginsOf(services, tx, { userId, provider: current.provider, exceptSid: sid })
    const isKnown = kept.some((one) => isSameContact(one, contact))
    const seq = isKnown
      ? undefined
      : await noteContactChange(services, tx, { userId, contact, change: 'removed' })
    await audit(tx, { kind: 'login-removed', userId, provider: current.provider })
    return { seq }
  })
  if (!removed) return done
  try {
    await tell(removed.seq)
  } finally {
    // The vault has the last word: when it keeps the contact, the login is back and `putLoginBack` says so.
    if (!(await isBack()))
      for (const to of addresses)
        mailer.send(mailOf('login-removed', to, `${loginOrigin}/undo#t=${token}`))
  }
  return done

  async function isBack(): Promise<boolean> {
    const found = await queries.select().from(identities).where(eq(identities.id, id))
    return found.length > 0
  }

  /** @throws HttpError 409 `change-conflict` when the vault keeps the contact; 503 `http-failed` when it has not heard */
  async function tell(seq: number | undefined): Promise<void> {
    await vaultTeller.tell()
    if (await isBack()) {
      const { next } = await services.callVault(vaultReadContact, { userId })
      return refuse('change-conflict', next ? heldText : lastText)
    }
    if (seq === undefined) return
    const untold = await queries.select().from(contactChanges).where(eq(contactChanges.seq, seq))
    if (untold.length > 0)
      throw new HttpError(503, 'http-failed', 'The vault has not heard of the removal yet', {
        retryAfterMs: 5000,
      })
  }

  /** Without those whose removal the vault has not heard yet. */
  async function readCounting(tx: Queries, contacts: readonly Contact[]): Promise<Contact[]> {
    const rows = await tx.select().from(contactChanges).where(eq(contactChanges.userId, userId))
    const leaving = rows.filter(({ change }) => change !== 'restored')
    const texts = await Promise.all(
      leaving.map(({ blob: emailBlob, kid: emailKid }) =>
        openEmail(services.kms, userId, { emailBlob, emailKid }),
      ),
    )
    return contacts.filter((contact) => !texts.includes(JSON.stringify(contact)))
  }
}

const lastText = 'Nothing else restores the wallet in a new browser'
const heldText = 'The address was changed less than 24 hours ago'

/** Asks the vault which of these logins restore the wallet. @returns a function that tells it of a contact; false for any other */
async function readApproves(
  services: Services,
  userId: string,
  rows: readonly Identity[],
): Promise<(contact: Contact) => boolean> {
  const contacts = await Promise.all(rows.map((row) => contactOf(services, row)))
  const { approves } = await services.callVault(vaultReadContacts, { userId, contacts })
  return (contact) => contacts.some((one, index) => approves[index] && isSameContact(one, contact))
}
