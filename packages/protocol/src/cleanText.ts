/**
 * Text of a stranger (a wallet's name, a token's symbol) made safe to show in one line: no control characters, none
 * that turn the writing direction or are invisible, one space at most, at most `length` characters.
 *
 * @source https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
export function cleanText(text: string, length: number): string {
  const visible = text
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .trim()
  return [...visible].slice(0, length).join('').trim()
}
