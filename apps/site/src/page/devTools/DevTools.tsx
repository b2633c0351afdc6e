import './devTools.css'
import type { SiteConfig } from '../../siteConfig.ts'
import { DevWalletControls } from './DevWalletControls.tsx'
import { Faucet } from './Faucet.tsx'
import { Places } from './Places.tsx'

/** The parts behind the page, and their switches. */
export function DevTools({ config }: { config: SiteConfig }) {
  return (
    <section id="behind" className="section">
      <h2>Behind it</h2>
      <p>
        All of this runs on your machine: the networks, the wallet, the API. Nothing here is worth
        anything, so break what you like.
      </p>
      <div className="tools">
        {config.walletUrl && <Faucet config={config} walletUrl={config.walletUrl} />}
        {config.walletUrl && <DevWalletControls />}
        <Places config={config} />
      </div>
    </section>
  )
}
