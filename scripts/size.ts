/**
 * `npm run size`: what Foyer adds to a site, in gzip bytes and script files, measured on the packages as published.
 *
 * `--write` sets the limits 10 % above today's sizes; `--files` lists the sources of each row.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { announceWallets } from './announceWallets.ts'
import { buildPackages } from './buildPackages.ts'
import { bundlePage, isBundlers, isReact, type Script } from './bundlePage.ts'
import { judgeSizes, type Limits, type Row } from './judgeSizes.ts'
import { watchPage } from './watchPage.ts'

const root = join(import.meta.dirname, '..')
const limitsFile = join(import.meta.dirname, 'sizeLimits.json')

// Prefetch nothing, so that the code needed before the click is measured alone.
const code = `
import { createFoyer } from '@foyer/core'
import { evm, mainnet } from '@foyer/evm'
import { createModal } from '@foyer/ui'
const foyer = createFoyer({ projectId: 'site', adapters: [evm()], networks: [mainnet] })
createModal(foyer, { prefetch: 'none' })
document.body.append(document.createElement('foyer-button'))
`

/** Parts that a site adds explicitly and that cost nothing otherwise. The WalletConnect client loads with its QR code. */
const additions = {
  decode: `
import { preview } from '@foyer/decode/preview'
globalThis.kept = preview()
`,
  solana: `
import { solana, solanaMainnet } from '@foyer/solana'
globalThis.kept = [solana(), solanaMainnet]
`,
  walletconnect: `
import { walletConnect } from '@foyer/walletconnect'
globalThis.kept = walletConnect({ projectId: 'site' })
`,
}

/** Typical sites, which prefetch the code of the first click, and whose api lists wallets. */
const sites = {
  basic: `
import { createFoyer } from '@foyer/core'
import { evm, mainnet } from '@foyer/evm'
import { createModal } from '@foyer/ui'
createModal(createFoyer({ projectId: 'site', apiUrl: 'http://api.localhost', adapters: [evm()], networks: [mainnet] }))
document.body.append(document.createElement('foyer-button'))
`,
  full: `
import { createFoyer } from '@foyer/core'
import { embedded } from '@foyer/embedded'
import { evm, mainnet } from '@foyer/evm'
import { solana, solanaMainnet } from '@foyer/solana'
import { createModal } from '@foyer/ui'
import { walletConnect } from '@foyer/walletconnect'
const wallet = embedded({ loginUrl: 'http://login.localhost', projectId: 'site' })
const foyer = createFoyer({
  projectId: 'site',
  apiUrl: 'http://api.localhost',
  adapters: [evm(), solana()],
  networks: [mainnet, solanaMainnet],
  connectors: [wallet, walletConnect({ projectId: 'site' })],
})
createModal(foyer)
document.body.append(document.createElement('foyer-button'))
`,
}

/** The project's budgets, which no limit may exceed: bytes, and script files. Parts of a feature have only a limit. */
const budgets = {
  files: 12,
  filesFull: 15,
  reactPage: 20_000,
  viemPage: 13_000,
  firstOpen: 20_000,
  view: 8_000,
  'decode: before it is used': 600,
  'solana: before it is used': 1_200,
  'walletconnect: before it is used': 1_000,
  'walletconnect: client': 25_000,
} as const

/** Views that only a connected account opens, and the one open before: the view from which the user comes, if it is not the account. */
const accountViews: Readonly<Record<string, string | undefined>> = {
  AccountLogin: undefined,
  AccountPermissions: 'AccountLogin',
  AccountType: 'AccountLogin',
  BuyView: undefined,
  NftView: 'openNfts',
  PayView: undefined,
  ReceiveView: undefined,
  RegisterNameView: undefined,
  SendNftView: 'NftView',
  SendReviewView: 'SendView',
  SendSelectTokenView: 'SendView',
  SendView: undefined,
  SwapCrossings: 'SwapPlace',
  SwapPlace: 'SwapView',
  SwapProgress: 'SwapReview',
  SwapQuotes: 'SwapPlace',
  SwapReview: 'SwapReviewView',
  SwapReviewView: 'SwapView',
  SwapTokens: 'SwapTokensView',
  SwapTokensView: 'SwapView',
  SwapView: undefined,
  startSwap: 'SwapView',
}

/** Lazy files that are loaded when a view of {@link accountViews} opens: those of a connected account, shown before. */
function openedBefore(lazyFile: string): string[] {
  const view = lazyFile.replace('ui: ', '')
  if (!Object.hasOwn(accountViews, view)) return []
  const from = accountViews[view]
  const account = ['core: facts', 'ui: AccountView', 'ui: AccountFeatures']
  return from === undefined ? account : [...account, `ui: ${from}`, ...openedBefore(`ui: ${from}`)]
}

/** Scripts with all their imports, without those that are already loaded. */
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
    measured: counted.reduce((total, { gzipBytes }) => total + gzipBytes, 0),
    unit: 'bytes',
    files: counted.flatMap(({ files }) => files).sort((a, b) => b.length - a.length),
    budget,
  }
}

/** Names of the scripts loaded when a list of wallets is open: those of `opened`, with all their imports. */
function afterList(scripts: Script[], opened: readonly string[]): Set<string> {
  const lazy = scripts.filter(({ lazyFile = '' }) => opened.includes(lazyFile))
  const starts = ['page.js', ...lazy.map(({ name }) => name)]
  return new Set(withImports(scripts, starts, new Set()).map(({ name }) => name))
}

/** Parts that a page with EVM networks loads later. Each includes its imports that an open list has not loaded. */
async function measureAddition(
  { added, name }: { added: string; name: string },
  { opened, pageBytes }: { opened: readonly string[]; pageBytes: number },
): Promise<Row[]> {
  const scripts = await bundlePage({ root, code: code + added })
  const first = withImports(scripts, ['page.js'], new Set())
  const loaded = afterList(scripts, opened)
  const rowOf = (part: string, wanted: Script[]) => {
    const budget = (budgets as Partial<Record<string, number>>)[part]
    return row(part, wanted, budget ?? Number.POSITIVE_INFINITY)
  }
  const parts = scripts
    .filter(({ lazyFile }) => lazyFile?.startsWith(`${name}: `))
    .map((script) => rowOf(script.lazyFile ?? '', withImports(scripts, [script.name], loaded)))
  const atOnce = rowOf(`${name}: before it is used`, first)
  return [
    { ...atOnce, measured: atOnce.measured - pageBytes },
    ...parts.sort((a, b) => b.measured - a.measured),
  ]
}

/** The script files that a page fetches from load to the open list of wallets, and their bytes. */
async function measureSite(
  name: string,
  code: string,
  budget: number,
): Promise<{ rows: Row[]; opened: string[] }> {
  const scripts = await bundlePage({ root, code })
  const { beforeClick, byClick } = await watchPage(scripts, { installed: announceWallets })
  const fetched = scripts.filter((script) => [...beforeClick, ...byClick].includes(script.name))
  const counted = fetched.filter((script) => !isReact(script) && !isBundlers(script))
  const title = `from load to the open list, ${name}`
  const rows: Row[] = [
    { ...row(`${title}: script files`, counted, budget), measured: counted.length, unit: 'files' },
    row(`${title}: bytes`, fetched, Number.POSITIVE_INFINITY),
  ]
  return { rows, opened: fetched.flatMap(({ lazyFile }) => lazyFile ?? []) }
}

/** The page of `code` names none of these, so its bundle must contain nothing of them. */
function findStrangers(scripts: Script[]): string[] {
  const files = scripts.flatMap((script) => script.files.map(({ path }) => path))
  return files.filter((path) => /packages\/(solana|walletconnect)\/|\/@solana/.test(path))
}

async function measure(): Promise<Row[]> {
  const scripts = await bundlePage({ root, code })
  const page = withImports(scripts, ['page.js'], new Set())
  const pageBytes = row('page', page, 0).measured
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
  const basic = await measureSite('a site of EVM wallets', sites.basic, budgets.files)
  const full = await measureSite('a site with every way to connect', sites.full, budgets.filesFull)
  const atOpen = new Set([...beforeClick, ...byClick])
  const atList = afterList(scripts, full.opened)
  const others = scripts
    .filter(({ lazyFile, name }) => lazyFile !== undefined && !atOpen.has(name))
    .map(({ lazyFile = '', name }) => {
      const before = scripts.filter((one) => openedBefore(lazyFile).includes(one.lazyFile ?? ''))
      const atAccount = withImports(
        scripts,
        before.map((one) => one.name),
        new Set(),
      ).map((one) => one.name)
      return row(
        lazyFile,
        // The groups that an open list fetches, each alone; all other rows count beyond these.
        withImports(
          scripts,
          [name],
          new Set([...atOpen, ...atList, ...atAccount].filter((one) => one !== name)),
        ),
        lazyFile.endsWith('View') ? budgets.view : Number.POSITIVE_INFINITY,
      )
    })
  return [
    ...basic.rows,
    ...full.rows,
    row('before the first click, on a page with React', first, budgets.reactPage),
    row('before the first click, on a page with React and viem', withoutViem, budgets.viemPage),
    row('first open of Connect', opened, budgets.firstOpen),
    row('all of a site of EVM wallets', scripts, Number.POSITIVE_INFINITY),
    ...others.sort((a, b) => b.measured - a.measured),
    ...(
      await Promise.all(
        Object.entries(additions).map(([name, added]) =>
          measureAddition({ added, name }, { opened: basic.opened, pageBytes }),
        ),
      )
    ).flat(),
  ]
}

await buildPackages(root, [
  'protocol',
  'core',
  'decode',
  'evm',
  'solana',
  'walletconnect',
  'embedded',
  'ui',
])
const rows = await measure()

if (process.argv.includes('--write')) {
  const limits = rows.map(({ name, measured, budget }) => [
    name,
    { measured, limit: Math.min(Math.floor(measured * 1.1), budget) },
  ])
  writeFileSync(limitsFile, `${JSON.stringify(Object.fromEntries(limits), null, 2)}\n`)
}
const limits = existsSync(limitsFile)
  ? (JSON.parse(readFileSync(limitsFile, 'utf8')) as Limits)
  : {}

const number = (value = Number.POSITIVE_INFINITY) =>
  (Number.isFinite(value) ? value.toLocaleString('en') : '-').padStart(8)
console.log(`${' '.repeat(74)}   gzip    limit   budget`)
for (const { name, measured, files, budget } of rows) {
  const limit = number(limits[name]?.limit)
  console.log(`${name.padEnd(74)}${number(measured)} ${limit} ${number(budget)}`)
  if (process.argv.includes('--files'))
    for (const { length, path } of files) console.log(`${number(length)} ${relative(root, path)}`)
}
const problems = judgeSizes(rows, limits)
for (const problem of problems) console.log(problem)
process.exitCode = problems.length > 0 ? 1 : 0
