import { expect, test } from 'vitest'
import { linkTests, readCitations, readHeadings, readTitleIds } from './checkIds.ts'

test('reads the ids in test titles, for every test function', () => {
  const source = [
    "test('[4.25, T21] sends', () => {})",
    'it.each([1, 2])(`[5.9] refuses %s`, () => {})',
    "describe('[T01 T02] both', () => {})",
    "// test('[9.9] is left out', () => {})",
  ].join('\n')
  expect(readTitleIds(source).map(({ id }) => id)).toEqual(['4.25', 'T21', '5.9', 'T01', 'T02'])
})

test('reads the ids at the start of headings, and no others', () => {
  expect([
    ...readHeadings('## 4 States\n\n### 4.25\n\n#### T21\n\n4.26 in a line\n### 4.27 Sending'),
  ]).toEqual(['4.25', 'T21', '4.27'])
})

test('reads the ids that doc comments cite, with their page', () => {
  expect(readCitations('/** One. @source spec 4.25, 4.26; security 3.5, T21; EIP-1193 */')).toEqual(
    [
      { page: 'spec', id: '4.25' },
      { page: 'spec', id: '4.26' },
      { page: 'security', id: '3.5' },
      { page: 'security', id: 'T21' },
    ],
  )
})

test('writes the links to tests below each threat, and the same again the second time', () => {
  const page = '### 5.1 Channel\n\n#### T01\n\nEmbedding.\n\n#### T02\n\nNesting.\n'
  const tests = new Map([['T01', new Set(['packages/embedded/src/a.test.ts', 'e2e/b.e2e.ts'])]])
  const linked = linkTests(page, tests)
  expect(linked).toBe(
    '### 5.1 Channel\n\n#### T01\n\nEmbedding.\n\nTests: [b.e2e.ts](../e2e/b.e2e.ts),\n[a.test.ts](../packages/embedded/src/a.test.ts)\n\n#### T02\n\nNesting.\n\nTests: none yet.\n',
  )
  expect(linkTests(linked, tests)).toBe(linked)
})
