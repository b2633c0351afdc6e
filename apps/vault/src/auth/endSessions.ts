import type { BodyOf } from '@foyer/protocol'
import type { vaultEndSessions } from '@foyer/protocol/vault'
import { rememberUsed } from '@foyer/server'
import { used } from '../database/schema.ts'
import type { Services } from '../services.ts'

/** Longer than the life of any access token accepted here, including clock skew. */
const rememberMs = 900_000

/** The name under which an ended session is remembered. */
export const sessionKey = ({ sid, userId }: { userId: string; sid: string }) =>
  `session:${userId}:${sid}`

/** Refuses the access tokens of sessions that A ended, from now on: A can only remove access here. */
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
