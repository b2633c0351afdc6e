import { createStore, findAuthConnector } from '@foyer/core/internal'
import { createRoot } from 'react-dom/client'
import cardTokens from '../cardTokens.css?inline'
import { type LegalState, type Ui, UiContext } from '../context.ts'
import type { Modal } from '../modal.ts'
import reset from '../reset.css?inline'
import { adopt } from '../styles.ts'
import { StyleRoot } from '../useStyles.ts'
import type { ViewName } from '../view.ts'
import { restoreLooks } from '../views/settings/rememberedLooks.ts'
import { views } from '../views.ts'
import { followConnection } from './followConnection.ts'
import { createNotices } from './notices.ts'
import { begin } from './openingScreen.ts'
import { resume } from './resume.ts'
import { Shell } from './Shell.tsx'
import { followSurface } from './surface.ts'
import { createViewLoader } from './viewLoader.ts'

/** The modal on the page. */
export type MountedShell = {
  /** Shows the opening view. */
  begin(): void
  /** Called after closing: ends a pairing code that is no longer visible; embedded, shows the first view. */
  end(): void
  isClosable(view: ViewName): boolean
  loadView(view: ViewName): Promise<void>
  unmount(): void
}

/** Renders the modal into its shadow root, with React's only root. */
export function mountShell({
  modal,
  root,
  terms,
}: {
  modal: Modal
  root: ShadowRoot
  /** Terms and privacy, if the site has them. */
  terms: typeof import('../views/connect/Legal.tsx') | undefined
}): MountedShell {
  restoreLooks(modal)
  adopt(root, cardTokens)
  adopt(root, reset)
  const container = document.createElement('div')
  root.append(container)
  const react = createRoot(container)
  const loader = createViewLoader({ views, words: terms?.legalWords })
  const ui: Ui = {
    foyer: modal.foyer,
    router: modal.router,
    modal,
    notices: createNotices(),
    views: loader,
    Legal: terms?.Legal,
    legal: createStore<LegalState>({
      accepted: !modal.foyer.options.features.legalCheckbox,
      refused: 0,
    }),
  }
  const stops = [followConnection(modal), followSurface(modal)]
  const auth = findAuthConnector(modal.foyer)
  const following =
    auth &&
    import('./followAuth.ts').then(
      (m) => m.followAuth(ui, auth),
      (error) => modal.foyer.log('error', 'followAuth', error),
    )
  react.render(
    <StyleRoot.Provider value={root}>
      <UiContext.Provider value={ui}>
        <Shell />
      </UiContext.Provider>
    </StyleRoot.Provider>,
  )
  return {
    begin: () => resume(modal),
    end() {
      modal.foyer.store.set((state) => ({
        ...state,
        pairing: { ...state.pairing, wcUri: undefined, wcPairingExpiry: undefined },
      }))
      if (modal.options.embedded) begin(modal)
    },
    isClosable: (view) => views[view].closable !== false,
    loadView: loader.load,
    unmount() {
      for (const stop of stops) stop()
      void following?.then((stop) => stop?.())
      react.unmount()
      container.remove()
    },
  }
}
