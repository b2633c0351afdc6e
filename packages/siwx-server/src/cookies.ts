/** Names and attributes of the cookies of one site. */
export type Cookies = {
  /** @returns undefined if the browser sent none. */
  read(header: string | null | undefined, name: CookieName): string | undefined
  /** @param maxAgeS - 0 removes it. @returns The value of `Set-Cookie`. */
  write(name: CookieName, value: string, maxAgeS: number): string
}
type CookieName = 'browser' | 'session'

/**
 * Cookies that no script can read, that other sites can not send, and, with TLS, that no subdomain can set.
 *
 * @source https://datatracker.ietf.org/doc/html/draft-ietf-httpbis-rfc6265bis "The __Host- Prefix"
 */
export function createCookies(origin: string): Cookies {
  const isSecure = origin.startsWith('https:')
  const nameOf = (name: CookieName) => `${isSecure ? '__Host-' : ''}siwx-${name}`
  return {
    read(header, name) {
      const start = `${nameOf(name)}=`
      return header
        ?.split(/; */)
        .find((one) => one.startsWith(start))
        ?.slice(start.length)
    },
    write(name, value, maxAgeS) {
      // Strict: a link from another site arrives without the nonce's browser. Lax keeps the session after a link.
      const sameSite = name === 'browser' ? 'Strict' : 'Lax'
      const attributes = `Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${maxAgeS}`
      return `${nameOf(name)}=${value}; ${attributes}${isSecure ? '; Secure' : ''}`
    },
  }
}
