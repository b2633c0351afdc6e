import { readOwn } from '@foyer/protocol'
import type { PageLanguage } from '@foyer/server'
import { type Boot, bootMeta } from '../../boot.ts'
import type { PageBundle } from '../../build/pageBundle.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Escapes text for HTML, including attributes. */
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => readOwn(escapes, character)!)

const titles: Readonly<Record<PageLanguage, Readonly<Record<Boot['document'], string>>>> = {
  en: {
    frame: 'Wallet',
    popup: 'Approve',
    security: 'Account security',
    export: 'Export your wallet',
  },
  es: {
    frame: 'Billetera',
    popup: 'Aprobar',
    security: 'Seguridad de la cuenta',
    export: 'Exporta tu billetera',
  },
  ar: {
    frame: 'المحفظة',
    popup: 'الموافقة',
    security: 'أمان الحساب',
    export: 'تصدير محفظتك',
  },
}

/** The attributes of a document's root. */
export const rootAttributes = (language: PageLanguage): string =>
  `lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}`

/** A document of the login origin: its settings, scripts and styles, each with its required hash. */
export function documentHtml(
  boot: Boot,
  { documents }: Pick<PageBundle, 'documents'>,
  language: PageLanguage = 'en',
): string {
  const { scripts, styles } = documents[boot.document]
  return [
    '<!doctype html>',
    `<html ${rootAttributes(language)}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${titles[language][boot.document]}</title>`,
    `<meta name="${bootMeta}" content="${escapeHtml(JSON.stringify(boot))}">`,
    ...styles.map(
      ({ integrity, src }) => `<link rel="stylesheet" href="${src}" integrity="${integrity}">`,
    ),
    ...scripts.map(
      ({ integrity, src }) =>
        `<script type="module" src="${src}" integrity="${integrity}"></script>`,
    ),
    '</head>',
    '<body><div id="root"></div></body>',
    '</html>',
    '',
  ].join('\n')
}
