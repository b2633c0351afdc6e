import type { Foyer } from '@foyer/core'
import type { Modal } from '../modal.ts'
import type { ViewName } from '../view.ts'
import { begin, openingScreen } from './openingScreen.ts'

/** Views of one request: while one modal shows any of them, no other modal of the instance does. */
const requests: readonly (readonly ViewName[])[] = [
  ['ApproveTransaction'],
  ['ConnectingExternal', 'ConnectingWalletConnect', 'ConnectingWalletConnectBasic'],
  ['UnsupportedChain'],
]

const modalsOf = ({ running }: Foyer) =>
  ([...running.surfaces] as Modal[]).filter(({ element }) => element.isConnected)

/**
 * The one modal of an instance where a request is shown: the dialog that is open, else the card in the page (the one
 * with the focus, else the first one in sight), else the dialog that can open.
 */
export function surfaceOf(foyer: Foyer): Modal | undefined {
  const modals = modalsOf(foyer)
  const cards = modals.filter(({ options }) => options.embedded)
  const dialogs = modals.filter((modal) => !cards.includes(modal))
  return (
    dialogs.findLast(({ store }) => store.get().open) ??
    cards.find(({ element }) => element.matches(':focus-within')) ??
    cards.find(isInSight) ??
    dialogs[0] ??
    cards[0]
  )
}

/** A card that is not drawn yet will be. */
function isInSight({ element }: Modal): boolean {
  return element.shadowRoot?.querySelector('.card')?.checkVisibility() !== false
}

/** Whether another modal of the instance shows this request. */
export function isShownElsewhere(modal: Modal, view: ViewName): boolean {
  return modalsOf(modal.foyer).some(
    (other) =>
      other !== modal &&
      (other.options.embedded || other.store.get().open) &&
      isSameRequest(other.router.read().view, view),
  )
}

/**
 * Takes a request off the other modals when this one shows it.
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
      // Where a code is all there is, the modal has no other place to go.
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
