import type { PageBundle } from '../../build/pageBundle.ts'
import type { Services } from '../services.ts'

/** Path where browsers report violations of a document's policy. */
export const reportPath = '/v1/policy-reports'

export type DocumentKind = 'frame' | 'popup' | 'security' | 'export' | 'undo' | 'social'

const off = [
  ...['accelerometer', 'autoplay', 'camera', 'clipboard-read', 'display-capture'],
  ...['fullscreen', 'geolocation', 'gyroscope', 'hid', 'idle-detection', 'local-fonts'],
  ...['magnetometer', 'microphone', 'midi', 'payment', 'picture-in-picture', 'screen-wake-lock'],
  ...['serial', 'storage-access', 'usb', 'xr-spatial-tracking'],
]

/** A popup needs its opener; a frame has none of its own. */
const needsOpener: readonly DocumentKind[] = ['popup', 'frame', 'social']

/** They log in by email, and may show the operator's challenge. */
const withLogin: readonly DocumentKind[] = ['frame', 'security', 'export']

/** Returns the hashes of a document's script and the parts that it loads on demand; no other script may run. */
function scriptHashes({ documents, parts }: PageBundle, document: DocumentKind): string[] {
  if (document === 'undo' || document === 'social') return []
  const own = documents[document].scripts
  return [...own, parts.approve].map(({ integrity }) => `'${integrity}'`)
}

/**
 * The headers of a document of the login origin.
 *
 * @param ancestors - exact origins that may embed it; empty for none
 * @param inline - hashes of inline scripts and styles
 * @source security 4.8
 */
export function documentHeaders(
  {
    challengeOrigin,
    loginOrigin,
    pages,
    vaultOrigin,
  }: Pick<Services, 'challengeOrigin' | 'loginOrigin' | 'pages' | 'vaultOrigin'>,
  {
    ancestors = [],
    document,
    inline = { scripts: [], styles: [] },
  }: {
    document: DocumentKind
    ancestors?: readonly string[]
    inline?: { scripts: readonly string[]; styles: readonly string[] }
  },
): Record<string, string> {
  const scripts = [...new Set([...scriptHashes(pages, document), ...inline.scripts])]
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'none'",
    `script-src ${[...scripts, "'wasm-unsafe-eval'"].join(' ')}`,
    'worker-src blob:',
    ["style-src 'self'", ...inline.styles].join(' '),
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self' ${vaultOrigin}`,
    `frame-src ${(withLogin.includes(document) && challengeOrigin) || "'none'"}`,
    `frame-ancestors ${ancestors.length > 0 ? ancestors.join(' ') : "'none'"}`,
    "require-trusted-types-for 'script'",
    'trusted-types foyer-worker',
    'report-to csp',
  ]
  const isTop = document !== 'frame'
  return {
    'Content-Security-Policy': policy.join('; '),
    'Reporting-Endpoints': `csp="${reportPath}"`,
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': isTop ? 'same-origin' : 'cross-origin',
    'Cross-Origin-Opener-Policy': needsOpener.includes(document) ? 'unsafe-none' : 'same-origin',
    'Origin-Agent-Cluster': '?1',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Permissions-Policy': [
      ...off.map((feature) => `${feature}=()`),
      `clipboard-write=${document === 'export' ? '(self)' : '()'}`,
      'publickey-credentials-get=(self)',
      'publickey-credentials-create=(self)',
    ].join(', '),
    'Cache-Control': 'no-store',
    ...strictTransport(loginOrigin),
  }
}

/** Only with TLS: on localhost it would lock a developer out. */
export const strictTransport = (origin: string): Record<string, string> =>
  origin.startsWith('https:')
    ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload' }
    : {}
