import type { Store, ThemeMode, ThemeVariables } from '@foyer/core'
import { createStore } from '@foyer/core/internal'

/** The site's theme; undefined mode: the system's setting. */
export type ThemeState = {
  readonly mode: ThemeMode | undefined
  /** Public tokens without their `--foyer-` prefix. */
  readonly variables: ThemeVariables
}

/** The shared theme of the modal and its buttons. */
export type Theme = {
  readonly store: Store<ThemeState>
  /** Adopted by every element of the modal; follows the store. */
  readonly sheet: CSSStyleSheet
}

export function createTheme(initial: ThemeState): Theme {
  const store = createStore(initial)
  const sheet = new CSSStyleSheet()
  const write = ({ mode, variables }: ThemeState) => {
    sheet.replaceSync(`:host{color-scheme:${mode ?? 'light dark'}!important}`)
    const rule = sheet.cssRules[0] as CSSStyleRule
    // Through the object model, so that a value cannot close the rule and start another one.
    for (const [name, value] of Object.entries(variables))
      rule.style.setProperty(`--foyer-${name.replace(/^--foyer-/, '')}`, String(value))
  }
  write(initial)
  store.subscribe(write)
  return { store, sheet }
}
