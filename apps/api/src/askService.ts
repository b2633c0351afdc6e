import { readAnswer } from '@foyer/server'
import * as v from 'valibot'

/** An outside service answered with an error status. */
export class ServiceFailed extends Error {
  readonly status: number
  constructor(name: string, status: number) {
    super(`${name} answered ${status}`)
    this.status = status
  }
}

/**
 * Calls an outside service that the operator chose, and parses its JSON. Follows no redirect, and sends nothing of the
 * caller.
 * @throws {@link ServiceFailed} for an error status; another error for no answer, a longer one, or one of another shape
 */
export async function askService<const schema extends v.GenericSchema>({
  body,
  headers = {},
  name,
  schema,
  timeoutMs = 5000,
  url,
}: askService.Parameters<schema>): Promise<v.InferOutput<schema>> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Accept: 'application/json',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const text = await readAnswer(response, maxAnswerBytes)
  if (!response.ok) throw new ServiceFailed(name, response.status)
  return v.parse(schema, JSON.parse(text))
}

export declare namespace askService {
  type Parameters<schema> = {
    /** Sent as JSON by POST. @default a GET request */
    body?: unknown
    headers?: Readonly<Record<string, string>> | undefined
    /** For the error. */
    name: string
    schema: schema
    /** Time for the whole answer, in ms. @default 5 s */
    timeoutMs?: number | undefined
    url: string
  }
}

const maxAnswerBytes = 1_048_576
