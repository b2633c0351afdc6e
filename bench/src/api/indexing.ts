import { setTimeout } from 'node:timers/promises'
import { apiDatabase } from '@foyer/api'
import { devnetAccounts, devnetAddresses, startEvm } from '@foyer/devnet'
import { openTestDatabase } from '@foyer/server/testDatabase'
import { median } from '../percentile.ts'
import { benchChain } from './benchChain.ts'
import type { Line } from './routes.ts'
import { spawnScript } from './spawnScript.ts'

const blockCount = 1_000
const transactionsOfBlock = 30
const rounds = 3
/** The indexer reads, checks and stores: at least this share of only reading. */
const leastShare = 0.5
/** Calls of one request, as the indexer's. */
const callsOfBatch = 50

/** Blocks that the indexer stores per second, beside a loop that only reads them by the same calls. */
export async function measureIndexing(): Promise<Line[]> {
  if (!process.env.DATABASE_URL_TEST)
    return [{ name: 'indexer', text: 'skipped: DATABASE_URL_TEST names no PostgreSQL' }]
  const anvil = await startEvm({ chainId: 31337, port: 0 })
  try {
    const head = await fill(anvil.url)
    const shares: number[] = []
    const [raws, owns, logs]: number[][] = [[], [], []]
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const raw = await readRaw(anvil.url, head)
      const own = await index(anvil.url, head)
      const log = await readLogs(anvil.url, head)
      if (round === 0) continue
      raws!.push(raw)
      owns!.push(own)
      logs!.push(log)
      shares.push(own / raw)
    }
    const share = median(shares)
    const perSecond = (rates: number[]) =>
      `${median(rates).toFixed(0)} blocks, ${(median(rates) * transactionsOfBlock).toFixed(0)} transactions a second`
    return [
      {
        name: 'indexer: blocks read and stored',
        text: `${perSecond(owns!)}; ${share.toFixed(2)}× only reading them (${perSecond(raws!)})`,
        passed: share >= leastShare,
      },
      { name: 'eth_getLogs of the same blocks', text: perSecond(logs!) },
    ]
  } finally {
    await anvil.stop()
  }
}

/** Asks a node for many calls in one request. */
async function askAll(url: string, calls: readonly [method: string, ...params: unknown[]][]) {
  const body = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { result?: unknown; error?: { message: string } }[]
}
const hex = (number: number) => `0x${number.toString(16)}`

/** Mines blocks of coin and token transfers. @returns the newest block */
async function fill(url: string): Promise<number> {
  const [alice, bob] = devnetAccounts.map(({ address }) => address)
  const data = `0xa9059cbb${bob!.slice(2).toLowerCase().padStart(64, '0')}${'1'.padStart(64, '0')}`
  await askAll(url, [['evm_setAutomine', false]])
  for (let block = 0; block < blockCount; block++) {
    const sent = Array.from({ length: transactionsOfBlock }, (_, at) => {
      const common = { from: alice, gas: '0x186a0' }
      const call = at % 3 === 0 ? { to: bob, value: '0x1' } : { to: devnetAddresses.usdc, data }
      return ['eth_sendTransaction', { ...common, ...call }] as [string, unknown]
    })
    const answers = await askAll(url, [...sent, ['evm_mine']])
    const failed = answers.find(({ error }) => error)
    if (failed) throw new Error(failed.error?.message)
  }
  const [head] = await askAll(url, [['eth_blockNumber']])
  return Number(head?.result)
}

/** @returns Blocks per second. */
async function readRaw(url: string, head: number): Promise<number> {
  const beganAt = performance.now()
  for (let first = 0; first <= head; first += callsOfBatch) {
    const numbers = Array.from({ length: Math.min(callsOfBatch, head - first + 1) }, (_, at) =>
      hex(first + at),
    )
    await askAll(
      url,
      numbers.map((number) => ['eth_getBlockByNumber', number, true]),
    )
    await askAll(
      url,
      numbers.map((number) => ['eth_getBlockReceipts', number]),
    )
    await askAll(
      url,
      numbers.map((number) => ['trace_block', number]),
    )
  }
  return (head + 1) / ((performance.now() - beganAt) / 1000)
}

async function readLogs(url: string, head: number): Promise<number> {
  const beganAt = performance.now()
  for (let first = 0; first <= head; first += callsOfBatch) {
    const range = { fromBlock: hex(first), toBlock: hex(Math.min(head, first + callsOfBatch - 1)) }
    await askAll(url, [['eth_getLogs', range]])
  }
  return (head + 1) / ((performance.now() - beganAt) / 1000)
}

/** Lets an api index the chain into an empty database. @returns blocks per second, without the start of the process */
async function index(url: string, head: number): Promise<number> {
  const database = await openTestDatabase(apiDatabase, 'PostgreSQL')
  const readNext = async () => {
    const found = await database.queries.execute('select next_block from history_chains')
    return Number(Object(Object(found).rows?.[0]).next_block ?? 0)
  }
  const starting = spawnScript(
    'serveIndexer.ts',
    JSON.stringify({ database: database.location, chains: [benchChain(url)] }),
  )
  try {
    let first = 0
    while (first === 0) {
      await setTimeout(5)
      first = await readNext()
    }
    const beganAt = performance.now()
    let next = first
    while (next <= head) {
      await setTimeout(5)
      next = await readNext()
    }
    return (next - first) / ((performance.now() - beganAt) / 1000)
  } finally {
    await (await starting).end()
    await database.close()
  }
}
