import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { abortable } from '@foyer/protocol'
import type { NetworkRule } from './networkRule.ts'

/** Why an untrusted URL was not read. */
export type FetchProblem =
  | 'address-private'
  | 'content-encoded'
  | 'host-unknown'
  | 'redirects-exhausted'
  | 'status-refused'
  | 'too-large'
  | 'too-slow'
  | 'type-refused'
  | 'unreachable'
  | 'url-refused'

export class FetchRefused extends Error {
  readonly problem: FetchProblem
  /** The server's status, of `status-refused`. */
  readonly status: number | undefined
  constructor(problem: FetchProblem, options?: ErrorOptions & { status?: number }) {
    super(problem, options)
    this.problem = problem
    this.status = options?.status
  }
}

const mostRedirects = 3
const usualUrlLength = 2048

/**
 * Fetches an untrusted URL. Resolves its host once, requires all of its addresses to be public, and connects to one of
 * these addresses; does the same again for each redirect, of which it follows three.
 *
 * @param parameters.json - Sent by POST, which only redirects that keep the method repeat. @default a GET
 * @param parameters.maxUrlLength - @default 2,048 characters
 * @param parameters.isType - Judges the media type, in lower case and without parameters; empty if the server sends none.
 * @param parameters.maxBytes - Longest body; reading stops there.
 * @param parameters.timeoutMs - For everything together.
 * @throws {@link FetchRefused}
 */
export async function fetchPublic(
  address: string,
  {
    isType,
    json,
    maxBytes,
    maxUrlLength = usualUrlLength,
    rule,
    timeoutMs,
  }: {
    isType: (type: string) => boolean
    json?: string | undefined
    maxBytes: number
    maxUrlLength?: number | undefined
    rule: NetworkRule
    timeoutMs: number
  },
): Promise<Uint8Array> {
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await follow(parseUrl(address, maxUrlLength), mostRedirects)
  } catch (error) {
    if (error instanceof FetchRefused) throw error
    throw new FetchRefused(signal.aborted ? 'too-slow' : 'unreachable', { cause: error })
  }

  async function follow(url: URL, redirects: number): Promise<Uint8Array> {
    const response = await ask(url, { address: await findAddress(url, rule, signal), json, signal })
    try {
      const { headers, statusCode = 0 } = response
      const { location } = headers
      const repeats = json === undefined ? [301, 302, 303, 307, 308] : [307, 308]
      if (repeats.includes(statusCode) && location !== undefined) {
        if (redirects === 0) throw new FetchRefused('redirects-exhausted')
        response.destroy()
        return await follow(parseUrl(location, maxUrlLength, url), redirects - 1)
      }
      if (statusCode !== 200) throw new FetchRefused('status-refused', { status: statusCode })
      if ((headers['content-encoding'] ?? 'identity') !== 'identity')
        throw new FetchRefused('content-encoded')
      const [type = ''] = (headers['content-type'] ?? '').toLowerCase().split(';')
      if (!isType(type.trim())) throw new FetchRefused('type-refused')
      return await readBody(response, maxBytes)
    } finally {
      response.destroy()
    }
  }
}

function parseUrl(text: string, maxLength: number, base?: URL): URL {
  if (text.length > maxLength || !URL.canParse(text, base)) throw new FetchRefused('url-refused')
  return new URL(text, base)
}

/** Returns the address to connect to; undefined for a trusted host, which the system resolves. */
async function findAddress(
  url: URL,
  rule: NetworkRule,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (rule.isTrusted(url)) return undefined
  if (!rule.isWebUrl(url)) throw new FetchRefused('url-refused')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await abortable(rule.resolve(host), signal)
  if (addresses.length === 0) throw new FetchRefused('host-unknown')
  if (!addresses.every(rule.isPublic)) throw new FetchRefused('address-private')
  return addresses[0]
}

/** @param parameters.address - The address to connect to: the host is not resolved again, which could give another one. */
function ask(
  url: URL,
  {
    address,
    json,
    signal,
  }: { address: string | undefined; json: string | undefined; signal: AbortSignal },
): Promise<IncomingMessage> {
  const family = isIP(address ?? '')
  const pinned: LookupFunction = (_, { all }, done) =>
    all ? done(null, [{ address: address ?? '', family }]) : done(null, address ?? '', family)
  const request = url.protocol === 'http:' ? requestHttp : requestHttps
  return new Promise((resolve, reject) => {
    request(url, {
      // A connection of its own: a pooled one could lead elsewhere.
      agent: false,
      headers: {
        Accept: '*/*',
        'Accept-Encoding': 'identity',
        'User-Agent': 'Foyer',
        ...(json !== undefined && {
          'Content-Length': Buffer.byteLength(json),
          'Content-Type': 'application/json',
        }),
      },
      method: json === undefined ? 'GET' : 'POST',
      signal,
      ...(address === undefined ? {} : { lookup: pinned }),
    })
      .on('response', resolve)
      .on('error', reject)
      .end(json)
  })
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array> {
  if (Number(response.headers['content-length'] ?? 0) > maxBytes)
    throw new FetchRefused('too-large')
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > maxBytes) throw new FetchRefused('too-large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
