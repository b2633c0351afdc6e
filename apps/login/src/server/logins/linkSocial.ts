import type { ResponseOf } from '@foyer/protocol'
import type { loginSocialEnd } from '@foyer/protocol/login'
import type { SocialProfile } from '@foyer/protocol/social'
import { HttpError } from '@foyer/server'
import { eq } from 'drizzle-orm'
import { stepUpLifeMs } from '../account/stepUp.ts'
import { sessions } from '../database/schema.ts'
import type { Services } from '../services.ts'
import { requireSession, type Session } from '../tokens/sessions.ts'
import { addLogin } from './addLogin.ts'
import { findLogin } from './findLogin.ts'

type Answer = ResponseOf<typeof loginSocialEnd>
type Proved = { profile: SocialProfile; provider: string }

/** The session that began a login at a provider, which must not be another user's by now. @throws HttpError 401 `unauthorized` */
export async function requireSessionOf(
  services: Services,
  { jkt, userId }: { jkt: string; userId: string | null },
): Promise<Session> {
  const session = await requireSession(services, jkt)
  if (session.userId === userId) return session
  throw new HttpError(401, 'unauthorized', 'Another user is logged in by now')
}

/** Adds the login to the account. */
export const link = (
  services: Services,
  session: Session,
  { profile: { subject, ...rest }, provider }: Proved,
): Promise<Answer> => addLogin(services, session, { ...rest, provider, subjects: [subject] })

/** A login that the account has proves the user again. */
export async function stepUpBySocial(
  { audit, now, queries }: Services,
  { sid, userId }: Session,
  { profile: { subject }, provider }: Proved,
): Promise<Answer> {
  const known = await findLogin(queries, { provider, subjects: [subject] })
  const nowMs = now()
  if (known?.userId !== userId) return { action: 'REFUSED', reason: 'other' }
  if (known.heldUntil !== null && known.heldUntil > nowMs)
    return { action: 'FAILED', reason: 'held' }
  const until = nowMs + stepUpLifeMs
  await queries.transaction(async (tx) => {
    await tx.update(sessions).set({ steppedUpUntil: until }).where(eq(sessions.sid, sid))
    await audit(tx, { kind: 'stepped-up', userId, sid, provider })
  })
  return { action: 'STEPPED_UP', until }
}
