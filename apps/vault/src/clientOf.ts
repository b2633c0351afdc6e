import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** A request made by `app.request(…)` has no socket. */
const socketAddress = (c: Context) =>
  c.env?.incoming === undefined ? undefined : getConnInfo(c).remote.address

/** The caller's network. `trustedProxies` proxies in front are believed about `X-Forwarded-For`. */
export function clientNetwork(c: Context, trustedProxies: number): string {
  const forwarded = c.req.header('X-Forwarded-For')?.split(',') ?? []
  const believed = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined
  return networkOf(believed || socketAddress(c) || '')
}

/** Whether the request came from this machine itself, through no proxy. */
export function isThisMachine(c: Context): boolean {
  const address = socketAddress(c)?.replace(/^::ffff:/, '')
  const isLoopback = address === '::1' || address?.startsWith('127.') === true
  return isLoopback && c.req.header('X-Forwarded-For') === undefined
}

/** As much of an address as tells one place from another and no more: /24, or /48 of IPv6. */
export function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:/i, '')
  if (isIP(plain) === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (isIP(plain) !== 6) return 'unknown network'
  const [head = '', tail = ''] = plain.split('::')
  const groups = [head, tail].map((part) => part.split(':').filter(Boolean))
  const [before = [], after = []] = groups
  const zeros = plain.includes('::')
    ? Array<string>(8 - before.length - after.length).fill('0')
    : []
  const three = [...before, ...zeros, ...after].slice(0, 3)
  return `${three.map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()).join(':')}::/48`
}
