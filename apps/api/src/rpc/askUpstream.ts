import { readAnswer, TooLong } from '@foyer/server'

/** JSON as text, and parsed: numbers above 2⁵³ are exact in the text only. */
export type JsonText = { readonly text: string; readonly json: unknown }

/** Result of one request to an upstream. */
export type Outcome =
  | { readonly kind: 'answered'; readonly answer: JsonText }
  | {
      readonly kind: 'failed'
      /** Rule 9.7 allows a retry. */
      readonly isRetryable: boolean
      /** It may have had an effect in spite of the failure. */
      readonly isUncertain: boolean
      readonly retryAfterMs: number | undefined
      /** For metrics and logs: a status or the name of an error. */
      readonly reason: string
      /** The response body, if it is JSON despite the failure. */
      readonly text: string | undefined
    }

/** @source spec 9.7 */
const retryableStatuses: ReadonlySet<number> = new Set([403, 408, 413, 429, 500, 502, 503, 504])
/** HTTP statuses that mean that the upstream did not accept the request. */
const refusals: ReadonlySet<number> = new Set([400, 401, 403, 404, 408, 413, 429])
/** The request was never sent. */
const neverConnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** @source security.md 4.7 */
export const maxAnswerBytes = 5 * 1024 * 1024

/**
 * Sends a JSON-RPC body to one upstream, without any header of the caller; does not follow redirects.
 * @param timeoutMs - time limit for the whole response, in ms
 */
export async function askUpstream({
  body,
  timeoutMs,
  url,
}: {
  body: string
  timeoutMs: number
  url: string
}): Promise<Outcome> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await readAnswer(response, maxAnswerBytes)
    const answer = parseText(text)
    if (response.ok && answer) return { kind: 'answered', answer }
    return {
      kind: 'failed',
      isRetryable: response.ok || retryableStatuses.has(response.status),
      isUncertain: !refusals.has(response.status),
      retryAfterMs: parseRetryAfter(response.headers.get('Retry-After')),
      reason: response.ok ? 'not-json' : String(response.status),
      text: answer?.text,
    }
  } catch (error) {
    const reason = nameOf(error)
    return {
      kind: 'failed',
      isRetryable: reason !== 'too-long',
      isUncertain: !neverConnected.has(reason),
      retryAfterMs: undefined,
      reason,
      text: undefined,
    }
  }
}

function parseText(text: string): JsonText | undefined {
  try {
    return { text, json: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** Seconds or a date. @source https://www.rfc-editor.org/rfc/rfc9110#name-retry-after */
function parseRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

/** `fetch` nests the cause one or two levels deep. */
function nameOf(error: unknown): string {
  if (error instanceof TooLong) return 'too-long'
  const { cause, code, name } = error as { cause?: unknown; code?: unknown; name?: unknown }
  if (cause !== undefined) return nameOf(cause)
  return typeof code === 'string' ? code : String(name)
}
