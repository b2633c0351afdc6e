import { createFoyer } from '@foyer/core'
import { createModal } from './createModal.ts'
import { testConnector } from './testConnector.test.kit.ts'
import { networks, testFoyer } from './testFoyer.test.kit.ts'

// The script of a page without styles; openUnderPolicy.test.kit.ts reads its output.
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

createModal((await testFoyer()).foyer, { name: 'connected', prefetch: 'none' })
const element = document.createElement('foyer-button')
element.setAttribute('for', 'connected')
document.body.append(element)
const root = modal.element.shadowRoot
const read = () => {
  const styleOf = (selector: string, within: ShadowRoot | null) => {
    const found = within?.querySelector(selector)
    return found ? getComputedStyle(found) : undefined
  }
  return {
    modal: { width: styleOf('.card', root)?.width, rows: root?.querySelectorAll('.row').length },
    button: {
      text: element.shadowRoot?.querySelector('.text')?.textContent,
      corners: styleOf('button', element.shadowRoot)?.borderRadius,
      picture: styleOf('.picture', element.shadowRoot)?.backgroundImage.match(/^[a-z-]+/)?.[0],
    },
  }
}
const end = Date.now() + 30_000
const isShown = ({ modal, button }: ReturnType<typeof read>) =>
  modal.rows === 1 && ![undefined, 'none'].includes(button.picture)
while (!isShown(read()) && Date.now() < end) await new Promise(requestAnimationFrame)

// For what is styled later.
await new Promise((resolve) => setTimeout(resolve, 300))

// Shows that the policy applies; violations are reported in order, so it comes after all others.
const count = violations.length
document.createElement('p').setAttribute('style', 'color: red')
while (violations.length === count) await new Promise(requestAnimationFrame)
const probe = violations.pop()
parent.postMessage({ probe, violations, ...read() }, location.ancestorOrigins[0] ?? location.origin)
