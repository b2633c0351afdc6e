import { readOwn } from '@foyer/protocol'
import type { PageLanguage } from '../http/pageLanguage.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escapeText = (text: string) =>
  text.replace(/[&<>"]/g, (character) => readOwn(escapes, character)!)

const font = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif'

function paragraph(line: string): string {
  const text = escapeText(line)
  if (/^\d{6,8}$/.test(line))
    return `<p style="margin:0 0 16px;font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px">${text}</p>`
  if (/^https?:\/\/\S+$/.test(line))
    return `<p style="margin:0 0 16px;word-break:break-all" dir="ltr"><a href="${text}" style="color:#2456d6">${text}</a></p>`
  return `<p style="margin:0 0 16px">${text}</p>`
}

/** Renders a mail's text as simple HTML, with codes large and links clickable. */
export function mailHtml(
  subject: string,
  lines: readonly string[],
  language: PageLanguage = 'en',
): string {
  const direction = language === 'ar' ? 'rtl' : 'ltr'
  const body = lines.filter((line) => line !== '').map(paragraph)
  return [
    `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeText(subject)}</title></head>`,
    '<body style="margin:0;padding:24px">',
    // Some readers drop the outer elements.
    `<div dir="${direction}" lang="${language}" style="max-width:480px;margin:0 auto;font-size:16px;line-height:24px;${font}">`,
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeText(subject)}</h1>`,
    ...body,
    '</div></body></html>',
  ].join('\n')
}
