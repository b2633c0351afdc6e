import type { IncomingMessage } from 'node:http'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * What stands for one client where calls are counted.
 *
 * @param trustedProxies - how many proxies stand in front; their last entries of `X-Forwarded-For` are believed
 */
export function clientOf(c: Context, trustedProxies: number): string {
  return clientBehind(c.req.header('X-Forwarded-For'), socketAddress(c), trustedProxies)
}

/** The same of a request that asks for a socket. */
export function clientOfRequest(
  { headers, socket }: IncomingMessage,
  trustedProxies: number,
): string {
  const forwarded = headers['x-forwarded-for']
  return clientBehind(String(forwarded ?? ''), socket.remoteAddress, trustedProxies)
}

function clientBehind(
  forwarded: string | undefined,
  address: string | undefined,
  trustedProxies: number,
): string {
  const entries = forwarded?.split(',') ?? []
  const believed = trustedProxies > 0 ? entries.at(-trustedProxies)?.trim() : undefined
  return networkOf(believed || address || 'unknown')
}

/** Whether the request came from this machine itself, through no proxy. */
export function isThisMachine(c: Context): boolean {
  const address = socketAddress(c)?.replace(/^::ffff:/, '')
  const isLoopback = address === '::1' || address?.startsWith('127.') === true
  return isLoopback && c.req.header('X-Forwarded-For') === undefined
}

/** A request made by `app.request(…)` has no socket. */
function socketAddress(c: Context): string | undefined {
  return c.env?.incoming === undefined ? undefined : getConnInfo(c).remote.address
}

/** One household holds a whole /64 of IPv6: counting single addresses would count nothing. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const zeros = plain.includes('::')
    ? Array(Math.max(0, 8 - groups.length - rest.length)).fill('0')
    : []
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}
