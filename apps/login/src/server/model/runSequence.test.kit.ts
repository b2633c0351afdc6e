import { randomUUID } from 'node:crypto'
import {
  authCommit,
  authForget,
  authPrepare,
  authRelease,
  authStatus,
  createReleaseKey,
  encodeBase64Url,
  encodeShare,
  postToken,
  revokeSessions,
  type WalletFacts,
} from '@foyer/protocol/custody'
import {
  freezeAccount,
  loginDevice,
  loginEmail,
  loginOtp,
  readAccountFacts,
  revokeDevice,
  signOutEverywhere,
  stepUp,
  stepUpOtp,
  unfreezeAccount,
  updateEmail,
  updateEmailPrimary,
  updateEmailSecondary,
} from '@foyer/protocol/login'
import { vaultEvent } from '@foyer/protocol/vault'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import fc from 'fast-check'
import { devices, identities, sessions, shares, users, wallets } from '../database/schema.ts'
import type { ModelAnswer, ModelKey, ModelLogin } from './openModelLogin.test.kit.ts'

/** Something that must not have happened. */
export class Breach extends Error {
  override readonly name = 'Breach'
}

const pick = <item>(list: readonly item[], index: number): item => list[index % list.length]!
const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes))
const nat = fc.nat(9999)
/** A step, and three numbers that choose among the available targets. */
const step = fc.tuple(fc.nat(18), nat, nat, nat)
export const sequence = fc.record({
  steps: fc.array(step, { minLength: 5, maxLength: 25 }),
  /** Sends each call through the whole app with a proof, which takes longer. */
  isWhole: fc.nat(9).map((n) => n === 0),
})
type Sequence = typeof sequence extends fc.Arbitrary<infer value> ? value : never

export const newFacts = (): WalletFacts => ({
  walletId: randomUUID(),
  epoch: 1,
  fp: encodeBase64Url(random(16)),
  evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  sol: '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin',
})

/** A wallet's first change, or its next one. */
export function newChange(
  wallet: WalletFacts,
  baseEpoch: number,
  setIds: readonly string[] = [randomUUID(), randomUUID()],
) {
  const sets = (['recovery', 'device'] as const).map((kind, index) => {
    const setId = setIds[index]!
    const { epoch, walletId } = wallet
    const fp = Uint8Array.from(Buffer.from(wallet.fp, 'base64url'))
    const said = { role: 'auth', walletId, setId, epoch, share: random(17), fp } as const
    return { setId, kind, share: encodeBase64Url(encodeShare(said)) }
  })
  const changeId: string = randomUUID()
  return { changeId, wallet, baseEpoch, mode: 'auto' as const, sets }
}

/** Begins a login and proves the mailbox. @returns the ticket of a session */
async function proveEmail(login: ModelLogin, key: ModelKey, email: string) {
  const begun = await login.call(loginEmail, { email }, key)
  const txnId = String(begun.body.txnId)
  const linkId = login.linkIds.at(-1)
  if (begun.body.action === 'VERIFY_DEVICE')
    await login.service(vaultEvent, event(login, 'device-approved', { linkId }))
  const { body } = await login.call(loginOtp, { txnId, otp: login.code(email) }, key)
  return { ticket: String(body.ticket), txnId }
}

/** Logs in a user with a mailbox and a device; the attacker is one too, and reads only their own mailbox. */
async function logIn(login: ModelLogin, key: ModelKey, email: string) {
  const { ticket } = await proveEmail(login, key, email)
  const grant = { grant: 'login', ticket } as const
  const tokens = (await login.call(postToken, grant, key)).body as {
    accessToken: string
    refreshToken: string
    sid: string
    userId: string
  }
  return { ...tokens, key, email }
}
type Person = Awaited<ReturnType<typeof logIn>>

type Kind = Parameters<typeof vaultEvent.body.entries.kind.options.includes>[0]
const event = (login: ModelLogin, kind: Kind, more: object) => ({
  ...{ id: randomUUID(), at: login.clock.nowMs, kind },
  ...more,
})

async function makeWallet(login: ModelLogin, { accessToken, key }: Person) {
  const change = newChange(newFacts(), 0)
  await login.call(authPrepare, change, key, accessToken)
  await login.call(authCommit, { changeId: change.changeId }, key, accessToken)
  return change
}

async function proveAgain(login: ModelLogin, { email, key }: Person): Promise<void> {
  const { body } = await login.call(stepUp, {}, key)
  const step = { txnId: String(body.txnId), otp: login.code(email) }
  await login.call(stepUpOtp, step, key)
}

/** A's rows of the victim; one query, since it runs after every step. */
async function readRows({ queries }: ModelLogin, userId: string) {
  const list = (what: PgColumn | SQL, table: PgTable, where: SQL | undefined) =>
    sql<
      unknown[]
    >`(select coalesce(json_agg(${what} order by ${what}), '[]') from ${table} where ${where})`
  const [row] = await queries
    .select({
      user: users,
      subject: list(identities.subject, identities, eq(identities.userId, userId)),
      wallet: list(
        sql`${wallets.walletId} || ' ' || ${wallets.epoch}`,
        wallets,
        eq(wallets.userId, userId),
      ),
      sets: list(
        shares.setId,
        shares,
        and(eq(shares.userId, userId), isNotNull(shares.committedAt)),
      ),
      devices: list(
        devices.deviceId,
        devices,
        and(eq(devices.userId, userId), isNull(devices.revokedAt)),
      ),
      sessions: list(
        sessions.sid,
        sessions,
        and(eq(sessions.userId, userId), isNull(sessions.revokedAt)),
      ),
    })
    .from(users)
    .where(eq(users.userId, userId))
  const { user, ...kept } = row!
  return { kept: JSON.stringify(kept), user }
}

/**
 * An attacker who controls the whole vault: its service secret, its rows, each of its answers. They call A with keys,
 * accounts and a mailbox of their own and with every id of the victim.
 * @throws Breach
 */
export async function runSequence(
  { keys, login }: { login: ModelLogin; keys: readonly ModelKey[] },
  { isWhole, steps }: Sequence,
): Promise<void> {
  login.mails.length = 0
  login.mode.isWhole = isWhole
  const [victimsKey, secondKey, ...own] = keys as [ModelKey, ModelKey, ...ModelKey[]]
  const victim = await logIn(login, victimsKey, `${randomUUID()}@victim.example`)
  const change = await makeWallet(login, victim)
  let thief = await logIn(login, own[0]!, `${randomUUID()}@thief.example`)
  const { userId } = victim
  const setIds = change.sets.map(({ setId }) => setId)
  const changeIds: string[] = [change.changeId, randomUUID()]
  const txnIds: string[] = [randomUUID()]
  /** Tickets and refresh tokens; those of the victim are worth nothing to another key. */
  const tickets = [randomText(), victim.refreshToken]
  let isFrozen = false
  let { kept } = await readRows(login, userId)

  const refused = (what: string, { body, status }: ModelAnswer) => {
    if (status < 400) throw new Breach(`${what}: ${status} ${JSON.stringify(body)}`)
  }
  const otpOf = (n: number) => pick([login.code(thief.email), '000000', '123456'], n)
  const keep = async () => {
    ;({ kept } = await readRows(login, userId))
  }
  const say = (kind: Kind, more: object) => login.service(vaultEvent, event(login, kind, more))

  const acts: ((a: number, b: number, c: number) => Promise<unknown>)[] = [
    // The honest user.
    async () => {
      await proveAgain(login, victim)
      await login.call(readAccountFacts, {}, victim.key)
    },
    async (_, b) => {
      if (isFrozen) return
      if (b % 2 === 0) {
        const begun = await proveEmail(login, secondKey, victim.email)
        tickets.push(begun.ticket)
        txnIds.push(begun.txnId)
      } else await logIn(login, secondKey, victim.email)
      await keep()
    },
    async () => {
      await login.call(freezeAccount, {}, victim.key)
      isFrozen = true
    },
    async (_, b) => {
      login.clock.nowMs += pick([1000, 31_000, 301_000, 3_600_000], b)
    },
    // The attacker.
    async (a) => {
      const key = pick(own, a)
      const email = a % 3 === 0 ? thief.email : victim.email
      const { body } = await login.call(loginEmail, { email }, key)
      if (body.txnId) txnIds.push(String(body.txnId))
      if (a % 2 === 0) await say('device-approved', { linkId: login.linkIds.at(-1), jkt: key.jkt })
    },
    async (a, b, c) => {
      const body = { txnId: pick(txnIds, b), otp: otpOf(c) }
      const answer = await login.call(loginOtp, body, pick(own, a))
      if (answer.status === 200) tickets.push(String(answer.body.ticket))
    },
    async (a, b) => {
      const grant =
        a % 3 === 0
          ? ({ grant: 'refresh', refreshToken: pick(tickets, b) } as const)
          : ({ grant: 'login', ticket: pick(tickets, b) } as const)
      const { body } = await login.call(postToken, grant, pick(own, a))
      if (body.userId === userId) throw new Breach('a session of the victim')
    },
    async (a, b, c) => {
      const body = {
        ...{ setId: pick(setIds, a), walletId: change.wallet.walletId },
        purpose: pick(['sign', 'verify', 'recover', 'enrol', 'export'] as const, b),
        ...{ rid: randomUUID(), epk: (await createReleaseKey()).epk },
      }
      // Uses the attacker's token, and the victim's, which A's rows do not contain and the attacker may have seen.
      const token = c % 2 === 0 ? thief.accessToken : victim.accessToken
      refused('a share of the victim', await login.call(authRelease, body, thief.key, token))
    },
    async (a, b) => {
      const wallet = a % 2 === 0 ? change.wallet : newFacts()
      const made = newChange({ ...wallet, epoch: 1 + (b % 2) }, b % 2)
      if (a % 3 === 0) made.changeId = change.changeId
      if (a % 4 === 0) made.sets = newChange(made.wallet, 0, setIds).sets
      await login.call(authPrepare, made, thief.key, thief.accessToken)
      const changeId = pick([made.changeId, ...changeIds], b)
      await login.call(authCommit, { changeId }, thief.key, thief.accessToken)
      const { walletId } = change.wallet
      await login.call(authForget, { walletId }, thief.key, thief.accessToken)
    },
    async () => {
      const { body } = await login.call(authStatus, {}, thief.key, thief.accessToken)
      if (body.userId === userId) throw new Breach('the victim’s account')
      refused('their token', await login.call(authStatus, {}, thief.key, victim.accessToken))
    },
    async (a) => {
      const sids = a % 2 === 0 ? [victim.sid] : [victim.sid, thief.sid]
      await login.call(revokeSessions, { sids }, thief.key)
      if (a % 2 === 1) thief = await logIn(login, thief.key, thief.email)
    },
    async () => {
      const { devices: victims } = (await login.call(readAccountFacts, {}, victim.key)).body as {
        devices?: { deviceId: string }[]
      }
      await proveAgain(login, thief)
      const deviceId = victims?.[0]?.deviceId ?? randomUUID()
      refused('their device', await login.call(revokeDevice, { deviceId }, thief.key))
    },
    async () => {
      await login.call(signOutEverywhere, {}, thief.key)
      thief = await logIn(login, thief.key, thief.email)
    },
    async (a, b) => {
      const key = pick([thief.key, ...own], a)
      const email = b % 2 === 0 ? victim.email : `${randomUUID()}@thief.example`
      const { body } = await login.call(updateEmail, { email }, key)
      if (body.txnId) txnIds.push(String(body.txnId))
    },
    async (a, b, c) => {
      const step = a % 2 === 0 ? updateEmailPrimary : updateEmailSecondary
      await login.call(step, { txnId: pick(txnIds, b), otp: otpOf(c) }, thief.key)
    },
    async (_, b) => {
      // One that waits is waited for: only those that are over answer at once.
      if (b % 5 === 0) await login.call(loginDevice, { txnId: randomUUID() }, thief.key)
    },
    async (a, b) => {
      const kind = pick(
        ['device-denied', 'contact-changed', 'recovered', 'recovered-asserted', 'breaker-opened'],
        a,
      ) as Kind
      const linkId = pick([...login.linkIds.slice(-5), randomUUID()], b)
      await say(kind, { linkId, userId, jkt: thief.key.jkt })
    },
    async () => {
      await say('frozen', { userId })
      isFrozen = true
    },
    // Reports the end of a freeze as the vault would: for no link, for links that A requested, and for old ones.
    async (a, b) => {
      await proveAgain(login, thief)
      await login.call(unfreezeAccount, {}, thief.key)
      const linkId = pick([randomUUID(), ...login.linkIds.slice(-4)], a)
      const at = b % 2 === 0 ? 0 : login.clock.nowMs
      await login.service(vaultEvent, { ...event(login, 'unfreezing', { linkId, userId }), at })
    },
  ]

  for (const [which, a, b, c] of steps) {
    await pick(acts, which)(a, b, c)
    const found = await readRows(login, userId)
    if (found.kept !== kept) throw new Breach(`${found.kept} not ${kept}`)
    if (isFrozen && (found.user.frozenAt === null || found.user.unfreezeAt !== null))
      throw new Breach('the freeze was lifted')
  }
}

const randomText = () => encodeBase64Url(random(32))
