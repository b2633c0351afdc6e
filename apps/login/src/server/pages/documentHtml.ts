import { readOwn } from '@foyer/protocol'
import { type Boot, bootMeta } from '../../boot.ts'
import type { PageBundle } from '../../build/pageBundle.ts'
import type { PageLanguage } from './pageLanguage.ts'

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

const titles: Readonly<Record<Boot['document'], string>> = {
  frame: 'Wallet',
  popup: 'Approve',
  security: 'Account security',
  export: 'Export your wallet',
}

/** A document of the login origin: its settings, scripts and styles, each with its required hash. */
export function documentHtml(
  boot: Boot,
  { documents }: Pick<PageBundle, 'documents'>,
  language: PageLanguage = 'en',
): string {
  const { scripts, styles } = documents[boot.document]
  return [
    '<!doctype html>',
    `<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${titles[boot.document]}</title>`,
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
