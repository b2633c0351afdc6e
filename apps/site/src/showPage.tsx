import './page/page.css'
import type { Features, Foyer, SignInPlugin } from '@foyer/core'
import { FoyerProvider } from '@foyer/ui/react'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createSiteFoyer } from './createSiteFoyer.ts'
import { loadWallets } from './loadWallets.ts'
import { PageError } from './page/PageError.tsx'
import { type PageOptions, readPageOptions } from './pageOptions.ts'
import { readSiteConfig } from './readSiteConfig.ts'
import type { SiteConfig } from './siteConfig.ts'

/**
 * Shows a page of the site with its own Foyer instance, or why it could not start.
 *
 * @param options.features - Replace those of the page's URL.
 * @param options.prefetch - Of the modal. @default its own default
 * @param options.signIn - Makes the sign-in of the page. @default none
 */
export async function showPage(
  page: (site: { config: SiteConfig; foyer: Foyer }) => ReactNode,
  {
    features = {},
    prefetch,
    signIn,
  }: {
    features?: Partial<Features>
    prefetch?: 'none'
    signIn?: (options: PageOptions) => SignInPlugin
  },
): Promise<void> {
  const root = createRoot(document.getElementById('root') as HTMLElement)
  try {
    const config = readSiteConfig()
    const options = readPageOptions(location.search)
    await loadWallets(config, options)
    const { foyer } = createSiteFoyer(
      config,
      { ...options, features: { ...options.features, ...features } },
      { siwx: signIn?.(options) },
    )
    root.render(
      <FoyerProvider foyer={foyer} modal={{ locale: options.lang, ...(prefetch && { prefetch }) }}>
        {page({ config, foyer })}
      </FoyerProvider>,
    )
  } catch (error) {
    root.render(<PageError error={error} />)
  }
}
