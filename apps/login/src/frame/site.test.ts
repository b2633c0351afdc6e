import { expect, test } from 'vitest'
import { createSite } from './site.ts'

const claimOf = (name: string) => {
  const site = createSite()
  site.setMetadata({ name, icons: [] })
  return site.claims()?.name
}

test.each([
  [
    'characters that turn the writing direction',
    '\u202emoc.knab\u202c \u2066Bank',
    'moc.knab Bank',
  ],
  ['characters that are not seen', 'Ba\u200bn\u2060k\ufeff\u3164', 'Bank'],
  ['control characters and lines', 'Bank\u0000\r\n\u0085of\u2028Ada', 'Bank of Ada'],
  [
    'marks that cover the lines around it',
    `Ba${'\u0301'.repeat(50)}nk`,
    `Ba${'\u0301'.repeat(4)}nk`,
  ],
  ['what is too long', 'a'.repeat(1000), 'a'.repeat(60)],
])('a claimed name is shown without %s', (_, name, shown) => {
  expect(claimOf(name)).toBe(shown)
})

test('no claim is shown when a name has no visible character', () => {
  expect(claimOf('\u200b\u202e \u2800')).toBeUndefined()
})
