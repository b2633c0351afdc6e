import { readFile } from 'node:fs/promises'
import type { PageLanguage } from '@foyer/server'

/** The page `/device` and its parts, read once at the start of the process. */
export type DevicePage = readonly {
  readonly path: string
  readonly type: string
  readonly body: string
}[]

// The relative path is the same from `src` and from `dist`.
const folder = new URL('../page/', import.meta.url)

/** Reads the page from this package. */
export async function readDevicePage(): Promise<DevicePage> {
  const read = async (path: string, file: string, type: string) => ({
    path,
    type: `${type}; charset=utf-8`,
    body: await readFile(new URL(file, folder), 'utf8'),
  })
  return Promise.all([
    read('/device', 'device.html', 'text/html'),
    read('/device.js', 'device.js', 'text/javascript'),
    read('/device-words.js', 'device-words.js', 'text/javascript'),
    read('/device.css', 'device.css', 'text/css'),
  ])
}

/** The document in the language of the browser: its script finds the texts by it. */
export const inLanguage = (body: string, language: PageLanguage): string =>
  body.replace(
    '<html lang="en" dir="ltr">',
    `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
  )

const strictTransport = 'max-age=63072000; includeSubDomains; preload'

/** Headers of every answer that sets none of its own, including errors: no script runs, and no page may embed it. */
export const answerHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Strict-Transport-Security': strictTransport,
}

/** @source security design 4.8 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Permissions-Policy':
    'camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-read=(), clipboard-write=(), publickey-credentials-get=(), publickey-credentials-create=()',
  'Strict-Transport-Security': strictTransport,
  'Cache-Control': 'no-store',
}
