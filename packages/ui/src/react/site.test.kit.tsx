import type { Options } from '@foyer/core'
import { networks } from '../testFoyer.test.kit.ts'
import { FoyerButton, FoyerNetworkButton } from './buttons.tsx'
import { FoyerProvider } from './FoyerProvider.tsx'
import { useAccount } from './useAccount.ts'
import { useBalance } from './useBalance.ts'
import { useConnect } from './useConnect.ts'
import { useConnections } from './useConnections.ts'
import { useModal } from './useModal.ts'
import { useNetwork } from './useNetwork.ts'
import { useSelectAccount } from './useSelectAccount.ts'
import { useSupportedRequests } from './useSupportedRequests.ts'
import { useTheme } from './useTheme.ts'
import { useTokens } from './useTokens.ts'

/** The same site options on server and browser. */
export const siteOptions: Options = {
  projectId: 'hydration',
  networks,
  adapters: [{ namespace: 'eip155', isAddress: () => true, verifyAddress: async () => true }],
}

/** A page that shows the result of every hook. */
export function Site({ options = siteOptions }: { options?: Options }) {
  return (
    <FoyerProvider options={options} modal={{ prefetch: 'none' }}>
      <FoyerButton size="sm" label="Log in" loadingLabel="One moment" balance="hide" disabled />
      <FoyerNetworkButton className="network" />
      <Facts />
    </FoyerProvider>
  )
}

function Facts() {
  const { address, allAccounts, status } = useAccount()
  const { chainId, network: current, networks } = useNetwork()
  const { data: balance, status: reading } = useBalance()
  const { connectors, status: connecting } = useConnect()
  const { isOpen } = useModal()
  const { connections } = useConnections()
  const { signMessage } = useSupportedRequests()
  const { status: choosing } = useSelectAccount()
  const { isLoading, status: listing } = useTokens()
  const { mode = 'system' } = useTheme()
  return (
    <output>
      {[
        status,
        address ?? 'nobody',
        chainId,
        current?.name,
        networks.length,
        String(balance?.value),
        reading,
        connectors.length,
        connecting,
        String(isOpen),
        mode,
        connections.length,
        String(signMessage),
        allAccounts.length,
        choosing,
        listing,
        String(isLoading),
      ].join(' ')}
    </output>
  )
}

/** Its server HTML. */
export const siteHtml =
  '<foyer-button size="sm" label="Log in" balance="hide" disabled="" loading-label="One moment"></foyer-button>' +
  '<foyer-network-button class="network"></foyer-network-button>' +
  '<output>disconnected nobody eip155:1 Ethereum 4 undefined pending 0 idle false system 0 false 0 idle pending false</output>'
