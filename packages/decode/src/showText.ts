/** Maximum of characters shown of one text; a longer one is truncated with `…`. */
const longestLine = 2_000

/**
 * Controls, formats, lone surrogates, private and unassigned characters, line separators, unusual spaces, fillers, and
 * variation selectors; a selector is allowed after an emoji, where keyboards insert it.
 */
const unseen =
  /[\p{C}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]|[\u115f\u1160\u3164\uffa0\u2800]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0f]/gu

/**
 * Marks on one letter: four that are shown, and more, which would be drawn over the lines above and below.
 * @source https://www.unicode.org/reports/tr39/#Optional_Detection
 */
const piled = /([\p{Mn}\p{Me}]{4})([\p{Mn}\p{Me}]+)/gu

/** Removes the marks of a letter after four others. */
export function cutMarks(text: string): string {
  return text.replace(piled, '$1')
}

function escaped(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`
}

/**
 * Escapes all invisible characters of a foreign text, those that change the writing direction, and piled up marks, by
 * number: `\u{202e}`. Keeps line breaks and tabs when `lines` is true.
 * @source security 3.4; https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
export function showText(
  text: string,
  { lines = false, length = Number.POSITIVE_INFINITY }: { lines?: boolean; length?: number } = {},
): string {
  const flat = text.replace(
    piled,
    (_, kept: string, more: string) => kept + [...more].map(escaped).join(''),
  )
  const shown = flat.replace(unseen, (character, at: number) => {
    const usual = lines && (character === '\n' || character === '\t')
    const ofEmoji =
      character === '\ufe0f' &&
      /\p{Extended_Pictographic}$/u.test(flat.slice(Math.max(0, at - 2), at))
    return usual || ofEmoji ? character : escaped(character)
  })
  if (shown.length <= length) return shown
  return `${[...shown.slice(0, length)].join('')}…`
}

/** Escapes a foreign text as one line, of at most 2,000 characters and `…`. */
export function showLine(text: string): string {
  return showText(text, { length: longestLine })
}

/** Returns whether a text contains characters that {@link showText} escapes, other than line breaks and tabs. */
export function hasUnseen(text: string): boolean {
  return showText(text, { lines: true }) !== text
}

/** Decodes UTF-8 bytes; undefined when they are invalid. Keeps a byte order mark. */
export function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
