/**
 * `npm run size`: what a site pays for Foyer, gzip, measured on the packages as they are published.
 *
 * `--write` makes today's measures the limits (10 % above each); `--files` lists what each row is made from.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bundlePage, isReact, type Script } from './bundlePage.ts'
import { judgeSizes, type Limits, type Row } from './judgeSizes.ts'
import { runCommand } from './runCommand.ts'
import { watchPage } from './watchPage.ts'

const root = join(import.meta.dirname, '..')
const limitsFile = join(import.meta.dirname, 'sizeLimits.json')

// Nothing is fetched ahead of the click, so that what the page needs at once stands alone.
const code = `
import { createFoyer } from '@foyer/core'
import { evm, mainnet } from '@foyer/evm'
import { createModal } from '@foyer/ui'
const foyer = createFoyer({ projectId: 'site', adapters: [evm()], networks: [mainnet] })
createModal(foyer, { prefetch: 'none' })
document.body.append(document.createElement('foyer-button'))
`

/** What a site adds by hand: a page without them holds nothing of them. The client of WalletConnect is what a QR loads. */
const additions = {
  solana: `
import { solana, solanaMainnet } from '@foyer/solana'
globalThis.kept = [solana(), solanaMainnet]
`,
  walletconnect: `
import { walletConnect } from '@foyer/walletconnect'
globalThis.kept = walletConnect({ projectId: 'site' })
`,
}

/** Bytes; the budgets of the house, which no limit may pass. Parts of a feature have a limit only. */
const budgets = {
  reactPage: 20_000,
  viemPage: 13_000,
  firstOpen: 20_000,
  view: 8_000,
  'solana: before it is used': 1_200,
  'walletconnect: before it is used': 1_000,
  'walletconnect: openWalletConnect': 25_000,
} as const

async function buildPackages(): Promise<void> {
  // The ui's scripts come from Vite alone; `tsc` adds only its types.
  const folders = ['protocol', 'core', 'evm', 'solana', 'walletconnect'].map(
    (name) => `packages/${name}`,
  )
  const steps: [string, string[], string][] = [
    ['tsc', ['-b', ...folders], root],
    ['vite', ['build', '--logLevel', 'error'], join(root, 'packages/ui')],
  ]
  for (const [command, args, cwd] of steps) {
    const { code, output } = await runCommand(command, args, { root, cwd })
    if (code === 0) continue
    console.log(`${command} ${args.join(' ')} failed:\n${output}`)
    process.exit(1)
  }
}

/** Scripts with all that they import, without those that are there already. */
function withImports(scripts: Script[], names: string[], loaded: ReadonlySet<string>): Script[] {
  const seen = new Set<string>()
  const queue = [...names]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (seen.has(name) || loaded.has(name)) continue
    seen.add(name)
    queue.push(...(scripts.find((script) => script.name === name)?.imports ?? []))
  }
  return scripts.filter(({ name }) => seen.has(name))
}

function row(name: string, wanted: Script[], budget: number): Row {
  const counted = wanted.filter((script) => !isReact(script))
  return {
    name,
    bytes: counted.reduce((total, { gzipBytes }) => total + gzipBytes, 0),
    files: counted.flatMap(({ files }) => files).sort((a, b) => b.length - a.length),
    budget,
  }
}

/**
 * What a page of EVM chains pays besides. Each part with all that it imports and the page has not loaded by then, so that
 * parts overlap.
 */
async function measureAddition(name: string, added: string, pageBytes: number): Promise<Row[]> {
  const scripts = await bundlePage({ root, code: code + added })
  const first = withImports(scripts, ['page.js'], new Set())
  const loaded = new Set(first.map((script) => script.name))
  const rowOf = (part: string, wanted: Script[]) => {
    const full = `${name}: ${part}`
    const budget = (budgets as Partial<Record<string, number>>)[full]
    return row(full, wanted, budget ?? Number.POSITIVE_INFINITY)
  }
  const parts = scripts
    .filter(({ files }) => files.some(({ path }) => path.includes(`packages/${name}/`)))
    .filter(({ lazyFile }) => lazyFile !== undefined)
    .map((script) => rowOf(script.lazyFile ?? '', withImports(scripts, [script.name], loaded)))
  const atOnce = rowOf('before it is used', first)
  return [
    { ...atOnce, bytes: atOnce.bytes - pageBytes },
    ...parts.sort((a, b) => b.bytes - a.bytes),
  ]
}

/** The page of `code` names none of them, so what it loads holds nothing of them. */
function findStrangers(scripts: Script[]): string[] {
  const files = scripts.flatMap((script) => script.files.map(({ path }) => path))
  return files.filter((path) => /packages\/(solana|walletconnect)\/|\/@solana/.test(path))
}

async function measure(): Promise<Row[]> {
  const scripts = await bundlePage({ root, code })
  const page = withImports(scripts, ['page.js'], new Set())
  const pageBytes = row('page', page, 0).bytes
  const strangers = findStrangers(scripts)
  if (strangers.length > 0)
    throw new Error(`A page of EVM chains would load ${strangers.join(', ')}`)
  const { beforeClick, byClick } = await watchPage(scripts)
  const first = withImports(scripts, beforeClick, new Set())
  const opened = withImports(scripts, byClick, new Set(beforeClick))
  const beforeViem = await bundlePage({ root, code, external: [/^viem($|\/)/] })
  const lazyBefore = first.flatMap(({ lazyFile }) => lazyFile ?? [])
  const startsBefore = beforeViem.filter(
    ({ lazyFile, name }) => name === 'page.js' || lazyBefore.includes(lazyFile ?? ''),
  )
  const withoutViem = withImports(
    beforeViem,
    startsBefore.map(({ name }) => name),
    new Set(),
  )
  const loaded = new Set([...beforeClick, ...byClick])
  const others = scripts
    .filter(({ lazyFile, name }) => lazyFile !== undefined && !loaded.has(name))
    .map(({ lazyFile = '', name }) =>
      row(
        lazyFile,
        withImports(scripts, [name], loaded),
        lazyFile.endsWith('View') ? budgets.view : Number.POSITIVE_INFINITY,
      ),
    )
  return [
    row('before the first click, on a page with React', first, budgets.reactPage),
    row('before the first click, on a page with React and viem', withoutViem, budgets.viemPage),
    row('first open of Connect', opened, budgets.firstOpen),
    ...others.sort((a, b) => b.bytes - a.bytes),
    ...(
      await Promise.all(
        Object.entries(additions).map(([name, added]) => measureAddition(name, added, pageBytes)),
      )
    ).flat(),
  ]
}

await buildPackages()
const rows = await measure()

if (process.argv.includes('--write')) {
  const limits = rows.map(({ name, bytes, budget }) => [
    name,
    { measured: bytes, limit: Math.min(Math.floor(bytes * 1.1), budget) },
  ])
  writeFileSync(limitsFile, `${JSON.stringify(Object.fromEntries(limits), null, 2)}\n`)
}
const limits = existsSync(limitsFile)
  ? (JSON.parse(readFileSync(limitsFile, 'utf8')) as Limits)
  : {}

const number = (value = Number.POSITIVE_INFINITY) =>
  (Number.isFinite(value) ? value.toLocaleString('en') : '-').padStart(8)
console.log(`${' '.repeat(54)}   gzip    limit   budget`)
for (const { name, bytes, files, budget } of rows) {
  const limit = number(limits[name]?.limit)
  console.log(`${name.padEnd(54)}${number(bytes)} ${limit} ${number(budget)}`)
  if (process.argv.includes('--files'))
    for (const { length, path } of files) console.log(`${number(length)} ${relative(root, path)}`)
}
const problems = judgeSizes(rows, limits)
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
