import { createFoyer, type Foyer, type Store } from '@foyer/core'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { renderButton } from '../elements/renderButton.ts'
import type { Modal } from '../modal.ts'

/** What the hooks share: the kit, and its modal once there is a page. */
export type FoyerContextValue = {
  readonly foyer: Foyer
  /** undefined on a server and until the provider's effect ran. */
  readonly modals: Store<Modal | undefined>
  /** What a server needs to paint the buttons. */
  readonly paint: Pick<renderButton.Parameters, 'hint' | 'messages' | 'nonce'>
}

export const FoyerContext = createContext<FoyerContextValue | null>(null)

/** @throws Error outside of {@link FoyerProvider} */
export function useFoyerContext(): FoyerContextValue {
  const value = useContext(FoyerContext)
  if (!value)
    throw new Error(
      'A hook of Foyer was called outside of <FoyerProvider>. Wrap the component: <FoyerProvider foyer={foyer}>…</FoyerProvider>.',
    )
  return value
}

/**
 * Re-renders when what `read` gives changes. On a server, and while its HTML is hydrated, it reads a kit with nothing
 * stored: the two always agree, whatever this browser remembers.
 *
 * @param read - Gives the same object until something in it changes.
 */
export function useKit<value>(read: (foyer: Foyer) => value): value {
  const { foyer } = useFoyerContext()
  return useSyncExternalStore(
    foyer.store.subscribe,
    () => read(foyer),
    () => read(blankOf(foyer)),
  )
}

const blanks = new WeakMap<Foyer, Foyer>()
const emptyStorage = { getItem: () => null, setItem() {}, removeItem() {} }

/** The same options with nothing stored: what a server knows. */
function blankOf(foyer: Foyer): Foyer {
  let blank = blanks.get(foyer)
  if (!blank) {
    blank = createFoyer({ ...foyer.options, storage: emptyStorage })
    blanks.set(foyer, blank)
  }
  return blank
}

/** The modal, once it is there. */
export function whenModal({ modals }: FoyerContextValue): Promise<Modal> {
  const modal = modals.get()
  if (modal) return Promise.resolve(modal)
  return new Promise((resolve) => {
    const stop = modals.subscribe((next) => {
      if (!next) return
      stop()
      resolve(next)
    })
  })
}
