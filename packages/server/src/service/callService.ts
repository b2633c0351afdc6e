import {
  type BodyOf,
  type Endpoint,
  type ErrorCode,
  errorBody,
  type ResponseOf,
} from '@foyer/protocol'
import { signServiceCall } from '@foyer/protocol/vault'
import * as v from 'valibot'
import { fetchLimited } from '../http/fetchLimited.ts'
import { HttpError } from '../http/httpError.ts'

/** Longest answer: neither server is trusted with the other's memory. */
const maxAnswerBytes = 1024 * 1024

/** Calls the other server of the pair login server (A) and vault (B). */
export type CallService = <endpoint extends Endpoint>(
  endpoint: endpoint,
  body: BodyOf<endpoint>,
  options?: { signal?: AbortSignal },
) => Promise<ResponseOf<endpoint>>

/**
 * Makes a client for signed calls from the login server (A) to the vault (B), or back.
 * @param baseUrl - internal URL of the other server
 * @param fingerprints - fingerprints of the caller's own keys
 * @param timeoutMs - time limit of one call. @default 5000
 * @throws {@link HttpError} (each call) the other server's error with its status, code and message; 503 `http-failed` when
 *   it does not answer, or its answer is malformed or too long
 */
export function createServiceCaller({
  baseUrl,
  fingerprints,
  from,
  now = Date.now,
  secret,
  timeoutMs = 5000,
}: createServiceCaller.Options): CallService {
  return async ({ method, path, response: schema }, input, { signal } = {}) => {
    const body = new TextEncoder().encode(JSON.stringify(input ?? {}))
    const headers = await signServiceCall({
      from,
      method,
      path,
      body,
      secret,
      fingerprints,
      nowMs: now(),
    })
    const limits = [AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]
    let response: Response
    try {
      response = await fetchLimited(new URL(path, baseUrl), {
        maxBytes: maxAnswerBytes,
        method,
        body,
        headers: { ...headers, 'content-type': 'application/json' },
        redirect: 'error',
        signal: AbortSignal.any(limits),
      })
    } catch (cause) {
      signal?.throwIfAborted()
      throw unreachable(path, cause)
    }
    const answer: unknown = await response.json().catch(() => undefined)
    if (!response.ok) {
      const refusal = v.safeParse(errorBody, answer)
      const { code = 'http-failed', message = `The other server answered ${response.status}` } =
        refusal.success ? refusal.output.error : {}
      throw new HttpError(response.status, code as ErrorCode, message)
    }
    const parsed = v.safeParse(schema as v.GenericSchema, answer)
    if (!parsed.success) throw unreachable(path, parsed.issues[0].message)
    return parsed.output as never
  }
}

export declare namespace createServiceCaller {
  type Options = {
    from: 'A' | 'B'
    baseUrl: string
    secret: string
    fingerprints: readonly string[]
    timeoutMs?: number
    now?: (() => number) | undefined
  }
}

const unreachable = (path: string, cause: unknown) =>
  new HttpError(503, 'http-failed', `The other server does not answer as agreed at ${path}`, {
    cause,
    retryAfterMs: 5000,
  })
