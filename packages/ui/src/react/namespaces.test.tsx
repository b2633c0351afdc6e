import type { Foyer } from '@foyer/core'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { address } from '../testFoyer.test.kit.ts'
import {
  devnetId,
  namespacesFoyer,
  solanaAccount,
  solanaAddress,
  solanaId,
} from '../views/connections/namespaces.test.kit.ts'
import { FoyerProvider } from './FoyerProvider.tsx'
import { useAccount } from './useAccount.ts'
import { useBalance } from './useBalance.ts'
import { useConnect } from './useConnect.ts'
import { useConnections } from './useConnections.ts'
import { useDisconnect } from './useDisconnect.ts'
import { useNetwork } from './useNetwork.ts'
import { useSelectAccount } from './useSelectAccount.ts'
import { useSupportedRequests } from './useSupportedRequests.ts'
import { useSwitchNetwork } from './useSwitchNetwork.ts'

const namespace = 'solana'

function Solana() {
  const account = useAccount({ namespace })
  const { data: balance } = useBalance({ namespace })
  const { network, networks } = useNetwork({ namespace })
  const { mutate: switchNetwork } = useSwitchNetwork()
  const { connectors, mutate: connect, status } = useConnect({ namespace })
  const { mutate: disconnect } = useDisconnect({ namespace })
  const { mutate: selectAccount } = useSelectAccount({ namespace })
  const { activate, activeNamespace, connections } = useConnections()
  const { send, signMessage, switchNetwork: asks } = useSupportedRequests({ namespace })
  return (
    <>
      <output>
        {[
          account.address,
          `${balance?.formatted} ${balance?.symbol}`,
          network?.name,
          networks.length,
          account.allAccounts.length,
          activeNamespace,
          connections.map((one) => one.namespace).join('+'),
          [send, signMessage, asks].map(Number).join(''),
          connectors.map(({ name }) => name).join(),
          status,
        ].join('|')}
      </output>
      {connectors.map((connector) => (
        <button type="button" key={connector.id} onClick={() => connect({ connector })}>
          Connect {connector.name}
        </button>
      ))}
      <button type="button" onClick={() => selectAccount({ address: solanaAccount(1) })}>
        Other account
      </button>
      <button type="button" onClick={() => switchNetwork({ chainId: devnetId })}>
        Devnet
      </button>
      <button type="button" onClick={() => activate('eip155')}>
        Ethereum
      </button>
      <button type="button" onClick={() => disconnect()}>
        Leave Solana
      </button>
    </>
  )
}
function render(foyer: Foyer) {
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  root.render(
    <FoyerProvider foyer={foyer} modal={{ prefetch: 'none' }}>
      <Solana />
    </FoyerProvider>,
  )
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  return (text: string) =>
    expect.poll(() => container.querySelector('output')?.textContent).toBe(text)
}
const press = (name: string) => page.getByRole('button', { name }).click()

test('hooks of one namespace connect, select, switch and disconnect only it', async () => {
  const { foyer } = await namespacesFoyer({
    connected: ['eip155'],
    setUp({ solana }) {
      solana.accounts = [{ address: solanaAddress }, { address: solanaAccount(1) }]
      solana.scope = { chainIds: [solanaId, devnetId], methods: ['solana_signMessage'] }
    },
  })
  Object.assign(foyer.adapters.solana ?? {}, {
    send: async () => '',
    signMessage: async () => '',
  })
  const says = render(foyer)
  await says('|undefined undefined|Solana|2|0|eip155|eip155|000|Harbour|idle')
  await press('Connect Harbour')
  // The wallet only allows signing messages.
  const rest = 'eip155+solana|010|Harbour|success'
  await says(`${solanaAddress}|1.23456789 SOL|Solana|2|2|solana|${rest}`)
  await press('Other account')
  await says(`${solanaAccount(1)}|1.23456789 SOL|Solana|2|2|solana|${rest}`)
  await press('Devnet')
  await says(`${solanaAccount(1)}|1.23456789 SOL|Solana Devnet|2|2|solana|${rest}`)
  await press('Ethereum')
  await says(`${solanaAccount(1)}|1.23456789 SOL|Solana Devnet|2|2|eip155|${rest}`)
  await press('Leave Solana')
  await says('|undefined undefined|Solana Devnet|2|0|eip155|eip155|000|Harbour|success')
  expect(foyer.store.get().connections.eip155).toMatchObject({ status: 'connected', address })
})
