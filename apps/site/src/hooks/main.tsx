import '../page/page.css'
import './hooks.css'
import { FoyerProvider } from '@foyer/ui/react'
import { createRoot } from 'react-dom/client'
import { createSiteFoyer } from '../createSiteFoyer.ts'
import { loadWallets } from '../loadWallets.ts'
import { PageError } from '../page/PageError.tsx'
import { readPageOptions } from '../pageOptions.ts'
import { readSiteConfig } from '../readSiteConfig.ts'
import { Hooks } from './Hooks.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement)
try {
  const config = readSiteConfig()
  const options = readPageOptions(location.search)
  await loadWallets(config, options)
  const { foyer } = createSiteFoyer(config, {
    ...options,
    features: { ...options.features, pay: true },
  })
  // Nothing of the modal is loaded: every screen is this page's own.
  root.render(
    <FoyerProvider foyer={foyer} modal={{ locale: options.lang, prefetch: 'none' }}>
      <Hooks />
    </FoyerProvider>,
  )
} catch (error) {
  root.render(<PageError error={error} />)
}
