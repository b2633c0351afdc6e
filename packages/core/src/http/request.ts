import { FoyerError } from '@foyer/protocol'
import { delay } from '../wait/delay.ts'

/** Number of retries, and the statuses that cause them. @source spec 9.7 */
export const retries = {
  count: 3,
  /** Before the first retry, ms; doubles each time. */
  delayMs: 150,
  statuses: [403, 408, 413, 429, 500, 502, 503, 504],
  /** Longest accepted Retry-After, ms. */
  longestMs: 30_000,
} as const

export type RequestParameters = {
  url: string
  method?: 'GET' | 'POST'
  /** Sent as JSON. */
  body?: unknown
  signal?: AbortSignal | undefined
  /** For one try, ms. */
  timeoutMs: number
  /** Statuses to retry on. @default none */
  retryOn?: readonly number[]
  keepalive?: boolean
}

/**
 * Sends an HTTP request. Retries on the statuses of `retryOn`; each try has its own timeout.
 *
 * @returns The response with any status.
 * @throws FoyerError `request-timed-out`, `request-aborted`, `http-failed` (no answer at all)
 */
export async function request(parameters: RequestParameters): Promise<Response> {
  const { retryOn = [], signal } = parameters
  for (let attempt = 0; ; attempt++) {
    const response = await tryOnce(parameters)
    if (attempt >= retries.count || !retryOn.includes(response.status)) return response
    const waitMs = Math.max(
      readRetryAfterMs(response.headers.get('retry-after')) ?? 0,
      retries.delayMs * 2 ** attempt,
    )
    if (waitMs > retries.longestMs) return response
    await delay(waitMs, signal)
  }
}

async function tryOnce({
  body,
  keepalive = false,
  method = 'GET',
  signal,
  timeoutMs,
  url,
}: RequestParameters): Promise<Response> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method,
      keepalive,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    // The timeout covers the body: a server that stalls must not hang the caller.
    return new Response(nullBody(response.status) ? null : await response.arrayBuffer(), response)
  } catch (cause) {
    if (signal?.aborted) throw new FoyerError('request-aborted', { cause })
    if (timeout.aborted)
      throw new FoyerError('request-timed-out', { cause, details: `${timeoutMs} ms` })
    throw new FoyerError('http-failed', { cause })
  }
}

function nullBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304
}

/** Seconds, or a date. @source https://www.rfc-editor.org/rfc/rfc9110#section-10.2.3 */
function readRetryAfterMs(header: string | null): number | undefined {
  if (header === null || header === '') return undefined
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) && ms > 0 ? ms : undefined
}
