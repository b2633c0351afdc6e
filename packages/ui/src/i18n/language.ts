import type { Store } from '@foyer/core'
import { createStore } from '@foyer/core/internal'
import { readOwn } from '@foyer/protocol'
import type { Messages } from './en.ts'
import type { AllMessages } from './featureMessages.ts'

/** Languages that Foyer includes. A site may bring its own: any BCP 47 tag, with every message. */
export const locales = ['en', 'es', 'ar'] as const

export type LanguageState = {
  /** BCP 47. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** The catalogue, overridden by the site's own texts; missing ones are English. */
  readonly messages: Partial<AllMessages>
}

/** Texts of one modal and its buttons. */
export type Language = {
  readonly store: Store<LanguageState>
  /**
   * Changes the language once its catalogue has loaded; a later call wins.
   *
   * @param messages - The site's own texts. Omitted: the earlier ones.
   */
  setLocale(locale: string, messages?: Partial<AllMessages>): Promise<void>
}

type Catalogue = () => Promise<Messages>
/** English is included; others are separate chunks. */
const catalogues: Partial<Record<string, Catalogue>> = {
  es: () => import('./es.ts').then((m) => m.es),
  ar: () => import('./ar.ts').then((m) => m.ar),
}
const rightToLeft = ['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ps', 'sd', 'ug', 'ur', 'yi']

const languageOf = (locale: string) => locale.toLowerCase().split('-')[0] as string

/** Starts in English until another catalogue has loaded. */
export function createLanguage({
  locale,
  messages: own = {},
}: {
  locale: string
  messages?: Partial<AllMessages> | undefined
}): Language {
  const state = (tag: string, catalogue: Partial<Messages>): LanguageState => ({
    locale: tag,
    direction: rightToLeft.includes(languageOf(tag)) ? 'rtl' : 'ltr',
    messages: { ...catalogue, ...own },
  })
  const brought = readOwn(catalogues, languageOf(locale)) !== undefined
  const store = createStore(state(brought ? 'en' : locale, {}))
  let asked = 0
  const setLocale = async (tag: string, messages?: Partial<AllMessages>) => {
    if (messages) own = messages
    const call = ++asked
    const catalogue = await readOwn(catalogues, languageOf(tag))?.()
    if (call === asked) store.set(state(tag, catalogue ?? {}))
  }
  // Without its catalogue the modal stays in English: a failed chunk breaks no button.
  if (brought) setLocale(locale).catch(() => {})
  return { store, setLocale }
}

/** The page's language if Foyer includes it, else English. */
export function pageLocale(): string {
  const { lang } = document.documentElement
  return (locales as readonly string[]).includes(languageOf(lang)) ? lang : 'en'
}
