import * as v from 'valibot'

type Schema = v.BaseSchema<unknown, unknown, v.BaseIssue<unknown>>

/** Describes one HTTP call: the api implements it, core calls it, the OpenAPI document lists it. */
export type Endpoint<
  path extends string = string,
  query extends Schema = Schema,
  body extends Schema | undefined = Schema | undefined,
  response extends Schema | 'image' = Schema | 'image',
> = {
  readonly method: 'GET' | 'POST'
  /** `{name}` marks a path parameter. */
  readonly path: path
  /** One sentence for the OpenAPI document. */
  readonly summary: string
  /** In addition to `projectId`, `st` and `sv`, which every call has. */
  readonly query: query
  readonly body: body
  readonly response: response
}

/** The path parameters: `'address'` of `/v1/account/{address}/balance`. */
export type PathNames<path extends string> = path extends `${string}{${infer name}}${infer rest}`
  ? name | PathNames<rest>
  : never

export type QueryInput<endpoint extends Endpoint> = v.InferInput<endpoint['query']>
export type QueryOutput<endpoint extends Endpoint> = v.InferOutput<endpoint['query']>
export type BodyOf<endpoint extends Endpoint> = endpoint['body'] extends Schema
  ? v.InferOutput<endpoint['body']>
  : undefined
export type ResponseOf<endpoint extends Endpoint> = endpoint['response'] extends Schema
  ? v.InferOutput<endpoint['response']>
  : Blob

export function defineEndpoint<
  const path extends string,
  query extends Schema,
  response extends Schema | 'image',
  body extends Schema | undefined = undefined,
>(endpoint: {
  method: 'GET' | 'POST'
  path: path
  summary: string
  query: query
  body?: body
  response: response
}): Endpoint<path, query, body, response> {
  return { ...endpoint, body: endpoint.body as body }
}

/** Query parameters of every call: the project and the SDK. @source spec 7.20 */
export const commonQuery = v.object({
  projectId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  /** Sdk type. */
  st: v.optional(v.pipe(v.string(), v.maxLength(64))),
  /** Sdk version: `<framework>-<adapters>-<version>`. */
  sv: v.optional(v.pipe(v.string(), v.maxLength(128))),
})

/** A whole number in a query, as text or number. */
export const integer = (min: number, max: number) =>
  v.pipe(
    v.union([v.string(), v.number()]),
    v.transform(Number),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  )

/** A comma-separated list in a query, as text or array. */
export const list = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => (typeof value === 'string' ? value.split(',') : value)),
  v.transform((items) => items.map((item) => item.trim()).filter((item) => item !== '')),
)

/** The error body of every Foyer server. */
export const errorBody = v.object({
  error: v.object({
    code: v.string(),
    message: v.string(),
    /** The parameter that is wrong. */
    field: v.optional(v.string()),
    requestId: v.optional(v.string()),
  }),
})
export type ErrorBody = v.InferOutput<typeof errorBody>
