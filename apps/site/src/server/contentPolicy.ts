import { publicNetworks } from '../publicNetworks.ts'
import type { SiteConfig } from '../siteConfig.ts'

/**
 * Builds the Content-Security-Policy of a page: no inline script, no inline style, and only the URLs of this installation.
 *
 * @param styles - `none` proves that the modal needs no permission for styles.
 */
export function contentPolicy(
  { apiUrl, loginUrl, networks, walletConnect, walletUrl }: SiteConfig,
  { connectOrigins = [], styles }: contentPolicy.Options,
): string {
  const api = apiUrl ? [originOf(apiUrl)] : []
  const wallet = walletUrl ? [originOf(walletUrl)] : []
  const login = loginUrl ? [originOf(loginUrl)] : []
  const frames = [...wallet, ...login]
  const rpc = [...networks, ...publicNetworks].flatMap(({ rpcUrls }) =>
    rpcUrls.default.http.map(originOf),
  )
  const relay = walletConnect ? [originOf(walletConnect.relayUrl)] : []
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...wallet],
    'style-src': [styles === 'none' ? "'none'" : "'self'"],
    'img-src': ["'self'", 'data:', 'https:', ...new Set([...api, ...wallet, ...connectOrigins])],
    'connect-src': [
      "'self'",
      ...new Set([...api, ...wallet, ...login, ...rpc, ...relay, ...connectOrigins]),
    ],
    'frame-src': frames.length > 0 ? frames : ["'none'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
  }
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ')
}

export declare namespace contentPolicy {
  type Options = {
    styles: 'self' | 'none'
    /** More origins that the page may call. @default [] */
    connectOrigins?: readonly string[] | undefined
  }
}

function originOf(url: string): string {
  return new URL(url).origin
}
