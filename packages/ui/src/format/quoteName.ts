/** One word that no reader takes for digits (`OO`, `l`) or an exponent (`e3`). */
const plainWord = /^(?![Ee]\d|[OoIl](?:[OoIl\d_\W]|$))\$?[A-Za-z][\w$.+-]*$/

/**
 * Returns a foreign name as it stands beside a number. One that could be read as part of the number (`000 USDC`), or could move it
 * (letters that are written from right to left), is quoted and isolated.
 *
 * @param word - Judged instead of the name: that of a collection without its spaces.
 * @example quoteName('000 USDC') // '“⁨000 USDC⁩”'
 * @source https://www.unicode.org/reports/tr9/#Explicit_Directional_Isolates
 */
export const quoteName = (name = '', word = name): string =>
  !name || plainWord.test(word) ? name : `“\u2068${name}\u2069”`
