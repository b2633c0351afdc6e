import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { packageBuild, sourceChunks } from './packageBuild.ts'

const root = mkdtempSync(join(tmpdir(), 'foyer-package-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const files = {
  'index.ts': `
    export { own } from './own.ts'
    export { shared } from './shared.ts'
    export const load$ = async () => (await import('./lazy.ts')).answer$()
    export const loadOther = async () => (await import('./other.ts')).other()
    export const loadMore = async () => (await import('./more.ts')).more()`,
  'own.ts': `export const own = () => 'own'`,
  'shared.ts': `export const shared = () => 'shared'`,
  'lazy.ts': `
    import { shared } from './shared.ts'
    export const answer$ = () => shared() + ' answer'`,
  'other.ts': `
    import { answer$ } from './lazy.ts'
    export const other = () => answer$() + ', other'`,
  'more.ts': `
    import { other } from './other.ts'
    export const more = () => other() + ', more'`,
}
mkdirSync(join(root, 'src'))
writeFileSync(join(root, 'package.json'), '{ "type": "module" }')
for (const [name, text] of Object.entries(files)) writeFileSync(join(root, 'src', name), text)

const run = (chunks: Record<string, string[]>) =>
  build({
    root,
    configFile: false,
    logLevel: 'silent',
    ...packageBuild({ entries: { index: 'src/index.ts' }, chunks }),
  })
const built = () => readdirSync(join(root, 'dist/chunks')).filter((name) => name.endsWith('.js'))

test('a chunk is one module with its files’ imports, and every other file is a module of its own', async () => {
  await run({ later: ['lazy.ts', 'other.ts'] })
  expect(built()).toEqual(['later.js', 'more.js', 'own.js'])
  expect(readFileSync(join(root, 'dist/chunks/later.js'), 'utf8')).toMatch(/shared.*answer.*other/s)
})

test('lazy imports of parts of chunks work without a helper file', async () => {
  await run({ later: ['lazy.ts'], last: ['other.ts'] })
  expect(built()).toEqual(['last.js', 'later.js', 'more.js', 'own.js'])
  const { load$, loadMore, loadOther } = (await import(join(root, 'dist/index.js'))) as Record<
    'load$' | 'loadMore' | 'loadOther',
    () => Promise<string>
  >
  expect([await load$(), await loadOther(), await loadMore()]).toEqual([
    'shared answer',
    'shared answer, other',
    'shared answer, other, more',
  ])
})

test('an earlier chunk contains a later one’s imports too, and chunks of an earlier build are removed', async () => {
  await run({ early: ['shared.ts'], later: ['lazy.ts', 'other.ts'] })
  expect(built()).toEqual(['early.js', 'later.js', 'more.js', 'own.js'])
  await run({ all: ['own.ts', 'more.ts'] })
  expect(built()).toEqual(['all.js'])
})

test('rejects a chunk with a missing file', async () => {
  await expect(run({ later: ['moved.ts'] })).rejects.toThrow('There is no moved.ts in src.')
})

test('a site built from sources has the chunks of its packages, the first package first', async () => {
  const site = join(root, 'site')
  const write = (path: string, text: string) => {
    mkdirSync(join(site, path, '..'), { recursive: true })
    writeFileSync(join(site, path), text)
  }
  write('packages/a/src/one.ts', "export const one = () => 'one'")
  write('packages/a/src/two.ts', "export const two = () => 'two'")
  write(
    'packages/b/src/view.ts',
    "import { one } from '../../a/src/one.ts'\nexport const view = () => one() + ' seen'",
  )
  write(
    'main.ts',
    `export const load = () => import('./packages/b/src/view.ts')
    export const loadTwo = () => import('./packages/a/src/two.ts')`,
  )
  const configOf = (files: string[]) =>
    packageBuild({ entries: { index: 'src/index.ts' }, chunks: { page: files } })
  const groups = sourceChunks({ a: configOf(['one.ts', 'two.ts']), b: configOf(['view.ts']) })
  await build({
    root: site,
    configFile: false,
    logLevel: 'silent',
    build: {
      rolldownOptions: {
        input: join(site, 'main.ts'),
        preserveEntrySignatures: 'strict',
        output: { chunkFileNames: '[name].js', codeSplitting: { groups } },
      },
    },
  })
  const chunks = readdirSync(join(site, 'dist')).filter((name) => /^[ab]-/.test(name))
  expect(chunks).toEqual(['a-page.js', 'b-page.js'])
  const text = readFileSync(join(site, 'dist/a-page.js'), 'utf8')
  expect(text).toMatch(/one.*two|two.*one/s)
})
