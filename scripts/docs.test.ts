import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readExports } from './readExports.ts'
import { runCommand } from './runCommand.ts'

const root = join(import.meta.dirname, '..')
const pages = [
  join(root, 'README.md'),
  join(root, 'packages/decode/README.md'),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, 'docs', name)),
]
const read = (path: string) => readFileSync(path, 'utf8')
const nameOf = (page: string) => relative(root, page)

/** The names in the left column of the table below a heading. */
function listRows(page: string, heading: string): string[] {
  const [, section = ''] = read(page).split(`\n## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name = '']) => name).sort()
}

/** The fields of an object type in a source. */
function listFields(file: string, type: string): string[] {
  const [, after = ''] = read(join(root, file)).split(new RegExp(`type ${type} = \\{\\n`))
  const [body = ''] = after.split(/\n *\}\n/)
  return [...body.matchAll(/^ *(?:\/\*\*.*\*\/ )?(?:readonly )?(\w+)\??:/gm)]
    .map(([, name = '']) => name)
    .sort()
}

test.each([
  ['createFoyer(options)', 'packages/core/src/options.ts', 'Options'],
  ['features', 'packages/core/src/features.ts', 'Features'],
  ['createModal(foyer, options)', 'packages/ui/src/modal.ts', 'ModalOptions'],
  ['evm(options)', 'packages/evm/src/discover.ts', 'Options'],
])('the table of %s holds every option there is, and no other', (heading, file, type) => {
  const fields = listFields(file, type)
  expect(fields.length).toBeGreaterThan(1)
  expect(listRows(join(root, 'docs/options.md'), heading)).toEqual(fields)
})

test('the table of tokens holds every token that the styles read', () => {
  const tokens = new Set(
    ['tokens.css', 'cardTokens.css']
      .flatMap((file) => [
        ...read(join(root, 'packages/ui/src', file)).matchAll(/var\(\s*--foyer-([\w-]+)/g),
      ])
      .map(([, name = '']) => name),
  )
  const rows = [...read(join(root, 'docs/theming.md')).matchAll(/^\| `([\w-]+)` /gm)].map(
    ([, name = '']) => name,
  )
  expect(rows.sort()).toEqual([...tokens].sort())
})

test('the tables of hooks hold every hook', () => {
  const hooks = readExports(read(join(root, 'packages/ui/src/react.ts'))).filter((name) =>
    name.startsWith('use'),
  )
  const rows = [...read(join(root, 'docs/hooks.md')).matchAll(/^\| `(use\w+)` /gm)].map(
    ([, name = '']) => name,
  )
  expect(rows.sort()).toEqual(hooks.sort())
})

test('the table of events holds every event', () => {
  const source = read(join(root, 'packages/core/src/events/events.ts'))
  const [, body = ''] = source.split('type FoyerEvents = {')
  const events = [...body.matchAll(/^ {2}'?([\w:]+)'?:/gm)].map(([, name = '']) => name)
  const rows = [...read(join(root, 'docs/events.md')).matchAll(/^\| `([\w:]+)` /gm)].map(
    ([, name = '']) => name,
  )
  expect(rows.sort()).toEqual(events.sort())
})

test.each(pages.map((page) => [nameOf(page), page]))(
  'every link of %s leads somewhere',
  (_, page) => {
    const targets = [
      ...read(page).matchAll(/\]\(([^)\s]+)\)/g),
      ...read(page).matchAll(/(?:src|srcset|href)="([^"]+)"/g),
    ].map(([, target = '']) => target)
    const broken = targets.filter((target) => {
      if (/^https?:/.test(target)) return false
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      if (!existsSync(file)) return true
      const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
        text
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-'),
      )
      return anchor !== undefined && !headings.includes(anchor)
    })
    expect(broken).toEqual([])
  },
)

/** What every page takes for granted. */
const granted = `import type { Foyer } from '@foyer/core'
declare global {
  const foyer: Foyer
}
`

test('every piece of code compiles against the packages', async () => {
  const folder = join(root, 'node_modules/.cache', `foyer-docs-code-${process.pid}`)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(folder, { recursive: true })
  let count = 0
  for (const page of pages)
    for (const [, language = '', code = ''] of read(page).matchAll(
      /^```(tsx?|html)\n(.*?)^```$/gms,
    )) {
      const script =
        language === 'html' ? /<script type="module">(.*)<\/script>/s.exec(code)?.[1] : code
      if (script === undefined) continue
      count += 1
      const name = `${nameOf(page).replace(/\W/g, '-')}-${count}.${language === 'tsx' ? 'tsx' : 'ts'}`
      await writeFile(join(folder, name), `${script}\nexport {}\n`)
    }
  expect(count).toBeGreaterThan(10)
  await writeFile(join(folder, 'granted.d.ts'), granted)
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.base.json'),
      compilerOptions: {
        composite: false,
        declaration: false,
        declarationMap: false,
        sourceMap: false,
        noEmit: true,
        lib: ['es2023', 'dom', 'dom.iterable'],
        types: ['vite/client'],
      },
      include: ['*'],
    }),
  )
  const { code, output } = await runCommand('tsc', ['-p', folder], { root })
  expect(output).toBe('')
  expect(code).toBe(0)
}, 60_000)
