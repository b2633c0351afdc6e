/**
 * Makes untrusted text (a wallet's name, a token's symbol) safe to show in one line: removes control characters,
 * invisible characters and those that change the writing direction, collapses spaces, cuts to `length` characters.
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
