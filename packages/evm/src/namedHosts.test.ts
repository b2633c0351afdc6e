import { AsyncLocalStorage } from 'node:async_hooks'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  connect,
  createFoyer,
  disconnect,
  type Options,
  readAccount,
  refreshNativeBalance,
  sendTransaction,
  signMessage,
  start,
  switchNetwork,
  waitForTransaction,
} from '@foyer/core'
import { devnetAccounts, type EvmChain, startEvm } from '@foyer/devnet'
import { bodyOf } from '@foyer/devnet/bodyOf'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createConnector } from './createConnector.ts'
import { evm } from './evm.ts'
import * as builtIn from './networks.ts'
import { createNodeWallet } from './nodeWallet.test.kit.ts'

const { base, mainnet } = builtIn
const to = '0x00000000000000000000000000000000000f00D1'
let chains: readonly EvmChain[]
let server: Server
let apiUrl: string
/** Current behaviour of the api. */
let mood: 'down' | 'slow' | 'well' = 'well'

beforeAll(async () => {
  chains = await Promise.all([1, 8453].map((chainId) => startEvm({ chainId, port: 0 })))
  server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (mood === 'down') return answer(401, {})
    if (pathname === '/v1/supported-chains') {
      if (mood === 'slow') await new Promise((resolve) => setTimeout(resolve, 1_500))
      return answer(200, { http: ['eip155:1', 'eip155:8453'], ws: [] })
    }
    const chain = chains.find(({ chainId }) => searchParams.get('chainId') === `eip155:${chainId}`)
    if (pathname !== '/v1/' || !chain) return answer(404, {})
    const body = await bodyOf(request)
    const headers = { 'content-type': 'application/json' }
    return answer(200, await (await fetch(chain.url, { method: 'POST', headers, body })).json())
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server?.close()
  await Promise.all((chains ?? []).map((chain) => chain.stop()))
})
afterEach(() => {
  mood = 'well'
  vi.restoreAllMocks()
})

const running = new AsyncLocalStorage<Set<string>>()

/** Creates a site with built-in networks, and records the hosts that it contacts, except the wallet's own nodes. */
function makeSite(options: Partial<Options>) {
  const hosts = new Set<string>()
  // Other test files of this process may still send requests.
  running.enterWith(hosts)
  const own = chains.map(({ url }) => new URL(url).host)
  const { fetch } = globalThis
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { host, hostname } = new URL(String(input))
    if (running.getStore() === hosts && !own.includes(host)) hosts.add(host)
    // Requests never leave this machine.
    return hostname === '127.0.0.1' ? fetch(input, init) : Promise.reject(new TypeError('refused'))
  })
  const { provider } = createNodeWallet({ nodes: chains })
  const connector = createConnector({ id: 'test', type: 'INJECTED', name: 'Test', provider })
  const foyer = createFoyer({
    projectId: 'test',
    adapters: [evm()],
    networks: [mainnet, base],
    logLevel: 'silent',
    httpTimeoutMs: 60_000,
    ...options,
  })
  onTestFinished(start(foyer))
  return { connector, foyer, hosts }
}

test('a site with built-in networks calls only the api, whether it is slow, working or down', async () => {
  const { connector, foyer, hosts } = makeSite({ apiUrl })
  mood = 'slow'
  await connect(foyer, { connector })
  await expect.poll(() => readAccount(foyer).balance).toBeGreaterThan(0n)
  mood = 'well'
  await signMessage(foyer, { message: 'hello' })
  const hash = await sendTransaction(foyer, { transaction: { to, value: 5n } })
  expect(await waitForTransaction(foyer, { hash })).toMatchObject({ status: 'success' })
  await switchNetwork(foyer, { chainId: 'eip155:8453' })
  await expect.poll(() => readAccount(foyer).balance).toBeGreaterThan(0n)
  mood = 'down'
  await expect(refreshNativeBalance(foyer)).rejects.toMatchObject({ code: 'rpc-failed' })
  await disconnect(foyer)
  expect([...hosts]).toEqual([new URL(apiUrl).host])
})

test('a page that opens while the api is down calls no other host, and reads the balance when it is back', async () => {
  const { connector, foyer, hosts } = makeSite({ apiUrl })
  mood = 'down'
  await connect(foyer, { connector })
  await expect.poll(() => readAccount(foyer).balanceLoading).toBe(false)
  expect(readAccount(foyer).balance).toBeUndefined()
  mood = 'well'
  await expect.poll(() => readAccount(foyer).balance).toBeGreaterThan(0n)
  expect([...hosts]).toEqual([new URL(apiUrl).host])
  await disconnect(foyer)
})

test('calls no host with publicRpc: false and without an api', async () => {
  const { connector, foyer, hosts } = makeSite({ publicRpc: false })
  await connect(foyer, { connector })
  await expect.poll(() => readAccount(foyer).balanceLoading).toBe(false)
  expect(readAccount(foyer)).toMatchObject({ address: devnetAccounts[0]?.address })
  await disconnect(foyer)
  expect([...hosts]).toEqual([])
})

test('every built-in network marks its addresses as public', () => {
  for (const { name, rpcUrls } of Object.values(builtIn))
    expect(rpcUrls.default, name).toMatchObject({ isPublic: true })
})
