import type { ResponseOf } from '@foyer/protocol'
import { getProject } from '@foyer/protocol/api'
import { fetchLimited, HttpError } from '@foyer/server'
import * as v from 'valibot'

type Project = ResponseOf<typeof getProject>

/** Tells which projects may use the login, from the api. */
export type Projects = {
  /**
   * A known project that is not disabled.
   * @throws HttpError 401 `unauthorized` 'Unauthorized: invalid key'; 503 while the api does not answer
   */
  get(projectId: string): Promise<Project>
  /**
   * The project, when a page of this origin may log in there.
   *
   * @throws HttpError also 403 'Unauthorized: origin not allowed'
   * @source spec 5.15, 8.21
   */
  admit(projectId: string, origin: string): Promise<Project>
}

/** A change of a project counts after this long, in ms. */
const keepMs = 15_000
const maxKept = 5000
const callLimitMs = 5000
const maxAnswerBytes = 1024 * 1024

/** Makes a reader of projects from the api, cached for 15 s. Fails closed. @param url - base URL of the api */
export function createProjects({
  now,
  token,
  url,
}: {
  url: string
  token: string
  now: () => number
}): Projects {
  const kept = new Map<string, { until: number; project: Promise<Project | undefined> }>()
  const ask = async (projectId: string, origin: string | undefined) => {
    const target = new URL(
      getProject.path.replace('{projectId}', encodeURIComponent(projectId)),
      url,
    )
    if (origin !== undefined) target.searchParams.set('origin', origin)
    const response = await fetchLimited(target, {
      maxBytes: maxAnswerBytes,
      headers: { authorization: `Bearer ${token}` },
      redirect: 'error',
      signal: AbortSignal.timeout(callLimitMs),
    })
    const body: unknown = await response.json()
    if (response.ok) return v.parse(getProject.response, body)
    const code = (body as { error?: { field?: string } }).error
    // Without its field, a 404 means that the api accepts no service token at all.
    if (response.status === 404 && code?.field === 'projectId') return undefined
    throw new Error(`The api answered ${response.status}`)
  }
  const read = async (projectId: string, origin?: string) => {
    const key = `${projectId}\n${origin ?? ''}`
    let entry = kept.get(key)
    if (entry === undefined || entry.until <= now()) {
      if (kept.size >= maxKept) kept.clear()
      entry = { until: now() + keepMs, project: ask(projectId, origin) }
      kept.set(key, entry)
      const mine = entry
      entry.project.catch(() => {
        if (kept.get(key) === mine) kept.delete(key)
      })
    }
    const project = await entry.project.catch((cause: unknown) => {
      throw new HttpError(503, 'http-failed', 'The project can not be checked right now', {
        cause,
        retryAfterMs: 5000,
      })
    })
    if (project === undefined || project.isDisabled)
      throw new HttpError(401, 'unauthorized', 'Unauthorized: invalid key')
    return project
  }
  return {
    get: (projectId) => read(projectId),
    async admit(projectId, origin) {
      const project = await read(projectId, origin)
      if (project.isOriginAllowed !== true || !isExact(project, origin))
        throw new HttpError(403, 'unauthorized', 'Unauthorized: origin not allowed')
      return project
    },
  }
}

/**
 * Wildcards allow no login: anybody who controls one name under it would get the frame. A project under development
 * also allows this machine.
 * @source security 3.1
 */
function isExact({ allowedOrigins, isDevelopment }: Project, origin: string): boolean {
  if (allowedOrigins.includes(origin)) return true
  if (!isDevelopment) return false
  const { hostname } = new URL(origin)
  return /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(hostname)
}
