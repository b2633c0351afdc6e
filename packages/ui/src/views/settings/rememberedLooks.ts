import type { ThemeMode } from '@foyer/core'
import { locales } from '../../i18n/language.ts'
import type { Modal } from '../../modal.ts'

/** Choices that a user makes in Settings. `site`: what the site itself set then. */
type Looks = {
  readonly theme?: { readonly site: string; readonly chosen: ThemeMode | 'system' }
  readonly locale?: { readonly site: string; readonly chosen: string }
}

export const looksKey = 'looks'
const themes: readonly unknown[] = ['system', 'light', 'dark'] satisfies (ThemeMode | 'system')[]

/** Applies the choices of before the reload, unless the site has another setting since, or has changed it already. */
export function restoreLooks(modal: Modal): void {
  const { locale, theme } = modal.foyer.storage.read(looksKey, parseLooks) ?? {}
  const { mode = 'system' } = modal.theme.store.get()
  if (theme?.site === siteTheme(modal) && theme.site === mode)
    modal.setThemeMode(theme.chosen === 'system' ? undefined : theme.chosen)
  // English until the site's catalogue has loaded.
  const isUntouched = ['en', siteLocale(modal)].includes(modal.language.store.get().locale)
  if (locale?.site === siteLocale(modal) && isUntouched)
    modal.setLocale(locale.chosen).catch((error) => modal.foyer.log('info', 'language', error))
}

/** Reads the site's own settings. */
export const siteTheme = ({ foyer }: Modal) => foyer.options.themeMode ?? 'system'
export const siteLocale = ({ options }: Modal) => options.locale ?? document.documentElement.lang

/** Drops invalid entries. */
export function parseLooks(stored: unknown): Looks {
  const { locale, theme } = Object(stored) as Looks
  return {
    ...(themes.includes(theme?.chosen) && { theme }),
    ...((locales as readonly unknown[]).includes(locale?.chosen) && { locale }),
  } as Looks
}
