/** Characters shown of one text; what is signed may be longer, and then says so. */
const longestLine = 2_000

/**
 * Controls, formats, lone surrogates, what is private or not assigned, line separators, spaces that are not the usual
 * one, fillers, and what chooses a glyph; that last one stays behind an emoji, where everybody types it.
 */
const unseen =
  /[\p{C}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]|[\u115f\u1160\u3164\uffa0\u2800]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0f]/gu

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`
}

/**
 * Text of a stranger with everything that can not be seen, or that turns the writing direction, shown by its number:
 * `\u{202e}`. Line breaks and tabs stay when `lines` is true.
 *
 * @source security 3.4; https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
export function showText(
  text: string,
  { lines = false, length = Number.POSITIVE_INFINITY }: { lines?: boolean; length?: number } = {},
): string {
  const shown = text.replace(unseen, (character, at: number) => {
    const usual = lines && (character === '\n' || character === '\t')
    const ofEmoji =
      character === '\ufe0f' &&
      /\p{Extended_Pictographic}$/u.test(text.slice(Math.max(0, at - 2), at))
    return usual || ofEmoji ? character : escaped(character)
  })
  if (shown.length <= length) return shown
  return `${[...shown.slice(0, length)].join('')}…`
}

/** One line of a stranger's text: at most 2,000 characters, then `…`. */
export function showLine(text: string): string {
  return showText(text, { length: longestLine })
}

/** Whether something in the text can not be seen; line breaks and tabs can. */
export function hasUnseen(text: string): boolean {
  return showText(text, { lines: true }) !== text
}

/** The bytes as text, or nothing where they are not UTF-8 through and through. A byte order mark stays in it. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
