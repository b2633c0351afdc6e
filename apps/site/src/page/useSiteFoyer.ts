import { start } from '@foyer/core'
import { useEffect, useMemo } from 'react'
import { createSiteFoyer, type SiteFoyer } from '../createSiteFoyer.ts'
import type { PageOptions } from '../pageOptions.ts'
import type { SiteConfig } from '../siteConfig.ts'

/** Creates the page's instance, and a new one whenever an option of `createFoyer` changes. It reconnects by itself. */
export function useSiteFoyer(config: SiteConfig, options: PageOptions): SiteFoyer {
  // Theme, language and place are applied to the existing modal.
  const { accent, lang, mode, prefetch, radius, theme, zIndexMode, ...kit } = options
  const key = JSON.stringify(kit)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains every option that matters here
  const site = useMemo(() => createSiteFoyer(config, options), [config, key])
  useEffect(() => start(site.foyer), [site])
  return site
}
