import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiDatabase } from '@foyer/api'
import { devnetAccounts, devnetAddresses, type EvmChain } from '@foyer/devnet'
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

/** Requests per second and the slowest of each hundred, beside Hono alone with the same answers, measured in turn. */
export async function measureRoutes(anvil: EvmChain): Promise<Line[]> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-api-'))
  // Without a server for tests, PGlite in a folder, in the api's own process.
  const shared = process.env.DATABASE_URL_TEST
    ? await openTestDatabase(apiDatabase, 'PostgreSQL')
    : undefined
  const location = shared?.location ?? { kind: 'folder', path: join(folder, 'data') }
  const options = {
    location,
    chains: [benchChain(anvil.url)],
    projects: [{ id: 'bench', name: 'Bench', origins: [] }],
  }
  const api = await spawnScript('serveApi.ts', JSON.stringify(options))
  try {
    const alice = devnetAccounts[0]!.address
    const of = (path: string, query = '') => `${api.url}${path}?projectId=bench${query}`
    const history = (account: string, query = '') =>
      of(`/v1/account/${account}/history`, `&chainId=${seededChain}${query}`)
    const balance = of(`/v1/account/${alice}/balance`, `&currency=usd&chainId=${seededChain}`)
    const id = (address: string) => `${seededChain}:${address}`
    const quote = of(
      '/v1/convert/quotes',
      `&amount=1000000000000000000&from=${id(`0x${'e'.repeat(40)}`)}&to=${id(devnetAddresses.usdc)}`,
    )
    const urls = {
      'wallets (40)': of('/getWallets', '&page=1&entries=40'),
      'balance, cached': balance,
      'balance, from the chain': `${balance}&forceUpdate=${id(alice)}`,
      'name and picture, cached': of(`/v1/identity/${alice}`, `&chainId=${seededChain}`),
      'history, 10 rows': history(quietAccount),
      'history, 50 of 100,000 rows': history(busyAccount),
      'history, the 51st page': history(busyAccount, `&cursor=${await deepCursor(history)}`),
      'quote of a swap': quote,
    }
    const bodies = Object.fromEntries(
      await Promise.all(
        Object.values(urls).map(async (url, index) => [`body${index}`, await read(url)] as const),
      ),
    )
    const file = join(folder, 'bodies.json')
    writeFileSync(file, JSON.stringify({ bodies, ...(shared && { location }) }))
    const bare = await spawnScript('serveBare.ts', file)
    try {
      const lines: Line[] = []
      for (const [index, [name, url]] of Object.entries(urls).entries()) {
        const cases = {
          route: () => measureLoad(api.url, { requests: [requestOf(url)], sliceMs }),
          bare: () =>
            measureLoad(bare.url, { requests: [requestOf(`${bare.url}/body${index}`)], sliceMs }),
        }
        const { bare: bares, route } = await takeTurns(rounds, cases)
        const [own, other] = [summary(route), summary(bares)]
        const share = own.perSecond / other.perSecond
        const isCached = name.includes('cached')
        lines.push({
          name,
          text: `${show(own)}; ${share.toFixed(2)}× Hono alone (${show(other)})`,
          ...(isCached && { passed: share >= leastShare }),
        })
      }
      if (shared) {
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
    await shared?.close()
    rmSync(folder, { recursive: true, force: true })
  }
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
