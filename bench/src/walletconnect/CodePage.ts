import { createFoyer } from '@foyer/core'
import { evm, mainnet } from '@foyer/evm'
import { createModal } from '@foyer/ui'
import { walletConnect } from '@foyer/walletconnect'

const relayUrl = new URLSearchParams(location.search).get('relay') ?? ''
const modal = createModal(
  createFoyer({
    projectId: 'bench',
    adapters: [evm()],
    networks: [mainnet],
    connectors: [walletConnect({ projectId: 'bench', relayUrl })],
  }),
)
// Open the list before the measurement starts.
void modal.open()
