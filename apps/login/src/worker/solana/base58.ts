import { FoyerError } from '@foyer/protocol'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Digits of another base, most significant first, without leading zeros. */
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

/** Public bytes as base58, as Solana writes keys and signatures. */
export function encodeBase58(bytes: Uint8Array): string {
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const leading = zeros === -1 ? bytes.length : zeros
  return (
    '1'.repeat(leading) +
    convert(bytes, 256, 58)
      .map((digit) => alphabet[digit])
      .join('')
  )
}

/** @throws {@link FoyerError} `params-invalid` */
export function decodeBase58(text: string): Uint8Array<ArrayBuffer> {
  const digits = Array.from(text, (letter) => alphabet.indexOf(letter))
  if (digits.includes(-1)) throw new FoyerError('params-invalid', { details: 'Not base58.' })
  const leading = /^1*/.exec(text)?.[0].length ?? 0
  return Uint8Array.from([...new Array<number>(leading).fill(0), ...convert(digits, 58, 256)])
}
