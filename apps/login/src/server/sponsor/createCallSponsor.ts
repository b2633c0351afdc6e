import {
  type BodyOf,
  type Endpoint,
  type ErrorCode,
  errorBody,
  type ResponseOf,
} from '@foyer/protocol'
import { HttpError, readAnswer } from '@foyer/server'
import * as v from 'valibot'

/** Calls the operator's sponsor. @throws HttpError its refusals; 503 `http-failed` when it does not answer */
export type CallSponsor = <endpoint extends Endpoint>(
  endpoint: endpoint,
  body: BodyOf<endpoint>,
) => Promise<ResponseOf<endpoint>>

/** A batch waits for its block. */
const callLimitMs = 50_000
const maxAnswerBytes = 65_536

export const createCallSponsor =
  ({ token, url }: { token: string; url: string }): CallSponsor =>
  async ({ method, path, response: schema }, body) => {
    try {
      const response = await fetch(new URL(path, url), {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(callLimitMs),
      })
      const answer: unknown = JSON.parse(await readAnswer(response, maxAnswerBytes))
      if (response.ok) return v.parse(schema as v.GenericSchema, answer) as never
      const refusal = v.safeParse(errorBody, answer)
      if (!refusal.success || !passedOn.has(response.status))
        throw new Error(`The sponsor answered ${response.status}`)
      const { code, message } = refusal.output.error
      throw new HttpError(response.status, code as ErrorCode, message)
    } catch (cause) {
      if (cause instanceof HttpError) throw cause
      throw new HttpError(503, 'http-failed', 'The sponsor does not answer', {
        cause,
        retryAfterMs: 5000,
      })
    }
  }

/** A refusal that the user's wallet may see: the policy, another batch with this number, a budget. */
const passedOn: ReadonlySet<number> = new Set([403, 409, 429])
