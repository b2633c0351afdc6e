import { type ServedPage, servePage } from '../servePage.ts'
import type { ServedChain, ServedSolana } from './servedNetworks.ts'
import { createWalletApp } from './walletApp.ts'

/** The port of `npm start`. */
export const walletPort = 4003

/** A running development wallet, on another site than the page's. */
export type DevWallet = ServedPage

/**
 * Serves the development wallet on 127.0.0.1; browsers reach it as `wallet.localhost`.
 *
 * @throws Error with the system's cause, for example a port in use.
 */
export async function startWallet({
  port,
  chains = [],
  solana,
}: startWallet.Options): Promise<DevWallet> {
  const app = await createWalletApp({ chains, solana })
  return servePage(app.fetch, { name: 'wallet', port, who: 'The development wallet' })
}

export declare namespace startWallet {
  type Options = {
    /** TCP port; 0 for a free one. */
    port: number
    /** The EVM chains, from `startDevnet`. @default none: a Solana-only wallet */
    chains?: readonly ServedChain[]
    /** The local Solana. @default none: an EVM-only wallet, unless a script asks for Solana */
    solana?: ServedSolana | undefined
  }
}
