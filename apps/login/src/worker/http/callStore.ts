import {
  type BodyOf,
  custodyErrors,
  type DeviceV1,
  dpopNonceError,
  type Endpoint,
  type ErrorCode,
  errorBody,
  errors,
  FoyerError,
  makeDpopProof,
  type ResponseOf,
} from '@foyer/protocol'
import * as v from 'valibot'

/** A server that the worker calls: the login server (A) or the vault (B). */
export type StoreClient = {
  call<endpoint extends Endpoint>(
    endpoint: endpoint,
    body: BodyOf<endpoint>,
    options?: { accessToken?: string },
  ): Promise<ResponseOf<endpoint>>
}

/** How long one call may take, in ms. */
const callLimitMs = 15_000

/** Says, in `cause`, which code a server answered. */
export class StoreAnswer extends Error {
  override readonly name = 'StoreAnswer'
  readonly code: string
  readonly status: number
  constructor(code: string, status: number) {
    super(`${status} ${code}`)
    this.code = code
    this.status = status
  }
}

/** Whether a failure is this answer of a store. */
export function isAnswer(error: unknown, code: keyof typeof custodyErrors): boolean {
  return (
    error instanceof FoyerError && error.cause instanceof StoreAnswer && error.cause.code === code
  )
}

async function readFailure(response: Response): Promise<StoreAnswer> {
  const body = v.safeParse(errorBody, await response.json().catch(() => undefined))
  return new StoreAnswer(body.success ? body.output.error.code : 'http-failed', response.status)
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
 * @throws {@link FoyerError} (each call) `request-timed-out`, `http-failed`, and what `custodyErrors` names
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
  const attempt = async (url: string, body: Uint8Array<ArrayBuffer>, accessToken?: string) => {
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
      signal: AbortSignal.timeout(callLimitMs),
    })
    nonce = response.headers.get('DPoP-Nonce') ?? nonce
    return response.ok ? { response } : { failure: await readFailure(response) }
  }
  return {
    async call(endpoint, body, { accessToken } = {}) {
      const url = new URL(endpoint.path, baseUrl).href
      const bytes = new TextEncoder().encode(JSON.stringify(body))
      try {
        let { response, failure } = await attempt(url, bytes, accessToken)
        if (failure?.code === dpopNonceError)
          ({ response, failure } = await attempt(url, bytes, accessToken))
        if (failure)
          throw new FoyerError(codeOf(failure), { cause: failure, details: endpoint.path })
        const answer: unknown = await response?.json()
        return v.parse(endpoint.response as v.GenericSchema, answer) as ResponseOf<typeof endpoint>
      } catch (cause) {
        if (cause instanceof FoyerError) throw cause
        const late = cause instanceof DOMException && cause.name === 'TimeoutError'
        throw new FoyerError(late ? 'request-timed-out' : 'http-failed', {
          cause,
          details: endpoint.path,
        })
      }
    },
  }
}
