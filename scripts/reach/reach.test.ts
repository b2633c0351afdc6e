import { expect, onTestFinished, test } from 'vitest'
import { createTree } from '../createTree.ts'
import { listFiles } from '../listFiles.ts'
import { listTests } from '../mutate/listTests.ts'
import { findReaching } from './findReaching.ts'
import { readImportGraph } from './readImportGraph.ts'
import { groupTests, selectChanged } from './selectTests.ts'

const files = {
  'packages/a/package.json': JSON.stringify({
    name: '@foyer/a',
    exports: { '.': { '@foyer/source': './src/index.ts' }, './more': './src/more.ts' },
  }),
  'packages/a/src/index.ts':
    "export { deep } from './deep.ts'\nexport type { T } from './type.ts'\n",
  'packages/a/src/deep.ts': "import { type T } from './type.ts'\nexport const deep = 1 as T\n",
  'packages/a/src/type.ts': 'export type T = 1\n',
  'packages/a/src/more.ts': "export const load = () => import('./lazy.ts')\n",
  'packages/a/src/lazy.ts': "import 'node:net'\n",
  'packages/a/src/deep.test.ts': "import './deep.ts'\n",
  'packages/a/src/more.test.ts': "import './more.ts'\n",
  'apps/b/package.json': '{ "name": "@foyer/b" }',
  'apps/b/src/main.ts': "import { deep } from '@foyer/a'\nimport '@foyer/a/more'\n",
  'apps/b/src/start.test.ts': "spawn('node', [join(import.meta.dirname, 'main.ts')])\n",
  'apps/b/index.html': '<script src="/src/page.ts"></script>',
  'apps/b/src/page.ts': 'export {}\n',
  'apps/b/src/build.ts': "import { build } from 'vite'\n",
  'apps/b/src/build.test.tsx': "import './build.ts'\n",
}

function readTree() {
  const { remove, root } = createTree(files)
  onTestFinished(remove)
  return readImportGraph(root, listFiles(root))
}
const isTest = (path: string) => /\.test\.tsx?$/.test(path)

test.each([
  ['packages/a/src/deep.ts', ['packages/a/src/deep.test.ts', 'apps/b/src/start.test.ts']],
  ['packages/a/src/lazy.ts', ['packages/a/src/more.test.ts', 'apps/b/src/start.test.ts']],
  ['packages/a/src/type.ts', []],
  ['apps/b/src/page.ts', ['apps/b/src/build.test.tsx']],
  ['apps/b/src/start.test.ts', ['apps/b/src/start.test.ts']],
])('a change of %s affects %j', (path, tests) => {
  expect([...findReaching(readTree(), [path]).keys()].filter(isTest)).toEqual(tests)
})

test('tries a mutation with the tests of its own package, nearest first, or with those of all packages', () => {
  const graph = readTree()
  expect(listTests(graph, 'packages/a/src/deep.ts')).toEqual(['packages/a/src/deep.test.ts'])
  expect(listTests(graph, 'packages/a/src/index.ts')).toEqual(['apps/b/src/start.test.ts'])
})

test('lists external modules', () => {
  expect([...(readTree().get('packages/a/src/lazy.ts')?.modules ?? [])]).toEqual(['node:net'])
})

test('selects the tests that a change may break', () => {
  const { remove, root } = createTree({
    ...files,
    'apps/b/migrations/1.sql': 'select 1;\n',
    'vitest.config.ts': '',
  })
  onTestFinished(remove)
  expect(selectChanged(root, ['packages/a/src/lazy.ts'])).toEqual([
    'apps/b/src/start.test.ts',
    'packages/a/src/more.test.ts',
  ])
  expect(selectChanged(root, ['apps/b/migrations/1.sql'])).toEqual([
    'apps/b/src/build.test.tsx',
    'apps/b/src/start.test.ts',
  ])
  expect(selectChanged(root, ['vitest.config.ts'])).toHaveLength(4)
  expect(selectChanged(root, ['docs/a.md'])).toEqual([])
})

test('sorts the test files by the processes that they need', () => {
  const { remove, root } = createTree({
    ...files,
    'apps/b/src/page.test.ts': "import { chromium } from 'playwright'\n",
    'apps/b/src/memory.test.ts': "import { setFlagsFromString } from 'node:v8'\n",
    'e2e/send.e2e.ts': "import { chromium } from 'playwright'\n",
    'e2e/reference.e2e.ts': "import { SignClient } from '@walletconnect/sign-client'\n",
  })
  onTestFinished(remove)
  expect(groupTests(root)).toEqual({
    unit: ['packages/a/src/deep.test.ts'],
    servers: ['apps/b/src/start.test.ts', 'packages/a/src/more.test.ts'],
    pages: ['apps/b/src/page.test.ts'],
    alone: ['apps/b/src/memory.test.ts'],
    journeys: ['e2e/send.e2e.ts'],
    journeysAlone: ['e2e/reference.e2e.ts'],
  })
})
