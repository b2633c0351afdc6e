import type { Mail, PageLanguage } from '@foyer/server'
import { ar } from './i18n/ar.ts'
import { en, type MailWords } from './i18n/en.ts'
import { es } from './i18n/es.ts'

const catalogues: Readonly<Record<PageLanguage, MailWords>> = { en, es, ar }

export type MailKind = keyof MailWords['kinds']

/** The text after the first sentence. */
function restOf(kind: MailKind, value: string, { code, lookAt, undoable }: MailWords): string[] {
  switch (kind) {
    case 'login-added':
    case 'login-added-held':
    case 'login-removed':
    case 'email-changed':
      return [undoable, '', value]
    case 'device-new':
    case 'exported':
    case 'asserted-recovery':
    case 'login-kept':
    case 'unfreezing':
      return ['', lookAt, '', `${value}/security`]
    case 'frozen':
      return ['', `${value}/security`]
    case 'logins-restored':
    case 'email-restored':
      return []
    default:
      return ['', value, '', ...code]
  }
}

/**
 * A mail from its template.
 *
 * @param value - the code, the link, or the origin of the login pages
 * @param language - of the page that asked. @default 'en'
 */
export function mailOf(
  kind: MailKind,
  to: string,
  value: string,
  language?: PageLanguage | null,
): Mail {
  const used = language ?? 'en'
  const words = catalogues[used]
  const [subject, text] = words.kinds[kind]
  return { kind, to, subject, lines: [text, ...restOf(kind, value, words)], language: used }
}
