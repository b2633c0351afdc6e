import { HttpError, sliceObject } from '@foyer/server'

/**
 * Reads amounts of JSON that a provider writes as numbers, digit by digit: no amount passes through a float.
 *
 * @param text - JSON that was accepted by `JSON.parse`
 * @param path - names of the objects around them
 * @returns Plain decimals, by name.
 * @throws {@link HttpError} 502 when one is missing, negative, or not plain
 */
export function readNumbers<const name extends string>(
  text: string,
  path: readonly string[],
  names: readonly name[],
): Record<name, string> {
  const inner = path.reduce((object, part) => sliceObject(object).get(part) ?? '{}', text)
  const members = sliceObject(inner)
  return Object.fromEntries(
    names.map((name) => {
      const written = members.get(name) ?? ''
      const [, digits = written] = /^"(.*)"$/.exec(written) ?? []
      const plain = /^(0|[1-9]\d{0,17})(\.\d{1,18})?$/.test(digits)
      if (!plain)
        throw new HttpError(502, 'http-failed', 'The provider answered with no plain amount', {
          cause: new Error(name),
        })
      return [name, digits]
    }),
  ) as Record<name, string>
}

/** Subtracts and adds plain decimals exactly. @throws RangeError below 0 */
export function sumDecimals(plus: readonly string[], minus: readonly string[] = []): string {
  const scale = 18
  const units = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(scale, '0'))
  }
  const add = (texts: readonly string[]) => texts.reduce((sum, text) => sum + units(text), 0n)
  const total = add(plus) - add(minus)
  if (total < 0n) throw new RangeError('The parts are more than the whole')
  const digits = String(total).padStart(scale + 1, '0')
  const fraction = digits.slice(-scale).replace(/0+$/, '')
  return digits.slice(0, -scale) + (fraction === '' ? '' : `.${fraction}`)
}
