import type { Context } from 'hono'
import type { Logger } from 'pino'

const headers = ['Forwarded', 'X-Forwarded-For', 'X-Real-IP'] as const
const cure =
  'all users behind a proxy count as one address, and limits refuse them together: set TRUST_PROXY to the number of proxies in front'

/**
 * Makes a check for requests that logs once when one was forwarded by an untrusted proxy.
 * @returns the function to call for each request
 */
export function createProxyWatch({
  log,
  trustedProxies,
}: {
  log: Logger
  trustedProxies: number
}): (c: Context) => void {
  let isSilent = trustedProxies > 0
  return (c) => {
    if (isSilent) return
    const header = headers.find((name) => c.req.header(name) !== undefined)
    if (header === undefined) return
    isSilent = true
    log.error({ alarm: 'proxy', header }, `a request was forwarded, but TRUST_PROXY is 0: ${cure}`)
  }
}

/** Warns at start about an untrusted proxy: an https origin implies one, since this server has no TLS of its own. */
export function warnOfProxy({
  log,
  origin,
  trustedProxies,
}: {
  log: Logger
  /** Origin of this server, as browsers see it. */
  origin: string
  trustedProxies: number
}): void {
  if (trustedProxies > 0 || !origin.startsWith('https:')) return
  log.error({ alarm: 'proxy', origin }, `the origin is https, but TRUST_PROXY is 0: ${cure}`)
}
