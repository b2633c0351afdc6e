import { createFoyer, type Foyer, type Options } from '@foyer/core'
import { createStore, sdkVersionOf } from '@foyer/core/internal'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { createModal } from '../createModal.ts'
import type { ButtonHint } from '../elements/buttonHint.ts'
import { keepButtonHint } from '../elements/keepButtonHint.ts'
import type { Modal } from '../modal.ts'
import { FoyerContext } from './FoyerContext.ts'

/** Either an instance, or options to create one, once. */
export type FoyerProviderProps = {
  /** The components that use hooks and buttons. @default none */
  readonly children?: ReactNode
  /**
   * Options of the modal, read once; only `locale` and `messages` may change later. New messages apply only while `locale` is
   * set.
   *
   * @default {}
   */
  readonly modal?: createModal.Options | undefined
  /**
   * Last content of the buttons in this browser, from `readButtonHint` of `@foyer/ui/server`, for rendering on a
   * server. If set, also to null, the browser stores it in a cookie.
   *
   * @default no cookie
   */
  readonly buttonHint?: ButtonHint | null | undefined
  /** The nonce of the page's Content-Security-Policy, for the styles of server-rendered buttons. @default none */
  readonly nonce?: string | undefined
} & (
  | { readonly foyer: Foyer; readonly options?: undefined }
  | { readonly options: Options; readonly foyer?: undefined }
)

/**
 * Provides an instance and its modal to the hooks and buttons below it. The modal is in the page while the provider is
 * mounted.
 *
 * @example
 * ```tsx
 * <FoyerProvider options={{ projectId, networks, adapters: [evm()] }}>
 *   <FoyerButton />
 * </FoyerProvider>
 * ```
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
      // Destroys our own instance, with a delay: in strict mode effects run twice.
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
