import { readFileSync } from 'node:fs'
import { frameBudgets } from '@foyer/protocol/frame'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the README contains the code of the docs page, which is compiled', () => {
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(read('../README.md')) ?? []
  expect(code).toContain('embedded(')
  expect(read('../../../docs/embedded.md')).toContain(code)
})

test('[T10] the table of limits lists every budget of the frame', () => {
  const [, section = ''] = read('../../../docs/embedded.md').split('## Request budgets')
  const [table = ''] = section.split('\n## ')
  const rows = [...table.matchAll(/^\| `(\w+)`(.*)\|$/gm)].map(([, name, cells = '']) => {
    const [bytes = '', ...limits] = cells.split('|').slice(2)
    return [name, Number.parseInt(bytes, 10) * 1024, ...limits.map(Number)]
  })
  expect(rows).toEqual(
    Object.entries(frameBudgets).map(([name, { bytes, open, perMinute, perSecond }]) => [
      ...[name, bytes, perSecond, perMinute, open],
    ]),
  )
})
