import type { Foyer, Social } from '@foyer/core'
import { cached, findAuthConnector } from '@foyer/core/internal'
import { isHiddenInTelegram } from './webViews.ts'

const ttlMs = 10 * 60_000
const timeoutMs = 10_000

/**
 * Reads which of the site's social logins the login site has configured.
 *
 * @returns In the site's order; none without a login.
 * @throws FoyerError, or the network's error
 * @source spec 6.7, 9.20
 */
export async function getSocials(foyer: Foyer): Promise<readonly Social[]> {
  const loginUrl = findAuthConnector(foyer)?.loginUrl
  const wanted = foyer.options.features.socials || []
  if (loginUrl === undefined || wanted.length === 0) return []
  const offered = await cached(foyer, {
    key: `socials:${loginUrl}`,
    ttlMs,
    async load() {
      const url = `${loginUrl.replace(/\/+$/, '')}/v1/login/socials`
      const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
      if (!response.ok) throw new Error(`The login site answers ${response.status}.`)
      // No schema: only names that we know are looked for.
      return Object(await response.json()).socials as unknown
    },
  })
  if (!Array.isArray(offered)) return []
  return wanted.filter((name) => offered.includes(name) && !isHiddenInTelegram(name))
}
