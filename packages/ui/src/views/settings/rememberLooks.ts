import type { ThemeMode } from '@foyer/core'
import type { Modal } from '../../modal.ts'
import { looksKey, parseLooks, siteLocale, siteTheme } from './rememberedLooks.ts'

/** Keeps what the user chose; a language of the site's own is the site's to set. */
export function rememberLooks(
  modal: Modal,
  chosen: { theme: ThemeMode | 'system' } | { locale: string },
): void {
  const { storage } = modal.foyer
  const looks = storage.read(looksKey, parseLooks) ?? {}
  storage.write(
    looksKey,
    'theme' in chosen
      ? { ...looks, theme: { site: siteTheme(modal), chosen: chosen.theme } }
      : { ...looks, locale: { site: siteLocale(modal), chosen: chosen.locale } },
  )
}
