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
  /** Continues when the user leaves the page. @default false */
  keepalive?: boolean | undefined
}

/** Time limit of one call, in ms. */
const callLimitMs = 15_000

/** Says, in `cause`, which code a server answered. */
export class StoreAnswer extends Error {
  override readonly name = 'StoreAnswer'
  readonly code: string
  readonly status: number
  /** The server's sentence. */
  readonly sentence: string
  constructor(code: string, status: number, sentence = '') {
    super(`${status} ${code}`)
    this.code = code
    this.status = status
    this.sentence = sentence
  }
}

/** Tells whether a failure is this answer of a store. */
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
 * Makes a client of one server. Each call is a POST with a proof of this device; the server's nonce is kept for the
 * next one, and a call that lacked it is made once more.
 *
 * @throws {@link FoyerError} (each call) `request-timed-out`, `request-aborted`, `http-failed`, and what `custodyErrors`
 *   names
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
    const late = AbortSignal.timeout(limitMs)
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
      signal: signal ? AbortSignal.any([signal, late]) : late,
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
            // Names a wrong clock, the only cause that the user can fix.
            details: failure.code === 'proof-invalid' ? failure.sentence : endpoint.path,
          })
        const answer: unknown = await response?.json()
        return v.parse(endpoint.response as v.GenericSchema, answer) as ResponseOf<typeof endpoint>
      } catch (cause) {
        if (cause instanceof FoyerError) throw cause
        const late = cause instanceof DOMException && cause.name === 'TimeoutError'
        const code = options.signal?.aborted ? 'request-aborted' : 'http-failed'
        throw new FoyerError(late ? 'request-timed-out' : code, { cause, details: endpoint.path })
      }
    },
  }
}
