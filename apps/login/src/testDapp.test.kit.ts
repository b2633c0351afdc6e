/** A site with the kit and the embedded wallet on it, as its visitors have it. */
import {
  connect,
  createFoyer,
  disconnect,
  type Foyer,
  signMessage,
  signTypedData,
  start,
  switchNetwork,
} from '@foyer/core'
import { type EmbeddedConnector, embedded, watchEmbedded } from '@foyer/embedded'
import { defineNetwork, evm } from '@foyer/evm'
import { solana, solanaLocalnet } from '@foyer/solana'

type Happening = { name: string; event: unknown }

/** One visit of the site; what its wallet told is in `told`. */
function makeSite({ loginUrl, projectId }: { loginUrl: string; projectId: string }): {
  foyer: Foyer
  wallet: EmbeddedConnector
  told: Happening[]
} {
  const wallet = embedded({ loginUrl, projectId })
  const told: Happening[] = []
  for (const name of ['alert', 'refused', 'request:start', 'request:end', 'popup', 'user'] as const)
    wallet.events.on(name, (event) => told.push({ name, event }))
  const chain = (id: number, name: string) =>
    defineNetwork({
      id,
      name,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    })
  const foyer = createFoyer({
    projectId,
    adapters: [evm(), solana()],
    networks: [chain(31_337, 'Foyer Devnet'), chain(31_338, 'Foyer Devnet Two'), solanaLocalnet],
    connectors: [wallet],
    metadata: { name: 'Uniswap', description: '', url: location.origin, icons: [] },
    themeMode: 'dark',
    logLevel: 'silent',
  })
  watchEmbedded(foyer, wallet)
  start(foyer)
  return { foyer, wallet, told }
}

export const kit = {
  connect,
  disconnect,
  makeSite,
  signMessage,
  signTypedData,
  switchNetwork,
  /** Of one page: made by its test. */
  site: undefined as unknown as ReturnType<typeof makeSite>,
  /** What a test waits for later. */
  kept: {} as Record<string, Promise<unknown>>,
}
export type Kit = typeof kit

Object.assign(window, { kit })
