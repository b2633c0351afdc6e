import './devTools.css'
import type { SiteConfig } from '../../siteConfig.ts'
import { Addresses } from './Addresses.tsx'
import { DevWalletControls } from './DevWalletControls.tsx'
import { Faucet } from './Faucet.tsx'

/** The local services behind the page, and their controls. */
export function DevTools({ config }: { config: SiteConfig }) {
  return (
    <section id="behind" className="section">
      <h2>Local services</h2>
      <p>
        The networks, the wallet and the API all run on your machine. The coins are worth nothing,
        so try whatever you like.
      </p>
      <div className="tools">
        {config.walletUrl && <Faucet config={config} walletUrl={config.walletUrl} />}
        {config.walletUrl && <DevWalletControls />}
        <Addresses config={config} />
      </div>
    </section>
  )
}
