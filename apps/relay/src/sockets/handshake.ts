import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type VerifiedJwt, verifyRelayJwt } from '../auth/verifyRelayJwt.ts'
import type { ProjectRules } from '../projects/projectRules.ts'
import { setNewest } from '../setNewest.ts'

/** Result of a handshake: an admitted client, or a refusal with HTTP status and close reason. */
export type Judged =
  | { readonly clientId: string }
  | { readonly status: 401 | 403; readonly reason: string; readonly wantsClose: boolean }

const maxCached = 20_000

/** Makes the check of connecting clients: first the JWT, then project and origin. */
export function createHandshake({
  audiences,
  now,
  projects,
}: {
  audiences: readonly string[] | undefined
  now: () => number
  projects: ProjectRules | undefined
}) {
  /** Verified tokens by hash, since a reconnecting client sends the same one. */
  const verified = new Map<string, VerifiedJwt>()

  function verify(jwt: string): VerifiedJwt | { problem: string } {
    const at = now()
    const key = createHash('sha256').update(jwt).digest('base64')
    const known = verified.get(key)
    if (known && known.expiresAt > at) return known
    const result = verifyRelayJwt(jwt, { audiences, now: at })
    if ('problem' in result) return result
    setNewest(verified, { key, value: result, most: maxCached })
    return result
  }

  return async (request: IncomingMessage): Promise<Judged> => {
    const query = readQuery(request)
    const wantsClose = query.get('useOnCloseEvent') === 'true'
    const bearer = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const jwt = query.get('auth') ?? bearer
    const result = jwt ? verify(jwt) : { problem: 'auth is missing' }
    if ('problem' in result) {
      return { status: 401, reason: `JWT validation error: ${result.problem}`, wantsClose }
    }
    const verdict = await projects?.({
      projectId: query.get('projectId') ?? '',
      origin: request.headers.origin,
    })
    if (verdict === undefined || verdict === 'allowed') return { clientId: result.clientId }
    return verdict === 'unknown'
      ? { status: 401, reason: 'Unauthorized: invalid key', wantsClose }
      : { status: 403, reason: refusals[verdict], wantsClose }
  }
}

/** Close reasons that clients recognize. @source spec 8.21 */
const refusals = {
  disabled: 'Unauthorized: invalid key',
  'origin-not-allowed': 'Unauthorized: origin not allowed',
}

function readQuery({ url = '' }: IncomingMessage): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
}
