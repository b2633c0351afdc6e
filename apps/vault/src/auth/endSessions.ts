import type { BodyOf } from '@foyer/protocol'
import type { vaultEndSessions } from '@foyer/protocol/vault'
import { rememberUsed } from '@foyer/server/database'
import { used } from '../database/schema.ts'
import type { Services } from '../services.ts'

/** Time for which an ended session is remembered, in ms: longer than any accepted access token lives, with clock skew. */
const rememberMs = 900_000

/** Returns the key under which an ended session is remembered. */
export const sessionKey = ({ sid, userId }: { userId: string; sid: string }) =>
  `session:${userId}:${sid}`

/** Revokes the access tokens of sessions that A has ended. A can only remove access by this. */
export async function endSessions(
  { now, queries }: Services,
  { sids, userId }: BodyOf<typeof vaultEndSessions>,
): Promise<void> {
  for (const sid of sids)
    await rememberUsed(queries, used, {
      key: sessionKey({ userId, sid }),
      until: now() + rememberMs,
    })
}
