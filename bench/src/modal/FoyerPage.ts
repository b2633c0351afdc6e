import { createFoyer } from '@foyer/core'
import { evm, mainnet } from '@foyer/evm'
import { createModal } from '@foyer/ui'

// An installed wallet that announces itself like an extension.
const announce = () => {
  const detail = Object.freeze({
    info: {
      uuid: '7d0f9c3e-3c1f-4f0e-9a55-0d8a6f1f2b10',
      name: 'Bench Wallet',
      icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
      rdns: 'example.bench',
    },
    provider: { request: async () => [], on: () => {}, removeListener: () => {} },
  })
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}
window.addEventListener('eip6963:requestProvider', announce)
announce()

const apiUrl = new URLSearchParams(location.search).get('api')
createModal(
  createFoyer({
    projectId: 'bench',
    adapters: [evm()],
    networks: [mainnet],
    ...(apiUrl ? { apiUrl } : {}),
  }),
)
const button = document.createElement('foyer-connect-button')
button.id = 'open'
document.body.append(button)
