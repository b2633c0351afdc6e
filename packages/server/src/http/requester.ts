import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { Context } from 'hono'

/** A request: Hono's context, or Node's message for a WebSocket upgrade. */
type Asked = Context | IncomingMessage

const isContext = (asked: Asked): asked is Context => 'req' in asked

/** Returns the address of the TCP peer; undefined in tests that use `app.request(…)`. */
function socketAddress(asked: Asked): string | undefined {
  const incoming: IncomingMessage | undefined = isContext(asked) ? asked.env?.incoming : asked
  return incoming?.socket.remoteAddress
}

function forwardedFor(asked: Asked): string | undefined {
  if (isContext(asked)) return asked.req.header('X-Forwarded-For')
  const header = asked.headers['x-forwarded-for']
  return Array.isArray(header) ? header.join(',') : header
}

/**
 * Returns the client's IP address without port, or `unknown`.
 * @param trustedProxies - number of trusted proxies in front; that many last entries of `X-Forwarded-For` are trusted
 */
export function requesterAddress(asked: Asked, trustedProxies: number): string {
  const forwarded = forwardedFor(asked)?.split(',') ?? []
  const believed = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined
  const address = (believed || socketAddress(asked) || '').slice(0, 64).replace(/^::ffff:/i, '')
  return isIP(address) === 0 ? 'unknown' : address
}

/**
 * Truncates an IP address to its network: `203.0.113.0/24`, `2001:db8:7::/48`. A single IPv6 client usually has a whole
 * /64, so limits must count networks.
 * @param v4 - bits, a multiple of 8. @default 32: the address itself
 * @param v6 - bits, a multiple of 16. @default 64
 */
export function networkOf(address: string, { v4 = 32, v6 = 64 } = {}): string {
  if (isIP(address) === 4) {
    if (v4 === 32) return address
    const kept = address.split('.').slice(0, v4 / 8)
    return `${[...kept, '0', '0', '0', '0'].slice(0, 4).join('.')}/${v4}`
  }
  if (isIP(address) !== 6) return 'unknown network'
  const [head = '', tail = ''] = address.replace(/%.*/, '').split('::')
  const [before, after] = [head, tail].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ]
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const kept = [...before, ...zeros, ...after].slice(0, v6 / 16)
  return `${kept.map((group) => group.replace(/^0+(?=.)/, '').toLowerCase()).join(':')}::/${v6}`
}
