import { commonQuery } from '@foyer/protocol'
import {
  type Call,
  type Door,
  HttpError,
  isSame,
  lightBudget,
  networkOf,
  parseInput,
  requesterAddress,
  sha256,
} from '@foyer/server'
import * as v from 'valibot'
import type { Limits } from './limits.ts'
import { operatorClient } from './operatorClient.ts'
import { isOriginAllowed } from './projects/originRule.ts'
import type { Project } from './projects/projects.ts'
import type { Services } from './services.ts'

/** An authenticated caller: a page or a program of a project. */
export type Caller = {
  readonly project: Project
  /** The page's origin; absent for images and for programs. */
  readonly origin: string | undefined
  /** Identifies one client for rate limits: a hash, so that no address is stored. */
  readonly client: string
  /** IP address, for services that ask for it; never stored. `unknown` if it is not known. */
  readonly ip: string
  readonly sdkType: string | undefined
  readonly sdkVersion: string | undefined
  /** Base URL of this server as the caller reaches it, without a trailing slash. */
  readonly baseUrl: string
  /** ETag of the image that the browser has cached. */
  readonly ifNoneMatch: string | undefined
}

/** Returns the client id of callers from an address, as in {@link Caller}. */
export const clientOfAddress = (address: string) => sha256(networkOf(address))

/**
 * Counts a client's call over all routes. While the shared counter fails, each process counts alone, so that what is public stays
 * available; a route that spends the operator's money or stores something counts its own calls, and refuses them then.
 *
 * @throws HttpError 429 `limit-exceeded`
 */
export async function takeCall(
  { limiter, limits, log }: Pick<Services, 'limiter' | 'limits' | 'log'>,
  client: string,
): Promise<void> {
  try {
    await limiter.take({ key: `call:${client}`, ...limits.callsPerMinute })
  } catch (error) {
    if (error instanceof HttpError) throw error
    log.warn({ error }, 'calls are counted in this process only')
  }
}

const light = (limits: Limits) => ({
  ...lightBudget(limits),
  callsPerMinute: limits.callsPerMinute.limit,
})

/**
 * Makes a door that requires a known project and, for a page, a listed origin.
 * @param isOpen - whether pages of unlisted origins may read the answer as well
 */
const doorOfProjects = (isOpen: boolean): Door<Services, Caller> => ({
  async admit(c, services) {
    const address = requesterAddress(c, services.trustedProxies)
    const client = operatorClient(c, services) ?? clientOfAddress(address)
    const origin = c.req.header('Origin')
    c.header('Vary', 'Origin')
    c.header('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After, ETag')
    if (isOpen) c.header('Access-Control-Allow-Origin', '*')
    await takeCall(services, client)
    const project = await readProject(c, services, isOpen)
    const { st, sv } = parseInput(commonQuery, c.req.query())
    const baseUrl = services.publicUrl ?? new URL(c.req.url).origin
    const ifNoneMatch = c.req.header('If-None-Match')
    return {
      project,
      origin,
      client,
      ip: address,
      sdkType: st,
      sdkVersion: sv,
      baseUrl,
      ifNoneMatch,
    }
  },
  budget: (limits) => ({
    ...light(limits),
    finer: [`${limits.callsPerMinute.limit} a minute of one client over all routes`],
  }),
  preflight: {
    headers: 'Content-Type, X-Request-Id',
    budget: light,
    async admit(c, services) {
      c.header('Vary', 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers')
      await takeCall(services, clientOfAddress(requesterAddress(c, services.trustedProxies)))
      // Without a project the preflight succeeds and the call itself is refused, so that its page can read the error.
      await readProject(c, services, isOpen).catch((error: unknown) => {
        if (!(error instanceof HttpError) || error.status !== 401) throw error
        c.header('Access-Control-Allow-Origin', '*')
      })
    },
  },
})

/** For callers of a project. */
export const ofProject = doorOfProjects(false)
/** For callers of a project; pages of unlisted origins may read the answer as well. */
export const ofAnyPage = doorOfProjects(true)

/** For the operator's other servers, which send the service token instead of a project's id; no page may read it. */
export const ofOperator: Door<Services, undefined> = {
  async admit(c, { serviceToken }) {
    if (serviceToken === undefined)
      throw new HttpError(404, 'resource-not-found', 'There is nothing at this path')
    if (!isSame(c.req.header('Authorization') ?? '', `Bearer ${serviceToken}`))
      throw new HttpError(403, 'unauthorized', 'This is for other servers of the operator')
    return undefined
  },
  budget: (limits) => ({
    ...lightBudget(limits),
    callsPerMinute: limits.serviceCallsPerMinute.limit,
    atOnceOfAddress: limits.lightAtOnce,
  }),
}

/** Requires a known project and a listed origin. @throws {@link HttpError} 401 and 403 with the messages of spec 8.21 */
async function readProject(c: Call, services: Services, isOpen: boolean): Promise<Project> {
  const id = v.safeParse(commonQuery.entries.projectId, c.req.query('projectId'))
  const project = id.success ? await services.getProject(id.output) : undefined
  if (project === undefined) {
    throw new HttpError(401, 'unauthorized', 'Unauthorized: invalid key', { field: 'projectId' })
  }
  const origin = c.req.header('Origin')
  // Programs and images send no `Origin`, and could forge one: only rate limits protect the operator there.
  const isListed = origin === undefined || isOriginAllowed(origin, project)
  if (!isListed && !isOpen) {
    throw new HttpError(403, 'unauthorized', 'Unauthorized: origin not allowed')
  }
  if (origin !== undefined && isListed) c.header('Access-Control-Allow-Origin', origin)
  if (project.isDisabled) {
    throw new HttpError(403, 'unauthorized', 'Unauthorized: project disabled')
  }
  return project
}
