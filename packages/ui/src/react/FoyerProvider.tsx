import { createFoyer, type Foyer, type Options } from '@foyer/core'
import { createStore, sdkVersionOf } from '@foyer/core/internal'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createModal } from '../createModal.ts'
import type { ButtonHint } from '../elements/buttonHint.ts'
import { keepButtonHint } from '../elements/keepButtonHint.ts'
import type { Modal } from '../modal.ts'
import { FoyerContext } from './FoyerContext.ts'

/** Either a kit, or the options to make one of, once. */
export type FoyerProviderProps = {
  /** @default none */
  readonly children?: ReactNode
  /** Read when the modal is made; `locale` and `messages` are followed. @default {} */
  readonly modal?: createModal.Options | undefined
  /**
   * What this browser showed last, from `readButtonHint` of `@foyer/ui/server`: a server paints the buttons so. Given, also
   * as null, the browser keeps it in a cookie. @default no cookie
   */
  readonly buttonHint?: ButtonHint | null | undefined
  /** Of the page's Content-Security-Policy, for the styles of the buttons that a server paints. @default none */
  readonly nonce?: string | undefined
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
  buttonHint,
  children,
  foyer: given,
  modal: modalOptions,
  nonce,
  options,
}: FoyerProviderProps) {
  const [own] = useState(() => (given ? undefined : createReactFoyer(options)))
  const foyer = (given ?? own) as Foyer
  const [modals] = useState(() => createStore<Modal | undefined>(undefined))
  const latest = useRef(modalOptions)
  const keepsHint = buttonHint !== undefined
  const stopping = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    latest.current = modalOptions
  })
  useEffect(() => {
    clearTimeout(stopping.current)
    const modal = createModal(foyer, latest.current)
    modals.set(modal)
    const stopHint = keepsHint ? keepButtonHint(modal) : undefined
    return () => {
      stopHint?.()
      modals.set(undefined)
      modal.destroy()
      // A kit of our own ends with us. Not at once: in strict mode effects run twice.
      if (foyer === own) stopping.current = setTimeout(() => foyer.running.stop?.())
    }
  }, [foyer, keepsHint, modals, own])

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

  const value = useMemo(
    () => ({ foyer, modals, paint: { hint: buttonHint ?? undefined, messages, nonce } }),
    [buttonHint, foyer, messages, modals, nonce],
  )
  return <FoyerContext.Provider value={value}>{children}</FoyerContext.Provider>
}

function createReactFoyer(options: Options): Foyer {
  const { adapters, sdkVersion = Array.isArray(adapters) ? sdkVersionOf('react', adapters) : '' } =
    options
  return createFoyer({ ...options, sdkVersion })
}
