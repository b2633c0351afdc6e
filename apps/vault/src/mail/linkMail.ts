import type { Mail, PageLanguage } from '@foyer/server'
import { ar } from './i18n/ar.ts'
import { en, type MailWords } from './i18n/en.ts'
import { es } from './i18n/es.ts'

/** Topic of a mail. */
export type MailKind = keyof MailWords['kinds']

const catalogues: Readonly<Record<PageLanguage, MailWords>> = { en, es, ar }

/** Builds the mail for a link. @param parameters.language - of the page that asked. @default 'en' */
export function linkMail({
  kind,
  language = 'en',
  to,
  url,
}: {
  kind: MailKind
  to: string
  url: string
  language?: PageLanguage | undefined
}): Mail {
  const { kinds, never } = catalogues[language]
  const { lines, subject } = kinds[kind]
  return { kind, to, subject, lines: [...lines, '', url, '', never], language }
}
