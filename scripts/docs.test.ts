import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { runInNewContext } from 'node:vm'
import { createFoyer } from '@foyer/core'
import { evm, mainnet } from '@foyer/evm'
import { describe, expect, it, onTestFinished, test } from 'vitest'
import { listFiles } from './listFiles.ts'
import { readExports } from './readExports.ts'
import { readOptions } from './readOptions.ts'
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

/** The cells of a table's rows, without the signs of code. */
function readTable(page: string, heading: string): string[][] {
  const [, section = ''] = read(page).split(`\n## ${heading}\n`)
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| `.*$/gm)].map(([row]) =>
    row
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('`', '').replaceAll('\\|', '|')),
  )
}

const optionsPage = join(root, 'docs/options.md')

describe.each([
  ['createFoyer(options)', 'packages/core/src/options.ts', 'Options'],
  ['features', 'packages/core/src/features.ts', 'Features'],
  ['createModal(foyer, options)', 'packages/ui/src/modal.ts', 'ModalOptions'],
  ['evm(options)', 'packages/evm/src/discover.ts', 'Options'],
  ['solana(options)', 'packages/solana/src/solana.ts', 'Options'],
  ['walletConnect(options)', 'packages/walletconnect/src/walletConnect.ts', 'Options'],
  ['embedded(options)', 'packages/embedded/src/embedded.ts', 'Options'],
  ['FoyerProvider', 'packages/ui/src/react/FoyerProvider.tsx', 'FoyerProviderProps'],
])('the table of %s', (heading, file, type) => {
  const declared = readOptions(read(join(root, file)), { type, isResolved: type === 'Features' })
  const rows = readTable(optionsPage, heading)

  it('lists every option, and no other', () => {
    const names = declared.map(({ name }) => name)
    expect(names.length).toBeGreaterThan(1)
    expect(rows.map(([name = '']) => name).sort()).toEqual(names.sort())
  })

  it('has the type and the default of the source', () => {
    const inSource = declared.map(({ fallback, name, type }) => `${name}: ${type} = ${fallback}`)
    const inTable = rows.map(([name, type, , fallback]) => `${name}: ${type} = ${fallback}`)
    expect(inTable.sort()).toEqual(inSource.sort())
  })
})

/** Features have defaults of their own; whether public RPC is asked is decided with each network. */
const isFilledInLater = ['features', 'publicRpc']

test('the defaults in the tables are those of createFoyer', () => {
  const given = { projectId: 'site', adapters: [evm()], networks: [mainnet] }
  const { features, ...options } = createFoyer(given).options
  const filledIn: Record<string, unknown> = { ...options, ...features }
  const literals = ['createFoyer(options)', 'features']
    .flatMap((heading) => readTable(optionsPage, heading))
    .flatMap(([name = '', , , fallback = '']) =>
      /^(\[|\{|'|\d|true|false)/.test(fallback) && !isFilledInLater.includes(name)
        ? [[name, fallback]]
        : [],
    )
  expect(literals.length).toBeGreaterThan(20)
  const spelled = literals.map(([name, text]) => [name, runInNewContext(`(${text})`)])
  expect(Object.fromEntries(literals.map(([name = '']) => [name, filledIn[name]]))).toEqual(
    Object.fromEntries(spelled),
  )
})

test('the table of features marks those without an effect', () => {
  const sources = ['core', 'ui'].flatMap((name) =>
    readdirSync(join(root, `packages/${name}/src`), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.') && path !== 'options.ts')
      .map((path) => read(join(root, `packages/${name}/src`, path))),
  )
  const isRead = (name: string) =>
    sources.some((source) =>
      new RegExp(`features\\.${name}\\b|\\b${name}\\b.*\\} = .*features`).test(source),
    )
  const rows = readTable(optionsPage, 'features')
  expect(rows.map(([name, , , , effect]) => [name, effect])).toEqual(
    rows.map(([name = '']) => [name, isRead(name) ? 'yes' : 'not yet']),
  )
})

test('the table of tokens lists every token that the styles read', () => {
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

test('the tables of hooks list every hook', () => {
  const hooks = readExports(read(join(root, 'packages/ui/src/react.ts'))).filter((name) =>
    name.startsWith('use'),
  )
  const rows = [...read(join(root, 'docs/hooks.md')).matchAll(/^\| `(use\w+)` /gm)].map(
    ([, name = '']) => name,
  )
  expect(rows.sort()).toEqual(hooks.sort())
})

test('the table of events lists every event', () => {
  const source = read(join(root, 'packages/core/src/events/events.ts'))
  const [, body = ''] = source.split('type FoyerEvents = {')
  const events = [...body.matchAll(/^ {2}'?([\w:]+)'?:/gm)].map(([, name = '']) => name)
  const rows = [...read(join(root, 'docs/events.md')).matchAll(/^\| `([\w:]+)` /gm)].map(
    ([, name = '']) => name,
  )
  expect(rows.sort()).toEqual(events.sort())
})

test.each(pages.map((page) => [nameOf(page), page]))('every link of %s has a target', (_, page) => {
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
})

const markdown = listFiles(root).filter((path) => /^[^.].*\.md$/.test(path))

test.each(markdown)('every file and folder that %s names exists', (path) => {
  const text = read(join(root, path)).replace(/^```.*?^```$/gms, '')
  const named = [
    ...text.matchAll(/`((?:src|packages|apps|devnet|scripts|e2e|bench|docs)\/[\w./-]+)`/g),
  ]
  const missing = named.filter(([, name = '']) =>
    [root, dirname(join(root, path))].every(
      (folder) => !['', '.ts', '.tsx'].some((ending) => existsSync(join(folder, name + ending))),
    ),
  )
  expect(missing.map(([, name]) => name)).toEqual([])
})

/** Declarations that every docs page may use without showing them. */
const granted = `import type { Foyer } from '@foyer/core'
declare global {
  const foyer: Foyer
}
`

test('every code example compiles against the packages', async () => {
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
})
