import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { devnetAccounts, type EvmChain, startEvm } from '@foyer/devnet'
import { openTestDatabase, testEngines } from '@foyer/server/testDatabase'
import { testEnvironment } from '@foyer/server/testEnvironment'
import { type Address, numberToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { apiDatabase } from '../database/apiDatabase.ts'
import { askChain } from '../rpc/sendFrom.test.kit.ts'
import { forward, startUpstream } from '../rpc/startUpstream.test.kit.ts'
import { historyChains } from './historyTables.ts'
import { createTestIndexer, devnetChain, readRows, transact } from './indexing.test.kit.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))
const source = new URL('runIndexer.ts', import.meta.url).href

function launch(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--conditions=@foyer/source', ...args], {
    env: testEnvironment(env),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: once(child, 'exit'), read: () => output }
}

test('error: refuses a data folder, which only the server itself can index', async () => {
  const { ended, read } = launch([main], { DATA_DIR: '.foyer/none' })
  expect((await ended)[0]).toBe(1)
  expect(read()).toContain('Foyer indexer can not start. An indexer of its own needs DATABASE_URL')
})

describe.runIf(testEngines.includes('PostgreSQL'))('a process of its own', () => {
  let anvil: EvmChain
  beforeAll(async () => {
    anvil = await startEvm({ chainId: 31337, port: 0 })
    const [from, to] = devnetAccounts.map(({ address }) => address) as [Address, Address]
    for (let n = 0; n < 40; n++) {
      await transact(anvil.url, { from, to, value: 1n })
      await askChain(anvil.url, 'anvil_mine', [numberToHex(30)])
    }
  })
  afterAll(() => anvil.stop())

  async function openShared() {
    const database = await openTestDatabase(apiDatabase, 'PostgreSQL')
    onTestFinished(() => database.close())
    const { location } = database
    return { database, url: location.kind === 'postgres' ? location.url : '' }
  }
  const readNext = async (database: Awaited<ReturnType<typeof openShared>>['database']) =>
    (await database.queries.select().from(historyChains))[0]?.nextBlock ?? 0

  test('indexes the chains of its environment, and stops on a signal', async () => {
    const { database, url } = await openShared()
    const CHAINS = JSON.stringify([devnetChain(anvil.url)])
    const { child, ended, read } = launch([main], { CHAINS, DATABASE_URL: url })
    await expect.poll(() => readNext(database)).toBeGreaterThan(1200)
    expect(read()).toBe('Foyer indexer on 1 chains\n')
    child.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect((await database.queries.select().from(historyChains))[0]?.heldUntil).toBe(0)
  })

  test('loses and duplicates nothing when killed at any moment; other processes continue', async () => {
    const { database, url } = await openShared()
    let onAsked = () => {}
    const slow = await startUpstream(async (request, response) => {
      onAsked()
      await setTimeout(20)
      response.end(await forward(anvil.url, request))
    })
    onTestFinished(() => slow.stop())
    const options = JSON.stringify({
      chains: [devnetChain(slow.url)],
      database: { kind: 'postgres', url },
      indexer: { leaseMs: 300, pollMs: 100 },
    })
    const code = `import { runIndexer } from '${source}'; await runIndexer(${options})`
    const start = () => launch(['--input-type=module', '-e', code])
    const places: number[] = []
    for (let round = 0; round < 4; round++) {
      const asked = new Promise<void>((resolve) => {
        onAsked = resolve
      })
      const both = [start(), start()]
      await asked
      for (const { child, ended } of both) {
        await setTimeout(Math.random() * 250)
        child.kill('SIGKILL')
        await ended
      }
      places.push(await readNext(database))
    }
    start()
    const fresh = await openTestDatabase(apiDatabase, 'PGlite')
    onTestFinished(() => fresh.close())
    await createTestIndexer({ chain: devnetChain(anvil.url), database: fresh }).toHead()
    const next = await readNext(fresh)
    await expect.poll(() => readNext(database)).toBe(next)
    // The kills came while it was reading.
    expect(places[0]).toBeLessThan(next)
    expect(await readRows(database)).toEqual(await readRows(fresh))
  })
})
