import { dayMs, isSame, sha256 } from '@foyer/server'
import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import { approvalLifeMs, storeApproval } from '../contacts/approvals.ts'
import { replaceContact, restoreContact } from '../contacts/replaceContact.ts'
import { type LinkContext, links, users } from '../database/schema.ts'
import type { Queries } from '../database/vaultDatabase.ts'
import type { Services } from '../services.ts'

type Link = typeof links.$inferSelect

/** The browser that opens the link, as identified by its request. */
export type Opener = Pick<LinkContext, 'browser' | 'os' | 'network'>

/** The view of a link on `/device`. Unknown and expired links look the same. */
export type LinkView =
  | { state: 'over' }
  | {
      state: 'open'
      /** `confirm`: a link of kind `device` for a device that is signed in. */
      kind: Link['kind'] | 'confirm'
      origin: string
      browser: string
      os: string
      network: string
      /** Seconds since the request. */
      startedS: number
      /** Opened from another browser or network than the request came from. */
      isElsewhere: boolean
    }

const contextOf = (link: Link) => JSON.parse(link.context) as LinkContext

function isElsewhere(link: Link, opener: Opener): boolean {
  // No user's request caused this link, so there is nothing to compare with.
  if (link.kind === 'freeze') return false
  const asked = contextOf(link)
  return (
    asked.network !== opener.network || asked.browser !== opener.browser || asked.os !== opener.os
  )
}

async function findOpen(queries: Queries, token: string, nowMs: number): Promise<Link | undefined> {
  const [link] = await queries
    .select()
    .from(links)
    .where(
      and(
        eq(links.tokenHash, sha256(token)),
        eq(links.state, 'pending'),
        gt(links.expiresAt, nowMs),
      ),
    )
  return link
}

/** Reads what the page shows of a link, without changing it. */
export async function viewLink(
  { now, queries }: Services,
  { token, opener }: { token: string; opener: Opener },
): Promise<LinkView> {
  const link = await findOpen(queries, token, now())
  if (link === undefined) return { state: 'over' }
  const { browser, network, origin, os, purpose } = contextOf(link)
  const startedS = Math.max(0, Math.round((now() - link.createdAt) / 1000))
  return {
    state: 'open',
    kind: purpose ?? link.kind,
    origin,
    browser,
    os,
    network,
    startedS,
    isElsewhere: isElsewhere(link, opener),
  }
}

/** Approves or denies a link, once. */
export async function decideLink(
  services: Services,
  {
    token,
    decision,
    digits,
    opener,
  }: { token: string; decision: 'approve' | 'deny'; digits: string | undefined; opener: Opener },
): Promise<'approved' | 'denied' | 'over' | 'digits-wrong'> {
  const { audit, now, queries } = services
  const nowMs = now()
  const link = await findOpen(queries, token, nowMs)
  if (link === undefined) return 'over'
  const { tokenHash } = link
  const isDenied = decision === 'deny'
  if (!isDenied && isElsewhere(link, opener) && !isSame(digits ?? '', link.number.slice(-2))) {
    const [now] = await queries
      .update(links)
      .set({ wrongDigits: sql`${links.wrongDigits} + 1` })
      .where(and(eq(links.tokenHash, tokenHash), eq(links.state, 'pending')))
      .returning()
    if (now && now.wrongDigits < services.limits.digitTries) return 'digits-wrong'
    await end(services, link, 'denied', nowMs)
    return 'over'
  }
  const isEnded = await end(services, link, isDenied ? 'denied' : 'approved', nowMs)
  if (!isEnded) return 'over'
  if (isDenied) await audit(queries, { kind: 'link-denied', linkId: link.linkId, link: link.kind })
  return isDenied ? 'denied' : 'approved'
}

/** Stores the decision in one transaction; only one of two concurrent calls succeeds. */
function end(
  services: Services,
  link: Link,
  state: 'approved' | 'denied',
  nowMs: number,
): Promise<boolean> {
  const { audit, outbox, queries } = services
  return queries.transaction(async (tx) => {
    // Checks expiry and wrong digits again: two clicks may have come in between.
    const ended = await tx
      .update(links)
      .set({ state })
      .where(
        and(
          eq(links.tokenHash, link.tokenHash),
          eq(links.state, 'pending'),
          gt(links.expiresAt, nowMs),
        ),
      )
      .returning()
    if (ended.length === 0) return false
    const { contactHmac, jkt, linkId } = link
    const userId = link.userId ?? undefined
    if (state === 'denied') {
      if (link.kind !== 'freeze')
        await outbox.add(tx, { kind: 'device-denied', linkId, userId, jkt })
      return true
    }
    if (link.kind === 'device') {
      const { createdAt } = link
      await storeApproval(tx, { contactHmac, jkt, createdAt, expiresAt: nowMs + approvalLifeMs })
      await outbox.add(tx, { kind: 'device-approved', linkId, jkt })
    } else if (userId !== undefined && link.kind === 'contact') {
      if (!(await replaceContact(tx, { ...link, userId }, nowMs))) return false
      await outbox.add(tx, { kind: 'contact-changed', linkId, userId, jkt })
    } else if (userId !== undefined && link.kind === 'restore') {
      if (!(await restoreContact(tx, { ...link, userId }))) return false
      await outbox.add(tx, { kind: 'contact-changed', linkId, userId, jkt })
    } else if (userId !== undefined && link.kind === 'freeze') {
      await freezeUsers(services, tx, { userId, nowMs })
    } else if (userId !== undefined) {
      await tx
        .update(users)
        .set({ unfreezeAt: nowMs + dayMs })
        .where(and(eq(users.userId, userId), isNotNull(users.frozenAt)))
      await outbox.add(tx, { kind: 'unfreezing', linkId, userId })
    }
    await audit(tx, { kind: 'link-approved', linkId, link: link.kind, userId })
    return true
  })
}

/**
 * Stops releases for a user, or for every user whose own contact this is. Idempotent. Further contacts do not count: whoever had a
 * browser of the wallet for a moment could freeze it for ever by one of theirs.
 */
export async function freezeUsers(
  { audit, outbox }: Services,
  tx: Queries,
  {
    userId,
    contactHmac,
    nowMs,
  }: { userId?: string | undefined; contactHmac?: string; nowMs: number },
): Promise<void> {
  const hmac = contactHmac ?? ''
  const who =
    userId === undefined
      ? or(
          eq(users.contactHmac, hmac),
          and(eq(users.previousHmac, hmac), gt(users.previousUntil, nowMs)),
        )
      : eq(users.userId, userId)
  const frozen = await tx
    .update(users)
    .set({ frozenAt: nowMs, unfreezeAt: null })
    .where(and(who, or(isNull(users.frozenAt), isNotNull(users.unfreezeAt))))
    .returning()
  for (const user of frozen) {
    await outbox.add(tx, { kind: 'frozen', userId: user.userId })
    await audit(tx, { kind: 'frozen', userId: user.userId })
  }
}

/**
 * Freezes the users of the address to which a denied link was sent, while the link is valid: the offer after "It wasn't
 * me".
 */
export async function freezeByLink(services: Services, token: string): Promise<void> {
  const { now, queries } = services
  const nowMs = now()
  const [link] = await queries
    .select()
    .from(links)
    .where(
      and(
        eq(links.tokenHash, sha256(token)),
        eq(links.state, 'denied'),
        gt(links.expiresAt, nowMs),
      ),
    )
  if (link === undefined) return
  const who = link.userId === null ? { contactHmac: link.contactHmac } : { userId: link.userId }
  await queries.transaction((tx) => freezeUsers(services, tx, { ...who, nowMs }))
}
