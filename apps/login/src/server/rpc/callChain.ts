import { postRpc } from '@foyer/protocol/api'
import { HttpError, readAnswer, rebuildJson } from '@foyer/server'

/** One call of a chain, or a batch, as JSON text in and out: no number of an answer loses a digit. */
export type CallChain = (call: {
  chainId: string
  projectId: string
  /** Whom the api counts it for. */
  client: string
  request: unknown
  signal: AbortSignal
}) => Promise<string>

/** @source security 4.7 */
const maxAnswerBytes = 5_242_880
const callLimitMs = 20_000

/** Forwards to the api, with the operator's service token and no header of the caller's. */
export function createCallChain({ token, url }: { url: string; token: string }): CallChain {
  return async ({ chainId, client, projectId, request, signal }) => {
    const target = new URL(postRpc.path, url)
    target.search = String(new URLSearchParams({ chainId, projectId, st: 'login', sv: 'login' }))
    try {
      const response = await fetch(target, {
        method: 'POST',
        body: JSON.stringify(request),
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${token}`,
          'foyer-client': client,
        },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(callLimitMs)]),
      })
      const text = await readAnswer(response, maxAnswerBytes)
      if (response.ok) {
        JSON.parse(text)
        const built = rebuildJson(text)
        if (built === undefined) throw new Error('The answer is nested too deep')
        return built
      }
      const code = (JSON.parse(text) as { error?: { code?: string } }).error?.code
      if (code === 'chain-unsupported')
        throw new HttpError(400, 'chain-unsupported', 'Unsupported chain', { field: 'chainId' })
      if (response.status === 429)
        throw new HttpError(429, 'limit-exceeded', 'Too many requests', { retryAfterMs: 1000 })
      throw new Error(`The api answered ${response.status}`)
    } catch (cause) {
      if (cause instanceof HttpError) throw cause
      if (cause instanceof DOMException && cause.name === 'TimeoutError')
        throw new HttpError(504, 'request-timed-out', 'The chain did not answer in time', { cause })
      throw new HttpError(502, 'rpc-failed', 'The chain can not be asked right now', { cause })
    }
  }
}
