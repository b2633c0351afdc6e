import { expect, test } from 'vitest'
import { readPageOptions, writePageOptions } from './pageOptions.ts'

const full =
  '?theme=dark&lang=ar&mode=dialog&allowUnsupportedChain=true&accent=plum&radius=8&networks=31338,1&features=legalCheckbox,-allWallets&wallet=http://wallet.localhost:4003/devwallet.js?name=One&wallet=none'

test('returns the defaults for a URL without parameters', () => {
  expect(readPageOptions('')).toMatchObject({
    theme: 'system',
    accent: 'lagoon',
    radius: 4,
    lang: 'en',
    features: {},
  })
  expect(readPageOptions('').mode).toBeUndefined()
})

test('reads every kind of option', () => {
  expect(readPageOptions(full)).toMatchObject({
    theme: 'dark',
    accent: 'plum',
    radius: 8,
    mode: 'dialog',
    networks: [31338, 1],
    features: { legalCheckbox: true, allWallets: false },
    allowUnsupportedChain: true,
    wallet: ['http://wallet.localhost:4003/devwallet.js?name=One', 'none'],
  })
})

test('writes what it reads, without defaults', () => {
  expect(writePageOptions(readPageOptions(''))).toBe('')
  const options = readPageOptions(full)
  expect(readPageOptions(writePageOptions(options))).toEqual(options)
  expect(writePageOptions(readPageOptions('?accent=A1B2C3'))).toBe('?accent=a1b2c3')
})

test('ignores unknown parameters', () => {
  const options = readPageOptions('?utm_source=mail&theme=dark&them=light')
  expect(options).toEqual(readPageOptions('?theme=dark'))
  expect(writePageOptions(options)).toBe('?theme=dark')
})

test.each([
  ['?mode=dialgo', /mode must be embedded or dialog/],
  ['?accent=teal', /accent must be six hex digits or one of lagoon/],
  ['?radius=-1', /radius must be pixels/],
  ['?networks=', /networks/],
  ['?features=-sawps', /features.* must be of swaps/],
  ['?allowUnsupportedChain=yes', /allowUnsupportedChain must be true or false/],
  ['?apiUrl=javascript:alert(1)', /apiUrl must be an http/],
  ['?loadMs=soon', /loadMs must be milliseconds/],
])('rejects %s', (search, message) => {
  expect(() => readPageOptions(search)).toThrow(message)
})
