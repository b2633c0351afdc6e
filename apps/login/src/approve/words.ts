import { ar } from './i18n/ar.ts'
import { en } from './i18n/en.ts'
import { es } from './i18n/es.ts'
import { pageLanguage } from './pageLanguage.ts'

/** All texts of the approval, unlock and passkey screens, in the document's language. */
export const { challengeWords, failures, overs, passkeyWords, unlockFailures, unlockWords, words } =
  {
    en,
    es,
    ar,
  }[pageLanguage]

/** Inserts values into words: `{name}`. Placeholders inside a value are not replaced. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? all) : all,
  )
}
