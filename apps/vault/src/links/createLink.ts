import { randomInt, randomUUID } from 'node:crypto'
import type { requester } from '@foyer/protocol/vault'
import { readBrowser, sha256 } from '@foyer/server'
import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import type { InferOutput } from 'valibot'
import { contactHmac } from '../contacts/bindContact.ts'
import { randomText } from '../contacts/contact.ts'
import { type LinkContext, type LinkKind, links } from '../database/schema.ts'
import { linkMail, type MailKind } from '../mail/linkMail.ts'
import type { Services } from '../services.ts'
import { placeOf } from './placeOf.ts'

/** Life of a link, in ms. @source security design 2.9 */
export const linkLifeMs = 1_200_000
/** Life of a freeze link, in ms: a week, since the mail may be read late. */
const freezeLifeMs = 604_800_000

/**
 * Creates a link and mails it. Only the mail contains the token; the database stores its hash.
 * @throws {@link HttpError} 429 `limit-exceeded` above the rate limit of mails to this address
 */
export async function createLink(
  services: Services,
  input: createLink.Parameters,
): Promise<createLink.Result> {
  const { hmacKey, limiter, limits, mailer, now, publicUrl, queries } = services
  const { before, email, jkt = '', kind, mail = kind, next, requester: from, userId } = input
  const nowMs = now()
  const hmac = contactHmac(hmacKey, email)
  // Anyone can request the link of a login: it uses up no other mail, and shows nothing of a user's.
  const counted = userId === undefined ? hmac : `${mail}:${userId}:${hmac}`
  if (kind !== 'freeze')
    for (const name of ['Per30s', 'PerHour', 'PerDay'] as const)
      await limiter.take({ key: `link:${name}:${counted}`, ...limits[`mailsOfEmail${name}`] })
  const token = randomText(32)
  const { number = String(randomInt(1_000_000)).padStart(6, '0') } = input
  const linkId = randomUUID()
  const expiresAt = nowMs + (kind === 'freeze' ? freezeLifeMs : linkLifeMs)
  const context: LinkContext = {
    origin: from?.origin ?? '',
    ...(mail === 'confirm' && { purpose: 'confirm' }),
    network: from ? placeOf(from.ip) : '',
    ...readBrowser(from?.userAgent ?? ''),
  }
  await queries.delete(links).where(lte(links.expiresAt, nowMs - freezeLifeMs))
  if (kind !== 'freeze') {
    // Expire older links of this device: they would approve a request that was abandoned. Links of logins have no user, and expire no user's links.
    const same = [eq(links.kind, kind), eq(links.contactHmac, hmac), eq(links.jkt, jkt)]
    const older = [...same, userId === undefined ? isNull(links.userId) : eq(links.userId, userId)]
    const open = and(...older, eq(links.state, 'pending'), gt(links.expiresAt, nowMs))
    await queries.update(links).set({ expiresAt: nowMs }).where(open)
  }
  await before?.()
  await queries.insert(links).values({
    tokenHash: sha256(token),
    linkId,
    kind,
    userId,
    contactHmac: hmac,
    jkt,
    context: JSON.stringify(context),
    number,
    ...next,
    createdAt: nowMs,
    expiresAt,
  })
  const url = `${publicUrl}/device#t=${token}`
  mailer.send(linkMail({ kind: mail, to: email, url, language: from?.language }))
  return { linkId, number, expiresAt }
}

export declare namespace createLink {
  type Parameters = {
    kind: LinkKind
    /** Kind of the mail. @default that of the link */
    mail?: MailKind
    email: string
    jkt?: string | undefined
    userId?: string | undefined
    requester?: InferOutput<typeof requester>
    /** The number that the login window shows already. @default a new one */
    number?: string
    /** Runs after the rate limit was checked, before the link is stored. */
    before?: () => Promise<unknown>
    /** The new address, for a change of contact. */
    next?: { nextHmac: string; nextKid: string; nextBlob: string }
  }
  type Result = { linkId: string; number: string; expiresAt: number }
}
