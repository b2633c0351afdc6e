import { type Foyer, type FoyerState, type Store, watch } from '@foyer/core'
import {
  type ComponentType,
  createContext,
  useCallback,
  useContext,
  useSyncExternalStore,
} from 'react'
import type { MessageKey } from './i18n/en.ts'
import { fillMessage } from './i18n/fillMessage.ts'
import type { LanguageState } from './i18n/language.ts'
import type { Modal } from './modal.ts'
import type { ModalState } from './modalStore.ts'
import type { Notices } from './shell/notices.ts'
import type { ViewLoader } from './shell/viewLoader.ts'

/** Whether the visitor accepted the terms; once for each modal. */
export type LegalState = {
  readonly accepted: boolean
  /** How often somebody tried to go on without. */
  readonly refused: number
}

/** What every view can reach. */
export type Ui = Pick<Modal, 'foyer' | 'router'> & {
  readonly modal: Modal
  readonly notices: Notices
  readonly views: ViewLoader
  readonly legal: Store<LegalState>
  /** Terms and privacy; undefined where the site has neither. */
  readonly Legal: ComponentType | undefined
}

export const UiContext = createContext<Ui | null>(null)

export function useUi(): Ui {
  const ui = useContext(UiContext)
  if (!ui)
    throw new Error(
      'A view of Foyer was rendered outside of <foyer-modal>. Open it: modal.open(view).',
    )
  return ui
}

/**
 * Re-renders when `select(state)` changes.
 *
 * @param select - Gives a stable value: a field, never a new object.
 */
export function useSlice<state, slice>(
  store: Store<state>,
  select: (state: state) => slice,
): slice {
  const subscribe = useCallback(
    (changed: () => void) => watch(store, select, changed),
    [store, select],
  )
  const read = () => select(store.get())
  return useSyncExternalStore(subscribe, read, read)
}

/** A slice of what the kit knows. */
export function useFoyerState<slice>(select: (state: FoyerState) => slice): slice {
  return useSlice(useUi().foyer.store, select)
}

/**
 * Re-renders when what `read` gives changes.
 *
 * @param read - Gives the same object until something in it changes.
 */
export function useFoyerRead<value>(read: (foyer: Foyer) => value): value {
  const { foyer } = useUi()
  const readNow = () => read(foyer)
  return useSyncExternalStore(foyer.store.subscribe, readNow, readNow)
}

/** A slice of the modal's own state. */
export function useModalState<slice>(select: (state: ModalState) => slice): slice {
  return useSlice(useUi().modal.store, select)
}

const whole = (state: LanguageState) => state
/** Locale, direction and messages, for Intl and for what depends on the direction. */
export function useLanguage(): LanguageState {
  return useSlice(useUi().modal.language.store, whole)
}

/** Gives the words for a key, with `{name}` filled in. */
export type Say = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string

export function useMessage(): Say {
  const { views } = useUi()
  const { messages } = useLanguage()
  return useCallback(
    (key, values) => fillMessage(messages[key] ?? views.readEnglish()[key] ?? '', values),
    [messages, views],
  )
}
