import {
  type BodyOf,
  type Endpoint,
  errorBody,
  FoyerError,
  type PathNames,
  type QueryInput,
  type ResponseOf,
} from '@foyer/protocol'
import * as v from 'valibot'
import { alertMessage } from '../alerts/alert.ts'
import type { Foyer } from '../foyer.ts'
import { apiAddress } from './apiAddress.ts'
import { request, retries } from './request.ts'

export type CallParameters<endpoint extends Endpoint> = {
  /** Fills the names in braces of the path. */
  path?: Readonly<Record<PathNames<endpoint['path']>, string>>
  query?: QueryInput<endpoint>
  body?: BodyOf<endpoint>
  signal?: AbortSignal | undefined
  /** Continues after the page closes. @default false */
  keepalive?: boolean
}

/** Answers for a wrong project or origin: retrying does not help. */
const finalStatuses: readonly number[] = [401, 403]
const retryOn = retries.statuses.filter((status) => !finalStatuses.includes(status))

/**
 * Calls the api, with the project's id and the sdk's type and version.
 *
 * @returns The parsed answer; a Blob for images.
 * @throws FoyerError `http-failed` (also without `apiUrl`, or when the answer does not fit), `request-timed-out`,
 *   `request-aborted`
 * @source spec 7.20
 */
export async function callApi<endpoint extends Endpoint>(
  foyer: Foyer,
  endpoint: endpoint,
  parameters: CallParameters<endpoint> = {},
): Promise<ResponseOf<endpoint>> {
  const url = apiAddress(foyer, endpoint.path, parameters.path, parameters.query)
  if (url === undefined)
    throw new FoyerError('http-failed', {
      details: foyer.options.apiUrl
        ? `${endpoint.path} can not be filled with ${JSON.stringify(parameters.path)}.`
        : 'Set apiUrl in the options.',
    })
  const response = await request({
    url,
    method: endpoint.method,
    body: parameters.body,
    signal: parameters.signal,
    keepalive: parameters.keepalive ?? false,
    timeoutMs: foyer.options.httpTimeoutMs,
    retryOn: endpoint.method === 'GET' ? retryOn : [],
  })
  if (!response.ok) throw await readFailure(foyer, endpoint, response)
  if (endpoint.response === 'image') return (await readImage(endpoint, response)) as never
  const text = await response.text()
  const parsed = v.safeParse(endpoint.response as v.GenericSchema, parseJson(text))
  if (parsed.success) return parsed.output as ResponseOf<endpoint>
  throw new FoyerError('http-failed', {
    details: `${endpoint.path} answered in another shape: ${v.summarize(parsed.issues)}`,
  })
}

async function readImage({ path }: Endpoint, response: Response): Promise<Blob> {
  const blob = await response.blob()
  if (blob.type.startsWith('image/')) return blob
  throw new FoyerError('http-failed', { details: `${path} answered with ${blob.type}, no image.` })
}

async function readFailure(
  foyer: Foyer,
  endpoint: Endpoint,
  response: Response,
): Promise<FoyerError> {
  const text = await response.text()
  const parsed = v.safeParse(errorBody, parseJson(text))
  const { code, message } = parsed.success
    ? parsed.output.error
    : { code: undefined, message: text.slice(0, 200) }
  alertMessage(foyer, message)
  return new FoyerError('http-failed', {
    details: `${endpoint.method} ${endpoint.path}: ${response.status} ${message}`,
    cause: { status: response.status, code, message },
  })
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    // Not JSON: the schema reports the error.
    return undefined
  }
}
