import type { Foyer } from '@foyer/core'
import type { Modal } from '../modal.ts'
import type { ViewName } from '../view.ts'
import { begin, openingScreen } from './openingScreen.ts'

/** Views of requests: only one modal of an instance shows any of them at a time. */
const requests: readonly (readonly ViewName[])[] = [
  ['ApproveTransaction'],
  ['ConnectingExternal', 'ConnectingWalletConnect', 'ConnectingWalletConnectBasic'],
  ['UnsupportedChain'],
  ['PreviewRequest'],
  ['ConnectingSiwe'],
]

const modalsOf = ({ running }: Foyer) =>
  ([...running.surfaces] as Modal[]).filter(({ element }) => element.isConnected)

/**
 * Picks the modal that shows a request: the open dialog, else the embedded card (the focused one, else the first
 * visible one), else a dialog that can open.
 */
export function surfaceOf(foyer: Foyer): Modal | undefined {
  const modals = modalsOf(foyer)
  const cards = modals.filter(({ options }) => options.embedded)
  const dialogs = modals.filter((modal) => !cards.includes(modal))
  return (
    dialogs.findLast(({ store }) => store.get().open) ??
    cards.find(({ element }) => element.matches(':focus-within')) ??
    cards.find(isInViewport) ??
    dialogs[0] ??
    cards[0]
  )
}

/** A card that is not rendered yet counts as visible. */
function isInViewport({ element }: Modal): boolean {
  return element.shadowRoot?.querySelector('.card')?.checkVisibility() !== false
}

/** True if another modal of the instance shows this request. */
export function isShownElsewhere(modal: Modal, view: ViewName): boolean {
  return modalsOf(modal.foyer).some(
    (other) =>
      other !== modal &&
      (other.options.embedded || other.store.get().open) &&
      isSameRequest(other.router.read().view, view),
  )
}

/**
 * Removes a request from the other modals when this one shows it.
 *
 * @returns A stop function.
 */
export function followSurface(modal: Modal): () => void {
  const { foyer, router, store } = modal
  const look = () => {
    const { view } = router.read()
    if (!requests.flat().includes(view) || surfaceOf(foyer) !== modal) return
    for (const other of modalsOf(foyer)) {
      if (other === modal || !isSameRequest(other.router.read().view, view)) continue
      // If a code is the only view, the modal cannot go elsewhere.
      if (!isSameRequest(openingScreen(other).view, view)) begin(other)
    }
  }
  look()
  const stops = [router.store.subscribe(look), store.subscribe(look)]
  return () => {
    for (const stop of stops) stop()
  }
}

function isSameRequest(one: ViewName, other: ViewName): boolean {
  return requests.some((views) => views.includes(one) && views.includes(other))
}
