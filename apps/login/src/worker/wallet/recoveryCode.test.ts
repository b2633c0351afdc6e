import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeRecoveryCode, encodeRecoveryCode } from './recoveryCode.ts'

const ascii = (text: string) => new TextEncoder().encode(text)
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const secrets = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Uint8Array.from(bytes))
const invalid = expect.objectContaining({ code: 'input-invalid' })
const rejects = (typed: string) =>
  expect(() => decodeRecoveryCode(ascii(typed)), typed).toThrow(invalid)

test('writes 16 bytes as 28 letters: the bits, two zeros and ten check bits', () => {
  const codes = [
    new Uint8Array(16),
    new Uint8Array(16).fill(255),
    Uint8Array.from(Array(16).keys()),
  ]
  expect(codes.map((secret) => text(encodeRecoveryCode(secret)))).toMatchInlineSnapshot(`
    [
      "00000000000000000000000000HS",
      "ZZZZZZZZZZZZZZZZZZZZZZZZZWMN",
      "000G40R40M30E209185GR38E1WEW",
    ]
  `)
})

test('reads every code back: in lower case, grouped and with look-alike characters', () => {
  fc.assert(
    fc.property(secrets, fc.nat(28), fc.constantFrom(' ', '-', ' - '), (secret, at, gap) => {
      const code = text(encodeRecoveryCode(secret))
      for (const typed of [
        ...[code, code.toLowerCase(), code.slice(0, at) + gap + code.slice(at)],
        ...[code.replaceAll('0', 'O').replaceAll('1', 'I'), code.replaceAll('0', 'o')],
        ...[code.replaceAll('1', 'L'), code.replaceAll('1', 'l'), code.replaceAll('1', 'i')],
      ])
        expect(decodeRecoveryCode(ascii(typed))).toEqual(secret)
    }),
  )
})

test('error: refuses a code that is too long, too short or has a letter outside of its alphabet', () => {
  fc.assert(
    fc.property(secrets, fc.nat(27), (secret, at) => {
      const code = text(encodeRecoveryCode(secret))
      rejects(code.slice(0, at) + code.slice(at + 1))
      rejects(`${code}0`)
      for (const letter of ['U', 'u', '!', '[', '{', 'é'])
        rejects(code.slice(0, at) + letter + code.slice(at + 1))
    }),
  )
  rejects('')
})

test('error: detects a mistyped letter that holds only check bits', () => {
  fc.assert(
    fc.property(secrets, fc.integer({ min: 1, max: 31 }), (secret, change) => {
      const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
      const code = text(encodeRecoveryCode(secret))
      // The letter before the check bits ends with the two zeros.
      for (const [at, bits] of [
        [25, change & 3],
        [26, change],
        [27, change],
      ] as const) {
        if (bits === 0) continue
        const letter = alphabet[alphabet.indexOf(code[at]!) ^ bits]!
        rejects(code.slice(0, at) + letter + code.slice(at + 1))
      }
    }),
  )
})
