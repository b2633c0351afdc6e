import { parseBody } from '@foyer/server'
import * as v from 'valibot'
import { addressHmac } from '../hashes.ts'
import type { Services } from '../services.ts'

const directives = [
  ...['base-uri', 'connect-src', 'default-src', 'font-src', 'form-action', 'frame-ancestors'],
  ...[
    'frame-src',
    'img-src',
    'manifest-src',
    'media-src',
    'object-src',
    'require-trusted-types-for',
  ],
  ...['script-src', 'script-src-attr', 'script-src-elem', 'style-src', 'style-src-attr'],
  ...['style-src-elem', 'trusted-types', 'worker-src'],
]
/** The words that a browser writes in place of an address. */
const words = ['eval', 'inline', 'trusted-types-policy', 'trusted-types-sink', 'wasm-eval']

/** A browser sends more fields: those not listed here are never stored. */
const reports = v.array(
  v.object({
    type: v.string(),
    body: v.nullish(
      v.object({
        blockedURL: v.nullish(v.string()),
        documentURL: v.nullish(v.string()),
        effectiveDirective: v.nullish(v.string()),
        lineNumber: v.nullish(v.number()),
        sourceFile: v.nullish(v.string()),
      }),
    ),
  }),
)

/**
 * Logs violations of a document's policy: the rule, the kind of address, the document. Never logs a path, query or
 * fragment of a foreign address, a sample of a script or a browser's name.
 * @throws HttpError 400 for a malformed report; 429 `limit-exceeded`
 * @source security 4.8; https://www.w3.org/TR/CSP3/#reporting
 */
export async function logPolicyReports(
  services: Services,
  { bytes, ip }: { bytes: Uint8Array<ArrayBuffer>; ip: string },
): Promise<void> {
  const { limiter, limits, log, loginOrigin, metrics } = services
  const key = `policy:net:${addressHmac(services, ip)}`
  await limiter.take({ key, ...limits.reportsOfAddressPerMinute })
  await limiter.take({ key: 'policy:all', ...limits.reportsPerMinute })
  const breaches = parseBody(reports, bytes).flatMap(({ body, type }) =>
    type === 'csp-violation' && body ? [body] : [],
  )
  for (const breach of breaches.slice(0, limits.reportsOfBody)) {
    const { blockedURL, documentURL, effectiveDirective, lineNumber, sourceFile } = breach
    const directive = directives.find((one) => one === effectiveDirective) ?? 'other'
    metrics.reports.inc({ directive })
    log.warn(
      {
        ...{ alarm: 'policy', directive, blocked: placeOf(blockedURL, loginOrigin) },
        ...{
          document: placeOf(documentURL, loginOrigin),
          source: placeOf(sourceFile, loginOrigin),
        },
        line: Number.isSafeInteger(lineNumber) ? lineNumber : undefined,
      },
      'a page broke its policy',
    )
  }
}

/** Shortens an address so that it reveals nothing about a user: our own paths, and only the origin of others. */
function placeOf(address: string | null | undefined, loginOrigin: string): string | undefined {
  if (!address) return undefined
  if (words.includes(address)) return address
  if (!URL.canParse(address)) return 'other'
  const { origin, pathname, protocol } = new URL(address)
  if (origin === loginOrigin) return /^\/(assets\/)?[\w.-]{1,80}$/.test(pathname) ? pathname : 'own'
  return origin === 'null' ? protocol : origin.slice(0, 120)
}
