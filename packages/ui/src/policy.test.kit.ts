import { createFoyer } from '@foyer/core'
import { createModal } from './createModal.ts'
import { testConnector } from './testConnector.test.kit.ts'
import { networks } from './testFoyer.test.kit.ts'

// The script of a page without styles; theme.test.tsx reads its output.
const violations: string[] = []
document.addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
  violations.push(`${violatedDirective} ${blockedURI}`)
})
// The test server's globals, expected by its modules.
Object.assign(window, {
  $RefreshReg$: () => {},
  $RefreshSig$: () => (type: unknown) => type,
  __vite_plugin_react_preamble_installed__: true,
  __vitest_browser_runner__: { wrapDynamicImport: (load: () => unknown) => load() },
})
const modal = createModal(
  createFoyer({
    projectId: 'policy',
    networks,
    adapters: [{ namespace: 'eip155', isAddress: () => true, verifyAddress: async () => true }],
    connectors: [testConnector(1)],
  }),
)
await modal.open()
await modal.open('AllWallets')
await modal.open('Connect')
await new Promise((resolve) => setTimeout(resolve, 300))
const root = modal.element.shadowRoot
const card = root?.querySelector('.card')
parent.postMessage(
  {
    violations,
    width: card ? getComputedStyle(card).width : undefined,
    rows: root?.querySelectorAll('.row').length,
  },
  location.ancestorOrigins[0] ?? location.origin,
)
