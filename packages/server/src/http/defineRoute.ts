import type { BodyOf, Endpoint, PathNames, QueryOutput, ResponseOf } from '@foyer/protocol'
import type * as v from 'valibot'
import type { Budget, Budgets } from './budget.ts'
import type { Call } from './call.ts'
import { parseBody } from './readBody.ts'

type Bytes = Uint8Array<ArrayBuffer>
/** Base type of a server's services: budgets are computed from their limits. */
type Parts = { readonly limits: unknown }

/** Authentication of a group of routes, with their default budget and CORS. */
export type Door<services extends Parts, caller> = {
  /**
   * Authenticates a call.
   * @param readBody - reads the body, once; a call that is refused earlier is not read
   * @returns the authenticated caller, for the handlers
   * @throws HttpError
   */
  admit(c: Call, services: services, readBody: () => Promise<Bytes>): Promise<caller>
  /** The default budget of its routes. */
  budget(limits: services['limits']): Budget
  /** CORS preflights for pages of other origins. @default none: other origins may not call */
  readonly preflight?: {
    /** The request headers that a page may send. */
    readonly headers: string
    readonly budget: (limits: services['limits']) => Budget
    /** Authorizes the calling page. @throws HttpError for a page that may not call */
    admit(c: Call, services: services): Promise<void>
  }
}

/** The parsed request that a handler receives, by the schemas of its endpoint. */
export type RouteRequest<endpoint extends Endpoint, caller, body = BodyOf<endpoint>> = {
  readonly body: body
  readonly caller: caller
  readonly params: Readonly<Record<PathNames<endpoint['path']>, string>>
  readonly query: QueryOutput<endpoint>
}

/** A complete answer, or a value to be sent as JSON. */
type Answer<endpoint extends Endpoint> =
  | Response
  | (endpoint['response'] extends 'image' ? never : ResponseOf<endpoint>)

export type RouteOptions<services extends Parts, body> = {
  /** The status of a JSON answer. @default 200 */
  readonly status?: 200 | 202
  /** Overrides parts of the door's budget; `finer` is appended. @default the door's budget */
  readonly budget?: (limits: services['limits']) => Partial<Budget>
  /** Parses the body. @default {@link parseBody} with the endpoint's schema */
  readonly parse?: (bytes: Bytes) => body
}

/** One route of a server. */
export type Route<services extends Parts> = {
  readonly endpoint: Endpoint
  readonly door: Door<services, unknown>
  readonly options: RouteOptions<services, unknown>
  handle(request: RouteRequest<Endpoint, never, never>, services: services): Promise<unknown>
}

/**
 * Defines a route: an endpoint, the door that authenticates its callers, and its handler.
 * @example defineRoute(getWallets, ofProject, async ({ query }, { directory }) => …)
 */
export function defineRoute<
  const endpoint extends Endpoint,
  services extends Parts,
  caller,
  body = BodyOf<endpoint>,
>(
  endpoint: endpoint,
  door: Door<services, caller>,
  handle: (
    request: RouteRequest<endpoint, caller, body>,
    services: services,
  ) => Promise<Answer<endpoint>>,
  options: RouteOptions<services, body> = {},
): Route<services> {
  return { endpoint, door, options, handle: handle as never }
}

/** Parses the body of a call to this route. @throws HttpError 400 */
export const readRouteBody = ({ endpoint, options }: Route<never>, bytes: Bytes): never =>
  (options.parse?.(bytes) ?? parseBody(endpoint.body as v.GenericSchema, bytes)) as never

/** Returns an endpoint's paths in the router's syntax: with and without a trailing slash. */
export function routerPaths({ path }: Endpoint): string[] {
  const written = path.replace(/\{(\w+)\}/g, ':$1')
  return written.endsWith('/') ? [written, written.slice(0, -1)] : [written]
}

/** Collects the budgets of routes and of their preflights. */
export function routeBudgets<services extends Parts>(
  routes: readonly Route<services>[],
  limits: services['limits'],
): Budgets {
  const found = new Map<string, Budget>()
  for (const { door, endpoint, options } of routes) {
    const [base, own] = [door.budget(limits), options.budget?.(limits) ?? {}]
    const finer = [...(own.finer ?? []), ...(base.finer ?? [])]
    for (const path of routerPaths(endpoint)) {
      found.set(`${endpoint.method} ${path}`, { ...base, ...own, finer })
      if (door.preflight) found.set(`OPTIONS ${path}`, door.preflight.budget(limits))
    }
  }
  return found
}
