import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { devnetAccounts, startEvm } from '@foyer/devnet'
import { makeTestFolder, testLocation } from '@foyer/server/testDatabase'
import { testEnvironment } from '@foyer/server/testEnvironment'
import type { Address } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import { shop } from './createTestApi.test.kit.ts'
import { apiDatabase } from './database/apiDatabase.ts'
import { devnetChain, transact } from './indexer/indexing.test.kit.ts'
import { makeFolder } from './makeFolder.test.kit.ts'
import { startUpstream } from './rpc/startUpstream.test.kit.ts'
import { start } from './start.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

function launch(env: Record<string, string>) {
  const child = spawn(process.execPath, ['--conditions=@foyer/source', main], {
    env: testEnvironment({ PORT: '0', ...env }),
  })
  let output = ''
  const ready = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const url = /Foyer API on (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  return { child, ready, ended: once(child, 'exit'), read: () => output }
}

async function makeDataFolder(): Promise<string> {
  const path = join(await makeFolder(), 'data')
  await makeTestFolder(apiDatabase, path)
  return path
}

test('sends HSTS when its address is https, or when told to', async () => {
  const database = await testLocation(apiDatabase)
  const told = async (options: Partial<start.Options>) => {
    const api = await start({ port: 0, database, ...options })
    const { headers } = await fetch(`${api.url}/health`)
    await api.stop()
    return headers.get('Strict-Transport-Security')
  }
  expect(await told({ publicUrl: 'https://api.example' })).toContain('max-age=')
  expect(await told({ isSecure: true })).toContain('max-age=')
  expect(await told({ publicUrl: 'http://api.localhost:4010' })).toBeNull()
  expect(await told({ publicUrl: 'https://api.example', isSecure: false })).toBeNull()
})

test('starts with the whole directory, its projects and extra wallets, and stops', async () => {
  const api = await start({
    port: 0,
    database: await testLocation(apiDatabase),
    projects: [shop],
    extraWallets: [{ id: 'dev', name: 'Dev Wallet', rdns: 'dev.wallet', chains: ['eip155:31337'] }],
  })
  const { count, data } = await (
    await fetch(`${api.url}/getWallets?projectId=${shop.id}&entries=3`)
  ).json()
  expect(count).toBeGreaterThan(100)
  expect(data.map(({ name }: { name: string }) => name)).toEqual([
    'Dev Wallet',
    'MetaMask',
    'Trust Wallet',
  ])
  // The picture's address works as given.
  const image = await fetch(data[1].image_url)
  expect([image.status, image.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml'])
  await Promise.all([api.stop(), api.stop()])
  await expect(fetch(`${api.url}/health`)).rejects.toThrow()
})

test('reads the chains that it serves, unless another process does', async () => {
  const anvil = await startEvm({ chainId: 31337, port: 0 })
  onTestFinished(() => anvil.stop())
  const options = {
    ...{ port: 0, projects: [shop], chains: [devnetChain(anvil.url)] },
    database: await testLocation(apiDatabase),
  }
  const [from, to] = devnetAccounts.map(({ address }) => address) as [Address, Address]
  const url = `/v1/account/${from}/history?projectId=${shop.id}`
  const reading = await start({ ...options, indexer: { pollMs: 100 } })
  onTestFinished(() => reading.stop())
  const read = async () => (await fetch(reading.url + url)).json()
  const { hash } = await transact(anvil.url, { from, to, value: 1n })
  await expect.poll(async () => (await read()).data?.[0].metadata.hash).toBe(hash)
  expect((await read()).coverage.backfill).toBeUndefined()
  const idle = await start({ ...options, indexer: false })
  onTestFinished(() => idle.stop())
  expect((await fetch(idle.url + url)).status).toBe(503)
})

test('stops while a chain does not answer, without waiting for its timeout', async () => {
  const never = new AbortController()
  const createTimeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(never.signal)
  onTestFinished(() => createTimeout.mockRestore())
  const silent = await startUpstream(() => {})
  onTestFinished(() => silent.stop())
  const api = await start({
    ...{ port: 0, chains: [devnetChain(silent.url)] },
    database: await testLocation(apiDatabase),
  })
  await expect.poll(() => silent.asked.length).toBeGreaterThan(0)
  await api.stop()
})

test('error: refuses a port that is taken', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const database = await testLocation(apiDatabase)
  await expect(start({ port, database })).rejects.toThrow('EADDRINUSE')
  const { child, ended, read } = launch({
    PORT: String(port),
    DATA_DIR: await makeDataFolder(),
  })
  const [code] = await ended
  expect(code).toBe(1)
  expect(read()).toContain('Another process has this port: end it, or set PORT.')
  child.kill()
  await new Promise((resolve) => other.close(resolve))
})

test('error: refuses an invalid environment', async () => {
  const { ended, read } = launch({ LOG_LEVEL: 'loud' })
  expect((await ended)[0]).toBe(1)
  expect(read()).toBe(
    'Foyer API can not start. The environment is not valid:\n  LOG_LEVEL must be silent, error, warn, info or debug\n',
  )
})

test('finishes a running call before it stops', async () => {
  const api = await start({
    port: 0,
    database: await testLocation(apiDatabase),
    projects: [shop],
  })
  const body = JSON.stringify({
    eventId: 'slow',
    url: 'https://shop.example/',
    domain: 'shop.example',
    timestamp: Date.now(),
    props: { type: 'error', event: 'SLOW' },
  })
  const slow = request(`${api.url}/e?projectId=${shop.id}`, {
    method: 'POST',
    // The server sends 100 once it has the headers.
    headers: { 'Content-Length': body.length, Expect: '100-continue' },
  })
  const answered = once(slow, 'response')
  slow.flushHeaders()
  await once(slow, 'continue')
  slow.write(body.slice(0, 10))
  const stopped = api.stop()
  slow.end(body.slice(10))
  const [response] = await answered
  // It was stored: the database closes last.
  expect(response.statusCode).toBe(202)
  response.resume()
  await stopped
})

test('exits cleanly on SIGTERM and on SIGINT, and releases the folder', async () => {
  const env = { DATA_DIR: await makeDataFolder() }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) {
    const { child, ended, read, ready } = launch(env)
    await ready
    child.kill(signal)
    expect((await ended)[0]).toBe(0)
    expect(read()).toContain('"msg":"stopped"')
  }
})

test('[T114] writes no secret while it starts, works and stops', async () => {
  const { child, ended, read, ready } = launch({
    DATA_DIR: await makeDataFolder(),
    METRICS_TOKEN: 'canary-metrics-token',
    COINGECKO_API_KEY: 'CG-canary-key',
    PRICES: 'pools,coingecko',
    COINGECKO_URL: 'http://127.0.0.1:9/api',
    LOG_LEVEL: 'debug',
    CHAINS: JSON.stringify([
      {
        caipId: 'eip155:1',
        name: 'Ethereum',
        rpcUrls: [
          'http://user:canary-password@127.0.0.1:9/v3/canary-path-key-123?token=canary-query',
        ],
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ]),
  })
  const url = await ready
  // An error as deep inside as possible.
  await fetch(`${url}/v1/account/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045/balance?projectId=x`)
  await fetch(`${url}/metrics`, { headers: { Authorization: 'Bearer canary-metrics-token' } })
  child.kill('SIGTERM')
  await ended
  expect(read()).toContain('"msg":"stopped"')
  expect(read()).not.toMatch(/canary/i)
})
