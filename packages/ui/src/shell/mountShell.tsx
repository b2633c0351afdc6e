import { createStore } from '@foyer/core'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { type Ui, UiContext } from '../context.ts'
import type { Modal } from '../createModal.ts'
import reset from '../reset.css?inline'
import { adopt } from '../styles.ts'
import { createTransactionStack } from '../transactionStack.ts'
import { StyleRoot } from '../useStyles.ts'
import type { LegalState } from '../views/connect/useLegal.ts'
import { type ViewName, views } from '../views.ts'
import { createNotices } from './notices.ts'
import { Shell } from './Shell.tsx'
import { createViewLoader } from './viewLoader.ts'

/** The modal on the page. */
export type MountedShell = {
  isClosable(view: ViewName): boolean
  loadView(view: ViewName): Promise<void>
  unmount(): void
}

/** Draws the modal into its shadow root: the one place where React starts. */
export function mountShell({
  Legal,
  modal,
  root,
}: {
  /** Terms and privacy, where the site has them. */
  Legal: ComponentType | undefined
  modal: Modal
  root: ShadowRoot
}): MountedShell {
  adopt(root, reset)
  const container = document.createElement('div')
  root.append(container)
  const react = createRoot(container)
  const loader = createViewLoader()
  const transactions = createTransactionStack(modal.foyer, modal.router)
  const ui: Ui = {
    foyer: modal.foyer,
    router: modal.router,
    transactions,
    modal,
    notices: createNotices(),
    views: loader,
    Legal,
    legal: createStore<LegalState>({
      accepted: !modal.foyer.options.features.legalCheckbox,
      refused: 0,
    }),
  }
  react.render(
    <StyleRoot.Provider value={root}>
      <UiContext.Provider value={ui}>
        <Shell />
      </UiContext.Provider>
    </StyleRoot.Provider>,
  )
  return {
    isClosable: (view) => views[view].closable !== false,
    loadView: loader.load,
    unmount() {
      transactions.stop()
      react.unmount()
      container.remove()
    },
  }
}
