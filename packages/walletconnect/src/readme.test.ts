import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test('the README contains the code of the docs page, which is compiled', () => {
  const [, code = ''] = /^```ts\n(.*?)^```$/ms.exec(read('../README.md')) ?? []
  expect(code).toContain('walletConnect(')
  expect(read('../../../docs/walletconnect.md')).toContain(code)
})
