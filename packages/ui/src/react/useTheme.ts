import type { ThemeMode, ThemeVariables } from '@foyer/core'
import { useCallback, useSyncExternalStore } from 'react'
import { useFoyerContext, whenModal } from './FoyerContext.ts'

export type UseTheme = {
  /** undefined: follows the system. */
  readonly mode: ThemeMode | undefined
  readonly variables: ThemeVariables
  readonly setMode: (mode: ThemeMode | undefined) => void
  /** Replaces all of them. */
  readonly setVariables: (variables: ThemeVariables) => void
}

const nothing = () => () => {}

/** The theme of modal and buttons. */
export function useTheme(): UseTheme {
  const context = useFoyerContext()
  const { foyer, modals } = context
  const theme = useSyncExternalStore(modals.subscribe, modals.get, () => undefined)?.theme
  const { themeMode, themeVariables } = foyer.options
  const mode = () => (theme ? theme.store.get().mode : themeMode)
  const variables = () => theme?.store.get().variables ?? themeVariables
  const subscribe = theme?.store.subscribe ?? nothing
  return {
    mode: useSyncExternalStore(subscribe, mode, () => themeMode),
    variables: useSyncExternalStore(subscribe, variables, () => themeVariables),
    setMode: useCallback(
      (next) => void whenModal(context).then((modal) => modal.setThemeMode(next)),
      [context],
    ),
    setVariables: useCallback(
      (next) => void whenModal(context).then((modal) => modal.setThemeVariables(next)),
      [context],
    ),
  }
}
