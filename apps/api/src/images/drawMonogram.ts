import { createHash } from 'node:crypto'
import type { ImageFile } from './imageFile.ts'

/** Colour pairs for a soft gradient; white text has at least 4.5:1 on either end. */
const grounds = [
  ['#3b5bdb', '#4263c9'],
  ['#5f3dc4', '#7048c8'],
  ['#862e9c', '#9a3aa8'],
  ['#a61e4d', '#b8325f'],
  ['#b02a37', '#bd3b3b'],
  ['#9c4221', '#ad4a1f'],
  ['#7a5210', '#8a5a0c'],
  ['#4c6312', '#55700f'],
  ['#2b6a3a', '#2f7843'],
  ['#0b6b62', '#0f766e'],
  ['#0b6580', '#0c7192'],
  ['#1c5fa8', '#2467b5'],
  ['#4a5568', '#566176'],
] as const

/**
 * Draws a fallback picture: the first letters on a background derived from the id, so that it never changes.
 * @param name - `Foyer Devnet` gives `FD`, `Leap` gives `Le`
 */
export function drawMonogram({ id, name }: { id: string; name: string }): ImageFile {
  const letters = initials(name)
  const [from, to] = grounds[createHash('sha256').update(id).digest()[0]! % grounds.length]!
  const size = letters.length > 1 ? 24 : 30
  return {
    type: 'image/svg+xml',
    body:
      `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64" viewBox="0 0 64 64">` +
      `<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>` +
      `<rect width="64" height="64" fill="url(#g)"/>` +
      `<text x="32" y="32" dy=".36em" fill="#fff" font-family="system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif" ` +
      `font-size="${size}" font-weight="600" text-anchor="middle">${escapeXml(letters)}</text></svg>`,
  }
}

/**
 * First letters of the first two words (`BitPay` is two), else the first two letters. Skips the word wallet, which most
 * names contain.
 */
function initials(name: string): string {
  const words = name.match(/\p{N}+|\p{Lu}?\p{Ll}+|\p{L}+/gu) ?? []
  const telling = words.filter((word) => !/^(wallet|app|token)$/i.test(word))
  const [first = words[0] ?? '?', second] = telling
  if (second !== undefined) return `${[...first][0]}${[...second][0]}`.toUpperCase()
  const [letter = '', next = ''] = [...first]
  return letter.toUpperCase() + next
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.codePointAt(0)};`)
}
