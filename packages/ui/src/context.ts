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

/** True once the user accepted the terms; one value per modal. */
export type LegalState = {
  readonly accepted: boolean
  /** Number of attempts to continue without accepting. */
  readonly refused: number
}

/** The context of every view. */
export type Ui = Pick<Modal, 'foyer' | 'router'> & {
  readonly modal: Modal
  readonly notices: Notices
  readonly views: ViewLoader
  readonly legal: Store<LegalState>
  /** Terms and privacy; undefined if the site has neither. */
  readonly Legal: ComponentType | undefined
}

export const UiContext = createContext<Ui | null>(null)

export function useUi(): Ui {
  const ui = useContext(UiContext)
  if (!ui) throw new Error('A view outside of <foyer-modal>: call modal.open(view).')
  return ui
}

/**
 * Re-renders when `select(state)` changes.
 *
 * @param select - Must return a stable value: a field, never a new object.
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

/** Selects a slice of the instance's state. */
export function useFoyerState<slice>(select: (state: FoyerState) => slice): slice {
  return useSlice(useUi().foyer.store, select)
}

/**
 * Re-renders when the result of `read` changes.
 *
 * @param read - Must return the same object until something in it changes.
 */
export function useFoyerRead<value>(read: (foyer: Foyer) => value): value {
  const { foyer } = useUi()
  const readNow = () => read(foyer)
  return useSyncExternalStore(foyer.store.subscribe, readNow, readNow)
}

/** Selects a slice of the modal's own state. */
export function useModalState<slice>(select: (state: ModalState) => slice): slice {
  return useSlice(useUi().modal.store, select)
}

const selectAll = (state: LanguageState) => state
/** Locale, direction and messages. */
export function useLanguage(): LanguageState {
  return useSlice(useUi().modal.language.store, selectAll)
}

/** Returns the text of a key, with `{name}` filled in. */
export type Say = (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string

export function useMessage(): Say {
  const { views } = useUi()
  const { messages } = useLanguage()
  return useCallback(
    (key, values) => fillMessage(messages[key] ?? views.readEnglish()[key] ?? '', values),
    [messages, views],
  )
}
