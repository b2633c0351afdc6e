import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAnnouncement } from './parseAnnouncement.ts'

const provider = { request: async () => null }
const info = {
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Example Wallet',
  icon: 'data:image/svg+xml,<svg/>',
  rdns: 'com.example.wallet',
}
/** Any character; fast-check's own unit takes seconds to build. */
const character = fc
  .oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
const named = (name: unknown) => parseAnnouncement({ info: { ...info, name }, provider })?.info.name
const pictured = (icon: unknown) => parseAnnouncement({ info: { ...info, icon }, provider })?.info

test('returns a valid announcement', () => {
  expect(parseAnnouncement({ info, provider })).toEqual({ info, provider })
})

test('returns the rdns in lower case, so that another case is not a second wallet', () => {
  const shouted = { ...info, rdns: 'COM.Example.Wallet' }
  expect(parseAnnouncement({ info: shouted, provider })?.info.rdns).toBe('com.example.wallet')
})

test('returns the name in one line, without invisible or direction-changing characters', () => {
  expect(named('  Meta\u0000Mask\u202E \n x\u200B ')).toBe('MetaMask x')
  expect(named('x'.repeat(100))).toBe('x'.repeat(64))
  expect(named('😀'.repeat(100))).toBe('😀'.repeat(64))
})

test.each([['', ' ', '\u200B\u0000', 7, null, undefined, {}]])('error: no name', (...names) => {
  for (const name of names) expect(named(name)).toBeUndefined()
})

test.each([
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:image/png;base64,AA==',
  'data:image/webp;base64,AA==',
  'data:image/gif;base64,AA==',
  'data:image/jpeg;base64,AA==',
  'https://wallet.example/icon.png',
])('returns the image %s', (icon) => {
  expect(pictured(icon)?.icon).toBe(icon)
})

test.each([
  'http://wallet.example/icon.png',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xmlx,',
  'https://wallet.example/ a',
  `data:image/png;base64,${'A'.repeat(256 * 1024)}`,
  undefined,
  null,
  7,
  {},
])('returns the wallet without an invalid image (%#)', (icon) => {
  expect(pictured(icon)).toEqual({ ...info, icon: undefined })
})

test.each([
  ['uuid', 'x'],
  ['uuid', undefined],
  ['rdns', 'wallet'],
  ['rdns', 'com..example'],
  ['rdns', 'com.example/x'],
  ['rdns', `com.${'a'.repeat(64)}`],
  ['rdns', `com${`.${'a'.repeat(63)}`.repeat(4)}`],
  ['rdns', '<img src=x>.com'],
  ['rdns', undefined],
])('error: %s %s', (field, value) => {
  expect(parseAnnouncement({ info: { ...info, [field]: value }, provider })).toBeUndefined()
})

test.each([undefined, null, {}, { request: 'x' }, 'x', 7])('error: provider %s', (bad) => {
  expect(parseAnnouncement({ info, provider: bad })).toBeUndefined()
})

test('error: an announcement that throws on access', () => {
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('boo')
      },
    },
  )
  expect(parseAnnouncement(hostile)).toBeUndefined()
  expect(parseAnnouncement({ info: hostile, provider })).toBeUndefined()
  expect(parseAnnouncement({ info, provider: hostile })).toBeUndefined()
})

test('returns undefined or a sanitized wallet for any input, and never throws', () => {
  const value = fc.oneof(fc.anything(), fc.string({ unit: character }))
  fc.assert(
    fc.property(value, value, value, (name, icon, other) => {
      expect(() => parseAnnouncement(other)).not.toThrow()
      const parsed = parseAnnouncement({ info: { ...info, name, icon }, provider })
      if (!parsed) return
      expect([...parsed.info.name].length).toBeLessThanOrEqual(64)
      expect(parsed.info.name).toMatch(/^\S.*$|^\S$/u)
      expect(parsed.info.name).not.toMatch(/[\p{Cc}\p{Cf}]/u)
    }),
    { numRuns: 100 },
  )
})
