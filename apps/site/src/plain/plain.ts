import { createModal } from '@foyer/ui'
import { createSiteFoyer } from '../createSiteFoyer.ts'
import { loadWallets } from '../loadWallets.ts'
import { readPageOptions } from '../pageOptions.ts'
import { readSiteConfig } from '../readSiteConfig.ts'

// A page with no framework and no styles: the modal must bring everything it needs.
const config = readSiteConfig()
const options = readPageOptions(location.search)
await loadWallets(config, options)

const { lang, mode, prefetch, zIndexMode } = options
const embedded = mode === 'embedded'
const site = createSiteFoyer(config, options)
const modal = createModal(site.foyer, {
  embedded,
  locale: lang,
  prefetch,
  zIndexMode,
})
if (embedded) document.querySelector('main')?.append(modal.element)
