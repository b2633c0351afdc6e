import type { PartSettings } from './part.ts'

/** URLs of the local chains. */
export type LocalChains = {
  readonly chains: readonly { readonly chainId: number; readonly url: string }[]
  readonly solana: { readonly url: string }
}

/** The demo site's project at the api. */
export const demoProjectId = 'foyer-demo'
/** The phone wallet's project at the relay. */
export const phoneProjectId = 'foyer-phone-wallet'

/**
 * The URL of each part. Different host names are different sites, so that partitions, CSP and CORS are real. Every process loads
 * this file, so it imports no part.
 */
export function addressesOf({ ports }: Pick<PartSettings, 'ports'>) {
  return {
    site: `http://site.localhost:${ports.site}`,
    login: `http://login.localhost:${ports.login}`,
    vault: `http://vault.localhost:${ports.vault}`,
    mail: `http://mail.localhost:${ports.mail}`,
    wallet: `http://wallet.localhost:${ports.wallet}`,
    identity: `http://google.localhost:${ports.identity}`,
    farcaster: `http://farcaster.localhost:${ports.farcaster}`,
    challenge: `http://challenge.localhost:${ports.challenge}`,
    card: `http://card.localhost:${ports.card}`,
    phone: `http://phone.localhost:${ports.phone}`,
    sponsor: `http://sponsor.localhost:${ports.sponsor}`,
    api: `http://api.localhost:${ports.api}`,
    relay: `ws://relay.localhost:${ports.relay}`,
    chains: [
      { chainId: 31337, url: `http://127.0.0.1:${ports.chain}` },
      { chainId: 31338, url: `http://127.0.0.1:${ports.chainTwo}` },
    ],
    solana: {
      url: `http://127.0.0.1:${ports.solana}`,
      wsUrl: `ws://127.0.0.1:${ports.solana + 1}`,
    },
  }
}
