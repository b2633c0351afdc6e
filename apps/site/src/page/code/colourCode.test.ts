import { expect, test } from 'vitest'
import { colourCode } from './colourCode.ts'

const kindsOf = (code: string) =>
  colourCode(code)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text }) => `${kind} ${text}`)

test('the pieces joined are the original code', () => {
  const code = `<b-c></b-c>\n<script type="module">\n  import { a } from './b.ts' // why\n</script>`
  expect(
    colourCode(code)
      .map(({ text }) => text)
      .join(''),
  ).toBe(code)
})

test('distinguishes keywords, strings, numbers, names and tags', () => {
  expect(kindsOf(`export const kit = make({ id: 'it\\'s', n: 12 })`)).toEqual([
    'word export',
    'word const',
    'name make',
    'name id',
    `text 'it\\'s'`,
    'name n',
    'number 12',
  ])
  expect(kindsOf('<foyer-modal />')).toEqual(['tag <foyer-modal', 'tag />'])
  expect(kindsOf('<p>import</p>')).toContain('tag </p')
})

test('finds no keyword inside another word', () => {
  expect(kindsOf('important reconst h1')).toEqual([])
})
