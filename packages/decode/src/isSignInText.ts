const phrase = 'wantsyoutosigninwithyour'

/** Letters of other alphabets that look like those of the sign-in phrase. @source https://www.unicode.org/reports/tr39/#Confusable_Detection */
const lookAlikes = {
  a: 'аɑα',
  g: 'ɡց',
  h: 'һհʜ',
  i: 'іιıɩɪ1l|',
  n: 'ոпɴ',
  o: 'оοօᴏ0',
  r: 'гᴦʀ',
  s: 'ѕꜱ',
  t: 'тτᴛ',
  u: 'υսᴜ',
  w: 'ѡԝᴡω',
  y: 'уγүʏ',
} as const

/**
 * Returns whether a text is a sign-in message or looks like one to a user. Normalizes look-alike letters, diacritics,
 * invisible characters and spaces first.
 */
export function isSignInText(text: string): boolean {
  let plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{C}\p{Z}\s\u115f\u1160\u2800_-]/gu, '')
  for (const [letter, others] of Object.entries(lookAlikes))
    plain = plain.replace(new RegExp(`[${others}]`, 'gu'), letter)
  return plain.includes(phrase)
}
