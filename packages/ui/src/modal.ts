import type { Foyer, ThemeMode, ThemeVariables } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { Messages } from './i18n/en.ts'
import type { Language } from './i18n/language.ts'
import type { ModalStore } from './modalStore.ts'
import type { Prefetch } from './prefetch.ts'
import type { DataOf, Router } from './router.ts'
import type { Theme } from './theme.ts'
import type { ViewName } from './view.ts'

/** One modal of one kit. */
export type Modal = {
  readonly foyer: Foyer
  readonly options: ModalOptions
  /** `<foyer-modal>`: on the body already, or for the site to place (`disableAppend`, `embedded`). */
  readonly element: FoyerModalElement
  readonly store: ModalStore
  readonly router: Router
  readonly theme: Theme
  readonly language: Language
  /**
   * Opens at `view`, else at the account, else at the ways to connect.
   *
   * @returns When it is on the screen.
   * @throws TypeError when its code can not be loaded; it is closed again then
   */
  open<name extends ViewName>(view?: name, ...data: Partial<DataOf<name>>): Promise<void>
  /** Refused with a shake by views that wait for an answer, unless forced. Embedded: back to the first view. */
  close(parameters?: { force?: boolean }): void
  /** Whether the view on top may be left. */
  canClose(): boolean
  /** The namespace to connect when the modal opens next; undefined: the active one. */
  setNamespace(namespace: Namespace | undefined): void
  setThemeMode(mode: ThemeMode | undefined): void
  setThemeVariables(variables: ThemeVariables): void
  setLocale: Language['setLocale']
  /** Draws in the page instead of the top layer: for wallets that put an overlay into the page. */
  setZIndexMode(on: boolean): void
  /** Fetches what the first click needs, and `view` when one is named. Never throws. */
  prefetch(view?: ViewName): Promise<void>
  /** Takes the modal from the page. The kit goes on. */
  destroy(): void
  /** For the element. */
  attach(element: FoyerModalElement): void
  /** For the element. */
  detach(element: FoyerModalElement): void
}

/** `<foyer-modal>`. `modal` is set by `createModal`; in markup the element finds it, by `for` or alone. */
export type FoyerModalElement = HTMLElement & { modal: Modal | undefined }

/** Options of `createModal`. */
export type ModalOptions = {
  /** The site places `modal.element`, or writes `<foyer-modal>`. @default false */
  disableAppend?: boolean | undefined
  /** A card in the page, where the site places the element; always open. @default false */
  embedded?: boolean | undefined
  /**
   * The site begins to connect over WalletConnect by itself, by `connect` of the core; the modal shows the code, and
   * the wallets, for it. @default false
   */
  manualWCControl?: boolean | undefined
  /** What elements of the page say in `for` where there are several modals. @default none */
  name?: string | undefined
  /** BCP 47. @default the page's, else en */
  locale?: string | undefined
  /** The site's own words, over those of the language. @default {} */
  messages?: Partial<Messages> | undefined
  /** On phones, a wallet's https address before its own scheme, where the directory has one. @default false */
  preferUniversalLinks?: boolean | undefined
  /** @default 'idle' */
  prefetch?: Prefetch | undefined
  /** Draw in the page by z-index instead of the top layer. @default false */
  zIndexMode?: boolean | undefined
}
