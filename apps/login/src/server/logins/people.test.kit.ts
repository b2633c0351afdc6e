import { randomBytes } from 'node:crypto'
import { recoveryContactAdd } from '@foyer/protocol/custody'
import { socialTable } from '@foyer/protocol/social'
import { refuse } from '@foyer/server'
import type { TestEngine } from '@foyer/server/testDatabase'
import { eq } from 'drizzle-orm'
import type { Caller } from '../auth/caller.ts'
import { createTestServers } from '../createTestServers.test.kit.ts'
import { sessions, socialTxns } from '../database/schema.ts'
import { beginSocial } from '../social/beginSocial.ts'
import { endSocial } from '../social/endSocial.ts'
import type { Social, Socials } from '../social/socials.ts'
import { openSecrets, putResult } from '../social/socialTxn.ts'
import { requireSession, type Session } from '../tokens/sessions.ts'
import { token } from '../tokens/token.ts'
import { beginEmailLogin, endEmailLogin } from './addEmailLogin.ts'
import { listLogins } from './listLogins.ts'

/** An account at a provider, as it says. */
export type Account = {
  provider: 'google' | 'facebook' | 'github'
  subject: string
  email?: string
}

/** Where a user is logged in. */
export type Place = { caller: Caller; session: Session }

const names = ['google', 'facebook', 'github'] as const
const noCall = () => Promise.reject(new Error('No provider is called here.'))

/** Both servers with providers whose answers the test gives; what is signed is read from the token as it stands. */
export async function openPeople(engine: TestEngine) {
  const socials: Socials = new Map(
    names.map((name) => {
      const social: Social = {
        name,
        row: socialTable[name],
        authorizeUrl: noCall,
        readUser: noCall,
      }
      return [name, social] as const
    }),
  )
  const servers = await createTestServers(engine, {
    socials,
    async verifyIdToken(_, token, { nonce }) {
      const claims = JSON.parse(token) as Record<string, unknown>
      return claims.nonce === nonce
        ? claims
        : refuse('evidence-required', 'This login is no evidence here')
    },
  })
  const { services } = servers

  /** Goes to a provider and comes back with this account. @returns the end of the login */
  async function goTo(
    account: Account,
    caller: Caller,
    purpose?: 'link' | 'step-up',
  ): Promise<Awaited<ReturnType<typeof endSocial>>> {
    const { provider } = account
    const { txnId } = await beginSocial(
      services,
      {
        ...{ provider, returnTo: `${services.loginOrigin}/security` },
        ...(purpose && { purpose }),
      },
      caller,
    )
    const [txn] = await services.queries
      .update(socialTxns)
      .set({ step: 'exchange' })
      .where(eq(socialTxns.txnId, txnId))
      .returning()
    const secrets = await openSecrets(services, txn!)
    const { profile, token: idToken } = answerOf(account, secrets.nonce)
    const result = randomBytes(16).toString('base64url')
    await putResult(services, txn!, { outcome: { profile, idToken }, result, secrets })
    const since = servers.mark()
    const end = await endSocial(services, { result }, caller)
    if (end.action !== 'VERIFY_DEVICE') return end
    // Its provider signs nothing: the user opens the vault's link.
    for (const mail of servers.inbox(end.email, since).vault) await servers.decide(mail)
    return endSocial(services, { txnId: end.txnId }, caller)
  }

  /** Proves a user again, as a code would. */
  const stepUp = async ({ session }: Place) => {
    const steppedUpUntil = servers.now() + 300_000
    await services.queries
      .update(sessions)
      .set({ steppedUpUntil })
      .where(eq(sessions.sid, session.sid))
  }
  /** The session as it is now. */
  const here = async ({ caller }: Place): Promise<Place> => ({
    caller,
    session: await requireSession(services, caller.jkt),
  })
  return {
    ...servers,
    goTo,
    stepUp,
    here,
    /** Logs in at a provider, in a new browser. */
    async enter(account: Account, caller: Caller = servers.newCaller()) {
      servers.clock.addMs += 31_000
      const end = await goTo(account, caller)
      if (end.action !== 'CONNECT') return { caller, end, session: undefined }
      await token(services, { grant: 'login', ticket: end.ticket }, caller)
      return { caller, end, session: await requireSession(services, caller.jkt) }
    },
    /** Logs in by email, in a new browser, as someone who reads this mailbox. */
    async enterByEmail(email: string, caller: Caller = servers.newCaller()) {
      servers.clock.addMs += 31_000
      return servers.logIn(email, [email], caller)
    },
    /** Adds a login by email: steps up, opens the link, types the code. */
    async addEmail(place: Place, email: string) {
      servers.clock.addMs += 31_000
      await stepUp(place)
      const { caller, session } = await here(place)
      const since = servers.mark()
      const { txnId } = await beginEmailLogin(services, { email }, session, caller)
      for (const mail of servers.inbox(email, since).vault) await servers.decide(mail)
      const otp = servers.codeFor(email)
      return endEmailLogin(services, { txnId, otp }, session, caller)
    },
    /** Adds a login at a provider: steps up, goes there and comes back. */
    async addSocial(place: Place, account: Account) {
      servers.clock.addMs += 31_000
      await stepUp(place)
      return goTo(account, place.caller, 'link')
    },
    /** Asks the vault to let each login restore the wallet, as the page does. @returns its answers, by login */
    async letRestore(place: Place) {
      const { logins } = await listLogins(services, (await here(place)).session)
      const { userId } = place.session
      const answers: Record<string, string> = {}
      for (const { contact, id } of logins) {
        const body = { userId, contact }
        const { status } = await servers.vault.call(recoveryContactAdd, body, {
          jkt: place.caller.jkt,
        })
        answers[id] = status
      }
      return answers
    },
    /** The undo's token in the newest mail to an address. */
    undoOf: (email: string) =>
      servers.tokenOf(
        servers.mails.findLast(
          ({ lines, to }) => to === email && lines.join().includes('/undo#t='),
        )!,
      ),
  }
}
export type People = Awaited<ReturnType<typeof openPeople>>

/** The answer of a provider. */
function answerOf({ email, provider, subject }: Account, nonce: string) {
  const claims = { sub: subject, email, email_verified: true, hd: 'corp.example', nonce }
  const profile =
    provider === 'github'
      ? { subject, email, isEmailTrusted: email !== undefined, userName: subject }
      : socialTable[provider].readProfile(claims)
  return { profile, token: JSON.stringify(claims) }
}
