import { expect, test } from 'vitest'
import { parseStandardWallet } from './parseStandardWallet.ts'

const connect = {
  'standard:connect': { version: '1.0.0', connect: async () => ({ accounts: [] }) },
}
const icon = 'data:image/png;base64,AAAA'
const make = (facts = {}) => ({
  version: '1.0.0',
  name: 'Sun Wallet',
  icon,
  chains: ['solana:mainnet'],
  features: connect,
  accounts: [],
  ...facts,
})
const throwing = (): never => {
  throw new Error('boo')
}

test("returns a wallet's data, with an id from its name", () => {
  const wallet = make()
  expect(parseStandardWallet(wallet)).toEqual({
    id: 'sun-wallet',
    name: 'Sun Wallet',
    imageUrl: icon,
    wallet,
  })
  expect(parseStandardWallet(make({ name: 'SUN wallet' }))?.id).toBe('sun-wallet')
  expect(parseStandardWallet(make({ chains: ['eip155:1', 'solana:devnet'] }))).toBeDefined()
})

test('sanitizes the name to one line', () => {
  const name = ` Sun\u202e\u200b\u0000 \n  Wallet${'!'.repeat(100)}`
  const shown = parseStandardWallet(make({ name }))?.name ?? ''
  expect(shown).toMatch(/^Sun Wallet!+$/)
  expect(shown.length).toBe(64)
})

test.each(['svg+xml', 'webp', 'png', 'gif'])('returns an icon that is %s', (kind) => {
  const own = `data:image/${kind};base64,PHN2Zz48L3N2Zz4=`
  expect(parseStandardWallet(make({ icon: own }))?.imageUrl).toBe(own)
})

test.each([
  'https://example.com/icon.png',
  'data:image/svg+xml,<svg/>',
  'data:image/jpeg;base64,AAAA',
  'data:text/html;base64,AAAA',
  'data:image/png;base64,',
  'data:image/png;base64,AA"onerror="x',
  ' data:image/png;base64,AAAA',
  `data:image/png;base64,${'A'.repeat(256 * 1024)}`,
  7,
  undefined,
])('returns the wallet without an invalid icon (%#)', (own) => {
  expect(parseStandardWallet(make({ icon: own }))).toMatchObject({
    name: 'Sun Wallet',
    imageUrl: undefined,
  })
})

test.each([
  ['null', null],
  ['a number', 7],
  ['text', 'wallet'],
  ['nothing in it', {}],
  ['no name', make({ name: undefined })],
  ['a name of nothing that is seen', make({ name: '\u200b\n\u0007' })],
  ['a name that is no text', make({ name: { toString: () => 'Sun' } })],
  ['no chain', make({ chains: [] })],
  ['chains that are no list', make({ chains: 'solana:mainnet' })],
  ['chains of another family only', make({ chains: ['eip155:1', 'solana'] })],
  ['no features', make({ features: undefined })],
  ['no way to connect', make({ features: {} })],
  ['a connect that is no function', make({ features: { 'standard:connect': { connect: 7 } } })],
  ['a connect that is nothing', make({ features: { 'standard:connect': null } })],
])('error: %s is not a Solana wallet', (_, wallet) => {
  expect(parseStandardWallet(wallet)).toBeUndefined()
})

test.each(['name', 'icon', 'chains', 'features'])('error: a getter of %s that throws', (field) => {
  const wallet = Object.defineProperty(make(), field, { get: throwing })
  expect(parseStandardWallet(wallet)).toBeUndefined()
  const proxy = new Proxy({}, { get: throwing })
  expect(parseStandardWallet(proxy)).toBeUndefined()
})
