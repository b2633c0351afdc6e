import type { BodyOf, Endpoint, PathNames, QueryOutput, ResponseOf } from '@foyer/protocol'
import { type Budget, HttpError } from '@foyer/server'
import * as v from 'valibot'
import type { ImageFile } from './images/imageFile.ts'
import type { Project } from './projects/projects.ts'
import type { Services } from './services.ts'

/** Who asks, after the door let them in. */
export type Asker = {
  readonly project: Project
  /** The page's origin; absent for images and for programs. */
  readonly origin: string | undefined
  /** Stands for one client where calls are counted. Never stored. */
  readonly client: string
  readonly sdkType: string | undefined
  readonly sdkVersion: string | undefined
  /** Where this server is for who asks, without a slash at the end. */
  readonly baseUrl: string
  readonly requestId: string
}

/** What a route gets before its schemas have looked at it. */
export type RawRequest = {
  readonly asker: Asker
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The body as it came; empty for GET. */
  readonly text: string
}

/** One call of the API: its shape and who answers it. */
export type Route = {
  readonly endpoint: Endpoint
  readonly options: RouteOptions
  handle(request: RawRequest, services: Services): Promise<Answer>
}

/** JSON to be, an image, or an answer that is already complete. */
export type Answer = ImageFile | Response | { readonly json: unknown }

export type RouteOptions = {
  /** @default 200 */
  readonly status?: 200 | 202
  /** What differs from the budget of a small answer. */
  readonly budget?: Partial<Budget>
  /** Whether any page may read the answer, listed or not. @default false */
  readonly isOpen?: boolean
  /** Whether the route reads the body's text itself. @default false */
  readonly takesText?: boolean
}

/** Ties a handler to the endpoint it answers: what it gets is parsed, what it gives is typed. */
export function defineRoute<const endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: (
    request: defineRoute.Request<endpoint>,
    services: Services,
  ) => Promise<defineRoute.Result<endpoint>>,
  options: RouteOptions = {},
): Route {
  return {
    endpoint,
    options,
    async handle(raw, services) {
      const result = await handle(
        {
          asker: raw.asker,
          text: raw.text,
          params: raw.params as Record<PathNames<endpoint['path']>, string>,
          query: parseInput(endpoint.query, raw.query) as QueryOutput<endpoint>,
          body: (endpoint.body && !options.takesText
            ? parseInput(endpoint.body, parseJson(raw.text))
            : undefined) as BodyOf<endpoint>,
        },
        services,
      )
      if (result instanceof Response) return result
      return endpoint.response === 'image' ? (result as ImageFile) : { json: result }
    },
  }
}

export declare namespace defineRoute {
  type Request<endpoint extends Endpoint> = {
    readonly asker: Asker
    readonly params: Readonly<Record<PathNames<endpoint['path']>, string>>
    readonly query: QueryOutput<endpoint>
    readonly body: BodyOf<endpoint>
    readonly text: string
  }
  type Result<endpoint extends Endpoint> =
    | Response
    | (endpoint['response'] extends 'image' ? ImageFile : ResponseOf<endpoint>)
}

/** @throws {@link HttpError} 400 that names the field */
export function parseInput<const schema extends v.GenericSchema>(
  schema: schema,
  input: unknown,
): v.InferOutput<schema> {
  const parsed = v.safeParse(schema, input, { abortEarly: true })
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const field = v.getDotPath(issue) ?? undefined
  throw new HttpError(400, 'params-invalid', field ? `${field}: ${issue.message}` : issue.message, {
    field,
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpError(400, 'parse-failed', 'The body is not valid JSON')
  }
}
