import type { Foyer, ThemeMode, ThemeVariables } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { AllMessages } from './i18n/featureMessages.ts'
import type { Language } from './i18n/language.ts'
import type { ModalStore } from './modalStore.ts'
import type { Prefetch } from './prefetch.ts'
import type { DataOf, Router } from './router.ts'
import type { Theme } from './theme.ts'
import type { ViewName } from './view.ts'

/** The modal of an instance. */
export type Modal = {
  readonly foyer: Foyer
  readonly options: ModalOptions
  /** `<foyer-modal>`: appended to the body, or placed by the site (`disableAppend`, `embedded`). */
  readonly element: FoyerModalElement
  readonly store: ModalStore
  readonly router: Router
  readonly theme: Theme
  readonly language: Language
  /**
   * Opens at `view`, else at the account, else at the ways to connect.
   *
   * @returns Resolves when it is visible.
   * @throws TypeError when its code cannot be loaded; the modal is closed then
   */
  open<name extends ViewName>(view?: name, ...data: Partial<DataOf<name>>): Promise<void>
  /** Closes. A view that waits for an answer shakes instead, unless forced. Embedded: shows the first view. */
  close(parameters?: { force?: boolean }): void
  /** True if the top view may be closed. */
  canClose(): boolean
  /** Sets the namespace for the next opening; undefined: the active one. */
  setNamespace(namespace: Namespace | undefined): void
  setThemeMode(mode: ThemeMode | undefined): void
  setThemeVariables(variables: ThemeVariables): void
  setLocale: Language['setLocale']
  /** Renders in the page instead of the top layer: for wallets with an overlay in the page. */
  setZIndexMode(on: boolean): void
  /** Prefetches the code for the first click, and for `view` if given. Never throws. */
  prefetch(view?: ViewName): Promise<void>
  /** Removes the modal from the page. The instance keeps running. */
  destroy(): void
  /** Called by the element when it is added to the page. */
  attach(element: FoyerModalElement): void
  /** Called by the element when it is removed from the page. */
  detach(element: FoyerModalElement): void
}

/** `<foyer-modal>`. `createModal` sets `modal`; an element in markup finds it, by its `for` attribute if there is one. */
export type FoyerModalElement = HTMLElement & { modal: Modal | undefined }

/** Options of `createModal`. */
export type ModalOptions = {
  /** The site places `modal.element`, or writes `<foyer-modal>`. @default false */
  disableAppend?: boolean | undefined
  /** A card in the page, where the site places the element; always open. @default false */
  embedded?: boolean | undefined
  /**
   * The site itself calls `connect` of the core for WalletConnect; the modal only shows its code and wallets.
   *
   * @default false
   */
  manualWCControl?: boolean | undefined
  /** Name for the `for` attribute of elements, with several modals. @default none */
  name?: string | undefined
  /** BCP 47. @default the page's, else en */
  locale?: string | undefined
  /** The site's own texts, which override those of the language. @default {} */
  messages?: Partial<AllMessages> | undefined
  /** On phones, prefer a wallet's https link to its own scheme, if the directory has one. @default false */
  preferUniversalLinks?: boolean | undefined
  /** When to load the modal's code. @default 'idle' */
  prefetch?: Prefetch | undefined
  /** Use z-index instead of the top layer. @default false */
  zIndexMode?: boolean | undefined
}
