import type { Endpoint, ResponseOf } from '@foyer/protocol'
import { openChannel, readChannel } from '@foyer/protocol/login'
import { fetchLimited, HttpError, type Logger } from '@foyer/server'
import * as v from 'valibot'
import type { Relay } from './relay.ts'

/** Longest answer of a relay, bytes, and the time for it, ms. */
const limits = { maxBytes: 64 * 1024, timeoutMs: 10_000 }

/** Uses a relay with the calls of the reference implementation, such as `https://relay.farcaster.xyz`. */
export function remoteRelay(baseUrl: string, log: Logger): Relay {
  const call = (path: string, init: RequestInit) =>
    fetchLimited(new URL(path, baseUrl), {
      ...init,
      ...{ redirect: 'error', maxBytes: limits.maxBytes },
      signal: AbortSignal.timeout(limits.timeoutMs),
    })
  return {
    async open(params) {
      try {
        const response = await call(openChannel.path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(params),
        })
        if (!response.ok) throw new Error(`the relay answers ${response.status}`)
        const { channelToken, nonce, url } = await parse(openChannel, response)
        if (nonce !== params.nonce) throw new Error('the relay took another nonce')
        requireLink(url, baseUrl)
        return { channelToken, url }
      } catch (cause) {
        throw new HttpError(503, 'http-failed', 'The Farcaster relay does not answer', {
          cause,
          retryAfterMs: 5000,
        })
      }
    },
    async read(channelToken) {
      try {
        const headers = { authorization: `Bearer ${channelToken}` }
        const response = await call(readChannel.path, { headers })
        if (response.status === 401 || response.status === 404) return { state: 'gone' }
        if (!response.ok) throw new Error(`the relay answers ${response.status}`)
        return await parse(readChannel, response)
      } catch (error) {
        log.warn({ error }, 'the Farcaster relay does not answer as agreed')
        return { state: 'pending' }
      }
    },
  }
}

const parse = async <endpoint extends Endpoint>(
  { response: schema }: endpoint,
  response: Response,
): Promise<ResponseOf<endpoint>> =>
  v.parse(schema as v.GenericSchema, await response.json()) as ResponseOf<endpoint>

/** The address becomes a QR code and a link of the page: only a web page, as safe as the relay itself. */
function requireLink(url: string, baseUrl: string): void {
  const { hostname, protocol, username } = new URL(url)
  const isLocal = baseUrl.startsWith('http:') && /(^|\.)localhost$|^127\.0\.0\.1$/.test(hostname)
  if (username !== '' || (protocol !== 'https:' && !(isLocal && protocol === 'http:')))
    throw new Error('the relay’s address is no web page')
}
