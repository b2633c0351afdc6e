import { FoyerError } from '@foyer/protocol'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Converts five letters or two bytes per step: products stay exact, and ten times fewer steps are needed. */
const lettersAStep = 5
const bytesAStep = 2
const letterGroup = 58 ** lettersAStep
const byteGroup = 256 ** bytesAStep

/** Joins digits in groups of `size`; pads the first group with zeros. */
function group(digits: readonly number[], base: number, size: number): number[] {
  const fill = (size - (digits.length % size)) % size
  const groups = new Array<number>((digits.length + fill) / size).fill(0)
  for (const [index, digit] of digits.entries()) {
    const place = Math.floor((index + fill) / size)
    groups[place] = groups[place]! * base + digit
  }
  return groups
}

/** Splits groups into `size` digits each, without leading zeros. */
function ungroup(groups: readonly number[], base: number, size: number): number[] {
  const digits: number[] = []
  for (const value of groups)
    for (let power = base ** (size - 1); power >= 1; power /= base)
      digits.push(Math.floor(value / power) % base)
  const first = digits.findIndex((digit) => digit !== 0)
  return first === -1 ? [] : digits.slice(first)
}

/** Converts digits, most significant first, to another base; without leading zeros. */
function convert(digits: Iterable<number>, from: number, to: number): number[] {
  const out: number[] = []
  for (const digit of digits) {
    let carry = digit
    for (let index = 0; index < out.length; index++) {
      carry += out[index]! * from
      out[index] = carry % to
      carry = Math.floor(carry / to)
    }
    for (; carry > 0; carry = Math.floor(carry / to)) out.push(carry % to)
  }
  return out.reverse()
}

/** Encodes bytes as base58. Not for private keys: the string can not be wiped. */
export function encodeBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const leading = zeros === -1 ? bytes.length : zeros
  return (
    '1'.repeat(leading) +
    ungroup(convert(group([...bytes], 256, bytesAStep), byteGroup, letterGroup), 58, lettersAStep)
      .map((digit) => alphabet[digit])
      .join('')
  )
}

/** Number of letters up to which a product fits a `number` exactly. */
const shortRun = 9

/** Computes the number of base-58 digits by halving the list: multiplying digit by digit takes seconds for long texts. */
function numberOf(digits: readonly number[]): bigint {
  if (digits.length <= shortRun)
    return BigInt(digits.reduce((value, digit) => value * 58 + digit, 0))
  const half = digits.length >> 1
  const low = digits.slice(half)
  return numberOf(digits.slice(0, half)) * 58n ** BigInt(low.length) + numberOf(low)
}

/** Decodes base58. @throws {@link FoyerError} `params-invalid` */
export function decodeBase58(text: string): Uint8Array<ArrayBuffer> {
  const digits = Array.from(text, (letter) => alphabet.indexOf(letter))
  if (digits.includes(-1)) throw new FoyerError('params-invalid', { details: 'Not base58.' })
  const leading = /^1*/.exec(text)?.[0].length ?? 0
  const value = numberOf(digits.slice(leading))
  const hex = value === 0n ? '' : value.toString(16)
  const bytes = new Uint8Array(leading + Math.ceil(hex.length / 2))
  for (let end = hex.length, at = bytes.length - 1; end > 0; end -= 2, at--)
    bytes[at] = Number.parseInt(hex.slice(Math.max(0, end - 2), end), 16)
  return bytes
}
