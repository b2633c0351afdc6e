import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readExports } from './readExports.ts'

const root = join(import.meta.dirname, '..')

type Manifest = { name: string; exports: Record<string, string | Record<string, string>> }

/** The entries of the published packages: `@foyer/ui/react` and its source file. */
const entries = readdirSync(join(root, 'packages'))
  .map((folder) => join(root, 'packages', folder))
  .filter((folder) => existsSync(join(folder, 'package.json')))
  .flatMap((folder) => {
    const { name, exports } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Manifest
    return Object.entries(exports).flatMap(([entry, target]) => {
      const source = typeof target === 'string' ? undefined : target['@foyer/source']
      return source ? [{ name: join(name, entry), source: join(folder, source) }] : []
    })
  })

test.each(entries)(
  '$name exports the values and types of its snapshot',
  async ({ name, source }) => {
    const list = readExports(readFileSync(source, 'utf8'))
    expect(list.length, `${name} exports something`).toBeGreaterThan(0)
    const file = join(
      root,
      'scripts/exports',
      `${name.replace('@foyer/', '').replace('/', '.')}.txt`,
    )
    await expect(`${list.join('\n')}\n`).toMatchFileSnapshot(file)
  },
)

test('lists values, types and whole entries, sorted', () => {
  const source = [
    `export { b, type A as C } from './b.ts'`,
    `export type { D } from './d.ts'`,
    `export * from '@foyer/core'`,
    `// export { commented } from './c.ts'`,
    'export const e = 1',
    'export async function f() {}',
  ]
  expect(readExports(source.join('\n'))).toEqual([
    '* from @foyer/core',
    'b',
    'e',
    'f',
    'type C',
    'type D',
  ])
})
