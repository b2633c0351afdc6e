/** An origin as a project lists it: `https://shop.example.com` or `https://*.example.com`, with a port where it has one. */
const listedOrigin = /^(https?):\/\/(\*\.)?([a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:]+\])(:\d{1,5})?$/

/**
 * Normalizes an origin to the form in which projects list it.
 * @throws for an invalid origin, such as a path, a bare host name, or a wildcard that is not the first label
 */
export function parseListedOrigin(text: string): string {
  const origin = text.trim().toLowerCase()
  const [, scheme, wildcard, host, port] = listedOrigin.exec(origin) ?? []
  const example = 'Write it like https://example.com or https://*.example.com.'
  if (scheme === undefined || host === undefined) {
    throw new Error(`"${text}" is not an origin. ${example}`)
  }
  if (wildcard !== undefined && !host.includes('.')) {
    throw new Error(`"${text}" would let a whole top-level domain in. ${example}`)
  }
  // Compared to the form that browsers send: default ports dropped, names in ASCII.
  const url = parseUrl(`${scheme}://${host}${port ?? ''}`)
  if (url === null) throw new Error(`"${text}" is not an origin. ${example}`)
  return wildcard === undefined ? url.origin : `${url.protocol}//*.${url.host}`
}

/**
 * Returns whether a page of `origin` may use a project.
 * @param origin - the `Origin` header as the browser sent it
 */
export function isOriginAllowed(
  origin: string,
  project: { readonly allowedOrigins: readonly string[]; readonly isDevelopment: boolean },
): boolean {
  const url = parseUrl(origin)
  // A browser sends the canonical form: any other form, and `null`, is refused.
  if (url === null || url.origin !== origin) return false
  if (project.isDevelopment && isLocal(url)) return true
  return project.allowedOrigins.some((listed) => matches(url, listed))
}

function matches(url: URL, listed: string): boolean {
  if (!listed.includes('//*.')) return url.origin === listed
  const base = listed.replace('//*.', '//')
  const suffix = base.slice(base.indexOf('//') + 2)
  return (
    url.origin.startsWith(base.slice(0, base.indexOf('//') + 2)) && url.host.endsWith(`.${suffix}`)
  )
}

function isLocal({ hostname, protocol }: URL): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '127.0.0.1' ||
    hostname === '[::1]'
  )
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}
