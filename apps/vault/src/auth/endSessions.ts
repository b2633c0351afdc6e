import type { BodyOf, vaultEndSessions } from '@foyer/protocol'
import { rememberUsed } from '@foyer/server'
import { used } from '../database/schema.ts'
import type { Services } from '../services.ts'

/** Longer than any access token that is good here, with the clocks of both servers apart. */
const rememberMs = 900_000

/** Under this name an ended session is kept in mind. */
export const sessionKey = ({ sid, userId }: { userId: string; sid: string }) =>
  `session:${userId}:${sid}`

/** Refuses the access tokens of sessions that A ended, from now on: A can only take away here. */
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
