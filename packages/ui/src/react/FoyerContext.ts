import { createFoyer, type Foyer, type Store } from '@foyer/core'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { renderButton } from '../elements/renderButton.ts'
import type { Modal } from '../modal.ts'

/** Context of the hooks: the instance, and its modal in a page. */
export type FoyerContextValue = {
  readonly foyer: Foyer
  /** undefined on a server and until the provider's effect has run. */
  readonly modals: Store<Modal | undefined>
  /** Data for a server to render the buttons. */
  readonly paint: Pick<renderButton.Parameters, 'hint' | 'messages' | 'nonce'>
}

export const FoyerContext = createContext<FoyerContextValue | null>(null)

/** @throws Error outside {@link FoyerProvider} */
export function useFoyerContext(): FoyerContextValue {
  const value = useContext(FoyerContext)
  if (!value)
    throw new Error(
      'A hook of Foyer was called outside of <FoyerProvider>. Wrap the component: <FoyerProvider foyer={foyer}>…</FoyerProvider>.',
    )
  return value
}

/**
 * Re-renders when the result of `read` changes. On a server and during hydration it reads an instance without storage,
 * so that both render the same.
 *
 * @param read - Must return the same object until something in it changes.
 */
export function useFoyerValue<value>(read: (foyer: Foyer) => value): value {
  const { foyer } = useFoyerContext()
  return useSyncExternalStore(
    foyer.store.subscribe,
    () => read(foyer),
    () => read(blankOf(foyer)),
  )
}

const blanks = new WeakMap<Foyer, Foyer>()
const emptyStorage = { getItem: () => null, setItem() {}, removeItem() {} }

/** The same options without storage, as on a server. */
function blankOf(foyer: Foyer): Foyer {
  let blank = blanks.get(foyer)
  if (!blank) {
    blank = createFoyer({ ...foyer.options, storage: emptyStorage })
    blanks.set(foyer, blank)
  }
  return blank
}

/** Resolves with the modal once it exists. */
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
