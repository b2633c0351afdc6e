import type { IncomingMessage } from 'node:http'

/**
 * What stands for one client where sockets and handshakes are counted. Never stored with a message.
 *
 * @param trustedProxies - how many proxies stand in front; their last entries of `X-Forwarded-For` are believed
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const header = request.headers['x-forwarded-for']
  const forwarded = (Array.isArray(header) ? header.join(',') : header)?.split(',') ?? []
  const believed = trustedProxies > 0 ? forwarded.at(-trustedProxies)?.trim() : undefined
  return networkOf(believed || request.socket.remoteAddress || 'unknown')
}

/** Whether the request came from this machine itself, through no proxy. */
export function isThisMachine(request: IncomingMessage): boolean {
  const address = request.socket.remoteAddress?.replace(/^::ffff:/, '')
  const isLoopback = address === '::1' || address?.startsWith('127.') === true
  return isLoopback && request.headers['x-forwarded-for'] === undefined
}

/** One household holds a whole /64 of IPv6: counting single addresses would count nothing. */
function networkOf(address: string): string {
  const plain = address.slice(0, 64).replace(/^::ffff:/, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = plain.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail.split(':').filter(Boolean)
  const zeros = plain.includes('::')
    ? Array(Math.max(0, 8 - groups.length - rest.length)).fill('0')
    : []
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}
