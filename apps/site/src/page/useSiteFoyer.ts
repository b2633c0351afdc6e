import { start } from '@foyer/core'
import { useEffect, useMemo } from 'react'
import { createSiteFoyer, type SiteFoyer } from '../createSiteFoyer.ts'
import type { PageOptions } from '../pageOptions.ts'
import type { SiteConfig } from '../siteConfig.ts'

/** The kit of this page: another one whenever an option changes that a kit is made of. It reconnects by itself. */
export function useSiteFoyer(config: SiteConfig, options: PageOptions): SiteFoyer {
  // Looks, language and place are the modal's: they change while it stands there.
  const { accent, lang, mode, prefetch, radius, theme, zIndexMode, ...kit } = options
  const key = JSON.stringify(kit)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key holds every option that counts here
  const site = useMemo(() => createSiteFoyer(config, options), [config, key])
  useEffect(() => start(site.foyer), [site])
  return site
}
