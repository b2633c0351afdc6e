import { getProject } from '@foyer/protocol/api'
import * as v from 'valibot'
import { setNewest } from '../setNewest.ts'

export type Verdict = 'allowed' | 'unknown' | 'disabled' | 'origin-not-allowed'

/** Returns whether a client of this project and origin may connect. Never rejects. */
export type ProjectRules = (asked: {
  projectId: string
  origin: string | undefined
}) => Promise<Verdict>

const ttlMs = 30_000
const timeoutMs = 3000
const maxEntries = 10_000

/**
 * Makes the rules from the api, which stores projects and their origins. Fails open: while the api is unreachable, cached
 * answers stay valid and unknown projects are admitted. The secrecy of topics does not depend on projects, and failing
 * closed would disconnect users in the middle of a payment.
 * @param token - the api's service token
 * @param onFailure - called when a request to the api failed
 */
export function createProjectRules({
  apiUrl,
  now = Date.now,
  onFailure,
  token,
}: createProjectRules.Options): ProjectRules {
  const known = new Map<string, { verdict: Verdict; until: number }>()
  const asking = new Map<string, Promise<Verdict>>()

  async function ask(projectId: string, origin: string | undefined): Promise<Verdict> {
    const path = getProject.path.replace('{projectId}', encodeURIComponent(projectId))
    const query = origin === undefined ? '' : `?${new URLSearchParams({ origin })}`
    const response = await fetch(`${apiUrl}${path}${query}`, {
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    if (response.status === 404) {
      // Only the api's own error body means "no such project": another server may also answer 404.
      const body = v.safeParse(notFound, await response.json())
      if (body.success) return 'unknown'
    }
    if (!response.ok) throw new Error(`The api answered ${response.status} to a project check`)
    const project = v.parse(getProject.response, await response.json())
    if (project.isDisabled) return 'disabled'
    return project.isOriginAllowed === false ? 'origin-not-allowed' : 'allowed'
  }

  return async ({ origin, projectId }) => {
    if (!/^[\w-]{1,128}$/.test(projectId)) return 'unknown'
    if (origin !== undefined && origin.length > 512) return 'origin-not-allowed'
    const key = `${projectId} ${origin ?? ''}`
    const entry = known.get(key)
    if (entry && entry.until > now()) return entry.verdict
    const running = asking.get(key)
    if (running) return running
    const asked = ask(projectId, origin)
      .then((verdict) => {
        setNewest(known, { key, value: { verdict, until: now() + ttlMs }, most: maxEntries })
        return verdict
      })
      .catch((error: unknown) => {
        onFailure(error)
        return known.get(key)?.verdict ?? 'allowed'
      })
      .finally(() => asking.delete(key))
    asking.set(key, asked)
    return asked
  }
}

export declare namespace createProjectRules {
  type Options = {
    apiUrl: string
    token: string
    onFailure: (error: unknown) => void
    /** @default Date.now */
    now?: () => number
  }
}

const notFound = v.object({
  error: v.object({ code: v.literal('resource-not-found'), field: v.literal('projectId') }),
})
