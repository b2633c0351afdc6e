import { createFoyer, createStore, type Foyer, type Options } from '@foyer/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createModal, type Modal } from '../createModal.ts'
import { FoyerContext } from './FoyerContext.ts'

/** Either a kit, or the options to make one of, once. */
export type FoyerProviderProps = {
  readonly children?: ReactNode
  /** Read when the modal is made; `locale` and `messages` are followed. */
  readonly modal?: createModal.Options | undefined
} & (
  | { readonly foyer: Foyer; readonly options?: undefined }
  | { readonly options: Options; readonly foyer?: undefined }
)

/**
 * Gives a kit and its modal to the hooks and buttons below it. The modal stands in the page while this is mounted.
 *
 * @example
 * <FoyerProvider options={{ projectId, networks, adapters: [evm()] }}>
 *   <FoyerButton />
 * </FoyerProvider>
 */
export function FoyerProvider({
  children,
  foyer: given,
  modal: modalOptions,
  options,
}: FoyerProviderProps) {
  const [own] = useState(() => (given ? undefined : createFoyer(options)))
  const foyer = (given ?? own) as Foyer
  const [modals] = useState(() => createStore<Modal | undefined>(undefined))
  const latest = useRef(modalOptions)
  const stopping = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    latest.current = modalOptions
  })
  useEffect(() => {
    clearTimeout(stopping.current)
    const modal = createModal(foyer, latest.current)
    modals.set(modal)
    return () => {
      modals.set(undefined)
      modal.destroy()
      // A kit of our own ends with us. Not at once: in strict mode effects run twice.
      if (foyer === own) stopping.current = setTimeout(() => foyer.running.stop?.())
    }
  }, [foyer, modals, own])

  const { locale, messages } = modalOptions ?? {}
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    if (locale)
      modals
        .get()
        ?.setLocale(locale, messages)
        .catch(() => {})
  }, [locale, messages, modals])

  const value = useMemo(() => ({ foyer, modals }), [foyer, modals])
  return <FoyerContext.Provider value={value}>{children}</FoyerContext.Provider>
}
