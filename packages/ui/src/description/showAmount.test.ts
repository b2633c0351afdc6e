import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactAmount, quotedName, shorten, showAmount, showChange } from './showAmount.ts'

const eth = { kind: 'native', symbol: 'ETH', decimals: 18, known: true } as const

test('shows few digits: outgoing amounts are rounded up, incoming amounts down', () => {
  expect(showAmount(1_500_000_000_000_000_000n, 18, 'leaves')).toBe('1.5')
  expect(showAmount(1_999_999_999n, 9, 'comes')).toBe('1.999999')
  expect(showAmount(1_999_999_999n, 9, 'leaves')).toBe('2')
  expect(showAmount(1n, 18, 'leaves')).toBe('<0.000001')
  expect(showAmount(123_456_789_123n, 6, 'leaves')).toBe('123,456.789123')
  expect(showAmount(10n ** 36n, 18, 'comes')).toBe('1E18')
  fc.assert(
    fc.property(fc.bigInt({ min: 10n ** 12n, max: 10n ** 30n }), (amount) => {
      const read = (direction: 'leaves' | 'comes') =>
        Number(showAmount(amount, 18, direction).replaceAll(',', ''))
      const exact = Number(exactAmount(amount, 18))
      expect(read('leaves')).toBeGreaterThanOrEqual(exact * (1 - 1e-15))
      expect(read('comes')).toBeLessThanOrEqual(exact * (1 + 1e-15))
      // Nor far from it: a millionth of a coin, or one percent of a very large amount.
      for (const direction of ['leaves', 'comes'] as const)
        expect(Math.abs(read(direction) - exact)).toBeLessThanOrEqual(Math.max(1e-6, exact / 100))
    }),
  )
})

test('names the asset that moves', () => {
  expect(showChange({ amount: 10n ** 18n, asset: eth }, 'leaves')).toBe('1 ETH')
  const token = {
    kind: 'token',
    symbol: '',
    known: false,
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
  } as const
  expect(showChange({ amount: 1500n, asset: token }, 'comes')).toBe('1,500 units of 0x5290…9EE7')
  const nft = { kind: 'nft', symbol: '', name: 'Apes', known: false } as const
  expect(showChange({ amount: 1n, asset: nft, tokenId: 12n }, 'leaves')).toBe('Apes #12')
  expect(showChange({ amount: 3n, asset: nft, tokenId: 12n }, 'leaves')).toBe('3 × Apes #12')
})

test('isolates a name that could be read as part of the number before it, or move it', () => {
  const odd = fc.string({
    unit: fc.constantFrom(
      ..."0123456789٠٣０OIl   .,'’·_-٬٫/ʼe",
      'א',
      'ب',
      '零',
      '\u0338',
      '\u0301',
      'USDC',
    ),
    minLength: 1,
    maxLength: 16,
  })
  const token = { kind: 'token', decimals: 6, known: false, address: '0x' } as const
  fc.assert(
    fc.property(odd, fc.bigInt({ min: 1n, max: 10n ** 14n }), (symbol, amount) => {
      const number = showAmount(amount, 6, 'comes')
      const shown = showChange({ amount, asset: { ...token, symbol } }, 'comes')
      if (shown !== `${number} ${symbol}`) {
        expect(shown).toBe(`${number} “\u2068${symbol}\u2069”`)
        return
      }
      // One word, which does not begin like a number, even if O, I and l are read as digits.
      expect(symbol).not.toMatch(/^e\d/i)
      const digits = symbol.replace(/[Il]/g, '1').replaceAll('O', '0')
      expect(digits).toMatch(/^\d?[a-z][\w.-]*$/i)
    }),
  )
  const { decimals: _, ...unreadable } = { ...token, symbol: '000 USDC' }
  expect(showChange({ amount: 5n, asset: unreadable }, 'comes')).toBe(
    '5 units of “\u2068000 USDC\u2069”',
  )
  for (const symbol of ['USDC', 'sUSDe', 'USDC.e', 'UNI-V2', '$WIF', 'LINK', 'OP', 'INJ'])
    expect(quotedName({ ...token, symbol })).toBe(symbol)
  const nft = { kind: 'nft', symbol: '', known: false, name: 'Bored Apes' } as const
  expect(quotedName(nft)).toBe('Bored Apes')
  const many = showChange({ amount: 3n, asset: { ...nft, name: '000 Apes' } }, 'comes')
  expect(many).toBe('3 × “\u2068000 Apes\u2069”')
  // Nor as the number of one of the collection.
  const one = showChange({ amount: 1n, asset: { ...nft, name: 'Apes #7' }, tokenId: 12n }, 'comes')
  expect(one).toBe('“\u2068Apes #7\u2069” #12')
})

test('shortens a long text in the middle', () => {
  expect(shorten('0x52908400098527886E0F7030069857D2E4169EE7')).toBe('0x5290…9EE7')
  expect(shorten('short')).toBe('short')
})
