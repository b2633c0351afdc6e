import { devnetChains } from '../evm/chains.ts'
import { type ServedPage, servePage } from '../servePage.ts'
import { solanaDevnet } from '../solana/cluster.ts'
import type { PhoneConfig } from './phoneConfig.ts'
import { createPhoneWalletApp } from './phoneWalletApp.ts'

/** The port of `npm start`. */
export const phoneWalletPort = 4004

/**
 * Serves a WalletConnect wallet as a page that looks like a phone, on 127.0.0.1; browsers reach it as `phone.localhost`. For
 * development only: it is built on the reference client, and its keys are public.
 *
 * @throws Error with the system's cause, for example a port in use.
 */
export async function startPhoneWallet({
  chains = [],
  port,
  projectId = 'foyer-phone-wallet',
  relayUrl,
  solana,
}: startPhoneWallet.Options): Promise<ServedPage> {
  const config: PhoneConfig = {
    relayUrl,
    projectId,
    chains: chains.map(({ chainId, url }) => {
      const known = devnetChains.find(({ id }) => id === chainId)
      const symbol = known?.nativeCurrency.symbol ?? 'ETH'
      return { id: chainId, name: known?.name ?? `Chain ${chainId}`, rpcUrl: url, symbol }
    }),
    ...(solana && {
      solana: { caipId: solanaDevnet.caipId, name: solanaDevnet.name, rpcUrl: solana.url },
    }),
  }
  const app = await createPhoneWalletApp(config)
  return servePage(app.fetch, { name: 'phone', port, who: 'The phone wallet' })
}

export declare namespace startPhoneWallet {
  type Options = {
    /** TCP port; 0 for a free one. */
    port: number
    /** `ws://…`, as the wallet's page reaches it; sites must use the same relay. */
    relayUrl: string
    /** The wallet's project id at the relay. @default 'foyer-phone-wallet' */
    projectId?: string | undefined
    /** The EVM chains, from `startDevnet`. @default none */
    chains?: readonly { chainId: number; url: string }[]
    /** The local Solana. @default none */
    solana?: { url: string } | undefined
  }
}
