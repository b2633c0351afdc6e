import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the code of the README is that of the docs page, which is compiled', () => {
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(read('../README.md')) ?? []
  expect(code).toContain('embedded(')
  expect(read('../../../docs/embedded.md')).toContain(code)
})

test('the table of options holds every option there is, and no other', () => {
  const [, body = ''] = /type Options = \{\n(.*?)\n {2}\}/s.exec(read('./embedded.ts')) ?? []
  const options = [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = '']) => name)
  const [, section = ''] = read('../../../docs/embedded.md').split('## embedded(options)')
  const [table = ''] = section.split('\n## ')
  const rows = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name)
  expect(options.length).toBeGreaterThan(3)
  expect(rows.sort()).toEqual(options.sort())
})
