import './page.css'
import { createRoot } from 'react-dom/client'
import { loadWallets } from '../loadWallets.ts'
import { type PageOptions, readPageOptions } from '../pageOptions.ts'
import { readSiteConfig } from '../readSiteConfig.ts'
import { App } from './App.tsx'
import { PageError } from './PageError.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement)
try {
  const config = readSiteConfig()
  const options: PageOptions = readPageOptions(location.search)
  await loadWallets(config, options)
  root.render(<App config={config} first={options} />)
} catch (error) {
  root.render(<PageError error={error} />)
}
