import { useCallback, useSyncExternalStore } from 'react'
import type { Modal } from '../modal.ts'
import { useFoyerContext, whenModal } from './FoyerContext.ts'

export type UseModal = {
  /** undefined on a server and in the first render. */
  readonly modal: Modal | undefined
  readonly isOpen: boolean
  /** Opens it, also when called before the modal exists. @throws TypeError when its code cannot be loaded */
  readonly open: Modal['open']
  readonly close: Modal['close']
}

const nothing = () => () => {}

/** Opens and closes the modal. */
export function useModal(): UseModal {
  const context = useFoyerContext()
  const { modals } = context
  const modal = useSyncExternalStore(modals.subscribe, modals.get, () => undefined)
  const isOpen = useSyncExternalStore(
    modal?.store.subscribe ?? nothing,
    () => modal?.store.get().open ?? false,
    () => false,
  )
  return {
    modal,
    isOpen,
    open: useCallback<Modal['open']>(
      async (...parameters) => (await whenModal(context)).open(...parameters),
      [context],
    ),
    close: useCallback<Modal['close']>(
      (parameters) => context.modals.get()?.close(parameters),
      [context],
    ),
  }
}
