import '../page/page.css'
import { FoyerProvider } from '@foyer/ui/react'
import { createRoot } from 'react-dom/client'
import { createSiteFoyer } from '../createSiteFoyer.ts'
import { loadWallets } from '../loadWallets.ts'
import { PageError } from '../page/PageError.tsx'
import { readPageOptions } from '../pageOptions.ts'
import { readSiteConfig } from '../readSiteConfig.ts'
import { getToken } from './askClub.ts'
import { Club } from './Club.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement)
try {
  const config = readSiteConfig()
  const options = readPageOptions(location.search)
  // `?silent` connects without a click; `?wait=500` is the time limit of the club's server, ms.
  const own = new URLSearchParams(location.search)
  await loadWallets(config, options)
  const { foyer } = createSiteFoyer(config, options, {
    customAuth: {
      name: 'the club',
      getToken,
      silent: own.has('silent'),
      timeoutMs: Number(own.get('wait')) || undefined,
    },
  })
  root.render(
    <FoyerProvider foyer={foyer} modal={{ locale: options.lang }}>
      <Club />
    </FoyerProvider>,
  )
} catch (error) {
  root.render(<PageError error={error} />)
}
