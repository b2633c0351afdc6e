/**
 * True if an origin is on a project's list: the same text, a single label below `https://*.…`, or any port of
 * `http://localhost:*`. The supplier of the list decides whether a project may have the last two.
 *
 * @source security 3.1
 */
export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((one) => {
    if (one === 'http://localhost:*') return /^http:\/\/localhost(:\d{1,5})?$/.test(origin)
    if (!one.startsWith('https://*.')) return one === origin
    const domain = one.slice('https://*'.length)
    const label = origin.slice('https://'.length, -domain.length)
    return origin === `https://${label}${domain}` && /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label)
  })
}
