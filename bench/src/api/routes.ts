import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiDatabase } from '@foyer/api'
import { devnetAccounts, devnetAddresses, type EvmChain } from '@foyer/devnet'
import type { openDatabase } from '@foyer/server/database'
import { openTestDatabase } from '@foyer/server/testDatabase'
import { median } from '../percentile.ts'
import { takeTurns } from '../takeTurns.ts'
import { benchChain } from './benchChain.ts'
import { type Load, measureLoad } from './measureLoad.ts'
import { requestOf } from './rawClient.ts'
import { busyAccount, quietAccount, seededChain } from './seedHistory.ts'
import { spawnScript } from './spawnScript.ts'

/** A line of the results. */
export type Line = { readonly name: string; readonly text: string; readonly passed?: boolean }

const sliceMs = 1_000
const rounds = 3
/** A cached answer costs at most this many bare ones. */
const leastShare = 0.4

type Location = Parameters<typeof openDatabase<typeof apiDatabase.schema>>[1]

/**
 * Requests per second and the slowest of each hundred, beside Hono alone with the same answers, measured in turn: of a
 * process alone with its data folder, and of one that shares a PostgreSQL, which then counts each client's calls.
 */
export async function measureRoutes(anvil: EvmChain): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-api-'))
  try {
    const path = join(folder, 'data')
    const alone = await measureApi(anvil, { folder, location: { kind: 'folder', path } })
    if (!process.env.DATABASE_URL_TEST) return alone
    const shared = await openTestDatabase(apiDatabase, 'PostgreSQL')
    try {
      const lines = await measureApi(anvil, { folder, location: shared.location })
      return [...alone, ...lines.map(({ name, text }) => ({ name: `PostgreSQL: ${name}`, text }))]
    } finally {
      await shared.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureApi(
  anvil: EvmChain,
  { folder, location }: { folder: string; location: Location },
): Promise<Line[]> {
  const options = {
    location,
    chains: [benchChain(anvil.url)],
    projects: [{ id: 'bench', name: 'Bench', origins: [] }],
  }
  const api = await spawnScript('serveApi.ts', JSON.stringify(options))
  try {
    const urls = await listUrls(api.url)
    const bodies = Object.fromEntries(
      await Promise.all(
        Object.values(urls).map(async (url, index) => [`body${index}`, await read(url)] as const),
      ),
    )
    const file = join(folder, 'bodies.json')
    // A data folder belongs to the api's process.
    const queried = location.kind === 'postgres' ? { location } : {}
    writeFileSync(file, JSON.stringify({ bodies, ...queried }))
    const bare = await spawnScript('serveBare.ts', file)
    try {
      const lines: Line[] = []
      for (const [index, [name, url]] of Object.entries(urls).entries())
        lines.push(await compare(name, { own: url, bare: `${bare.url}/body${index}` }))
      if (location.kind === 'postgres') {
        const requests = [requestOf(`${bare.url}/query`)]
        const { query } = await takeTurns(rounds, {
          query: () => measureLoad(bare.url, { requests, sliceMs }),
        })
        lines.push({ name: 'the plainest query of 50 rows', text: show(summary(query)) })
      }
      return lines
    } finally {
      await bare.end()
    }
  } finally {
    await api.end()
  }
}

async function listUrls(base: string): Promise<Record<string, string>> {
  const alice = devnetAccounts[0]!.address
  const of = (path: string, query = '') => `${base}${path}?projectId=bench${query}`
  const history = (account: string, query = '') =>
    of(`/v1/account/${account}/history`, `&chainId=${seededChain}${query}`)
  const balance = of(`/v1/account/${alice}/balance`, `&currency=usd&chainId=${seededChain}`)
  const id = (address: string) => `${seededChain}:${address}`
  const pair = `&from=${id(`0x${'e'.repeat(40)}`)}&to=${id(devnetAddresses.usdc)}`
  return {
    'wallets (40)': of('/getWallets', '&page=1&entries=40'),
    'balance, cached': balance,
    'balance, from the chain': `${balance}&forceUpdate=${id(alice)}`,
    'name and picture, cached': of(`/v1/identity/${alice}`, `&chainId=${seededChain}`),
    'history, 10 rows': history(quietAccount),
    'history, 50 of 100,000 rows': history(busyAccount),
    'history, the 51st page': history(busyAccount, `&cursor=${await deepCursor(history)}`),
    'quote of a swap': of('/v1/convert/quotes', `&amount=1000000000000000000${pair}`),
  }
}

/** Measures a route and Hono alone with the same answer, in turn. */
async function compare(name: string, urls: { own: string; bare: string }): Promise<Line> {
  const load = (url: string) => () =>
    measureLoad(new URL(url).origin, { requests: [requestOf(url)], sliceMs })
  const turns = await takeTurns(rounds, { own: load(urls.own), bare: load(urls.bare) })
  const [own, bare] = [summary(turns.own), summary(turns.bare)]
  const share = own.perSecond / bare.perSecond
  const text = `${show(own)}; ${share.toFixed(2)}× Hono alone (${show(bare)})`
  return { name, text, ...(name.includes('cached') && { passed: share >= leastShare }) }
}

const summary = (loads: readonly Load[]): Load => ({
  perSecond: median(loads.map(({ perSecond }) => perSecond)),
  p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
})
const show = ({ p99Ms, perSecond }: Load) =>
  `${perSecond.toFixed(0)} a second, p99 ${p99Ms.toFixed(1)} ms`

async function read(url: string): Promise<string> {
  const response = await fetch(url)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${response.status} from ${url}: ${text}`)
  return text
}

/** The cursor after 50 pages: reading on must not become slower. */
async function deepCursor(history: (account: string, query?: string) => string): Promise<string> {
  let cursor = ''
  for (let page = 0; page < 50; page++)
    cursor = JSON.parse(await read(history(busyAccount, cursor && `&cursor=${cursor}`))).next
  return cursor
}
