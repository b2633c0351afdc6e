import {
  type BodyOf,
  type Endpoint,
  type ErrorCode,
  errorBody,
  errors,
  FoyerError,
  type ResponseOf,
} from '@foyer/protocol'
import {
  custodyErrors,
  type DeviceV1,
  dpopNonceError,
  makeDpopProof,
} from '@foyer/protocol/custody'
import * as v from 'valibot'

/** A server that the worker calls: the login server (A) or the vault (B). */
export type StoreClient = {
  call<endpoint extends Endpoint>(
    endpoint: endpoint,
    body: BodyOf<endpoint>,
    options?: CallOptions,
  ): Promise<ResponseOf<endpoint>>
}

export type CallOptions = {
  accessToken?: string | undefined
  signal?: AbortSignal | undefined
  /** Time limit of the call, in ms. @default 15_000 */
  limitMs?: number | undefined
  /** Lets the request outlive the page (`fetch`'s `keepalive`). @default false */
  keepalive?: boolean | undefined
}

/** Time limit of one call, in ms. */
const callLimitMs = 15_000

/** A server's error answer. It is the `cause` of the `FoyerError` that a call throws. */
export class StoreAnswer extends Error {
  override readonly name = 'StoreAnswer'
  readonly code: string
  readonly status: number
  /** The server's error message. */
  readonly sentence: string
  constructor(code: string, status: number, sentence = '') {
    super(`${status} ${code}`)
    this.code = code
    this.status = status
    this.sentence = sentence
  }
}

/** Returns whether an error was caused by a server's answer with this code. */
export function isAnswer(error: unknown, code: keyof typeof custodyErrors): boolean {
  return (
    error instanceof FoyerError && error.cause instanceof StoreAnswer && error.cause.code === code
  )
}

async function readFailure(response: Response): Promise<StoreAnswer> {
  const body = v.safeParse(errorBody, await response.json().catch(() => undefined))
  if (!body.success) return new StoreAnswer('http-failed', response.status)
  const { code, message } = body.output.error
  return new StoreAnswer(code, response.status, message)
}

function codeOf(answer: StoreAnswer): ErrorCode {
  if (Object.hasOwn(custodyErrors, answer.code))
    return custodyErrors[answer.code as keyof typeof custodyErrors][1]
  return Object.hasOwn(errors, answer.code) ? (answer.code as ErrorCode) : 'http-failed'
}

/**
 * Makes a client of one server. Each call is a POST with a DPoP proof of this device's key. The server's nonce is kept
 * for later calls; a call that is refused for lack of it is retried once.
 *
 * @throws {@link FoyerError} (each call) `request-timed-out`, `request-aborted`, `http-failed`, and the codes of
 *   `custodyErrors`
 */
export function createStoreClient({
  baseUrl,
  device,
  fetch: send,
}: {
  /** Origin, such as `https://login.example`. */
  baseUrl: string
  device: DeviceV1
  fetch: typeof fetch
}): StoreClient {
  let nonce: string | undefined
  const attempt = async (
    url: string,
    body: Uint8Array<ArrayBuffer>,
    { accessToken, keepalive = false, limitMs = callLimitMs, signal }: CallOptions,
  ) => {
    const timeout = AbortSignal.timeout(limitMs)
    const proof = await makeDpopProof({
      method: 'POST',
      url,
      body,
      accessToken,
      key: device.pop,
      nonce,
    })
    const headers: Record<string, string> = { 'content-type': 'application/json', DPoP: proof }
    if (accessToken !== undefined) headers.authorization = `DPoP ${accessToken}`
    const response = await send(url, {
      method: 'POST',
      headers,
      body,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      ...(keepalive && { keepalive }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    nonce = response.headers.get('DPoP-Nonce') ?? nonce
    return response.ok ? { response } : { failure: await readFailure(response) }
  }
  return {
    async call(endpoint, body, options = {}) {
      const url = new URL(endpoint.path, baseUrl).href
      const bytes = new TextEncoder().encode(JSON.stringify(body))
      try {
        let { response, failure } = await attempt(url, bytes, options)
        if (failure?.code === dpopNonceError)
          ({ response, failure } = await attempt(url, bytes, options))
        if (failure)
          throw new FoyerError(codeOf(failure), {
            cause: failure,
            // The server's message names a wrong clock, the only cause that the user can fix.
            details: failure.code === 'proof-invalid' ? failure.sentence : endpoint.path,
          })
        const answer: unknown = await response?.json()
        return v.parse(endpoint.response as v.GenericSchema, answer) as ResponseOf<typeof endpoint>
      } catch (cause) {
        if (cause instanceof FoyerError) throw cause
        const isTimeout = cause instanceof DOMException && cause.name === 'TimeoutError'
        const code = options.signal?.aborted ? 'request-aborted' : 'http-failed'
        throw new FoyerError(isTimeout ? 'request-timed-out' : code, {
          cause,
          details: endpoint.path,
        })
      }
    },
  }
}
