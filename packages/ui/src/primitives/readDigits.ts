/** Extracts the digits of a text, in any script and with any separators. @param most - Most digits. */
export function readDigits(text: string, most: number): string {
  const digits = text.match(/\p{Nd}/gu) ?? []
  return digits.slice(0, most).map(toLatin).join('')
}

/** The ten digits of a script are consecutive, zero first. */
function toLatin(digit: string): string {
  const point = digit.codePointAt(0) as number
  let zero = point
  while (point - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(point - zero)
}
