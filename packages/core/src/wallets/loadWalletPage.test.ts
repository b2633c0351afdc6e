import { expect, test } from 'vitest'
import { gate, testFoyer, testNetwork } from '../testFoyer.test.kit.ts'
import { type Received, refuse, testServer } from '../testServer.test.kit.ts'
import { walletImagePrefetch, walletPageSize } from './directory.ts'
import { listAllEntries } from './listAllEntries.ts'
import { loadWalletPage } from './loadWalletPage.ts'

const count = 95
const page = ({ query }: Received) => {
  const [number, entries] = [Number(query.page), Number(query.entries)]
  const from = (number - 1) * entries
  return {
    count,
    data: Array.from({ length: Math.max(0, Math.min(entries, count - from)) }, (_, index) => ({
      id: `w${from + index}`,
      name: `Wallet ${from + index}`,
    })),
  }
}

test('[7.21] sends projectId, st, sv, page, entries, include, exclude, chains', async () => {
  const server = await testServer(page)
  const foyer = testFoyer({
    apiUrl: server.url,
    networks: [testNetwork('eip155:1'), testNetwork('eip155:10')],
    includeWalletIds: ['a', 'b'],
    excludeWalletIds: ['c', 'd'],
  })
  await loadWalletPage(foyer, { page: 1 })
  expect(server.requests).toMatchObject([{ method: 'GET', path: '/getWallets' }])
  expect(server.requests[0]?.query).toEqual({
    projectId: 'project',
    st: 'foyer',
    sv: 'html-eip155-0.1.0',
    page: '1',
    entries: '40',
    include: 'a,b',
    exclude: 'c,d',
    chains: 'eip155:1,eip155:10',
  })
  expect(foyer.store.get().directory).toMatchObject({ page: 1, count: 95 })
  expect(foyer.store.get().directory.wallets[0]).toEqual({ id: 'w0', name: 'Wallet 0', chains: [] })
})

test('[9.14] 40 a page, images for the first 20', async () => {
  expect([walletPageSize, walletImagePrefetch]).toEqual([40, 20])
  const server = await testServer(page)
  const foyer = testFoyer({ apiUrl: server.url })
  for (const [number, length] of [
    [1, 40],
    [2, 80],
    [3, 95],
    [4, 95],
  ] as const) {
    await loadWalletPage(foyer, { page: number })
    expect(foyer.store.get().directory.wallets).toHaveLength(length)
  }
  expect(listAllEntries(foyer)).toHaveLength(95)
  expect(server.requests.map(({ query }) => query.page)).toEqual(['1', '2', '3', '4'])
})

test('requests a page once, also concurrently and out of order', async () => {
  const server = await testServer(page)
  const foyer = testFoyer({ apiUrl: server.url })
  await Promise.all([1, 1, 2].map((number) => loadWalletPage(foyer, { page: number })))
  await loadWalletPage(foyer, { page: 1 })
  await loadWalletPage(foyer, { page: 2 })
  expect(server.requests).toHaveLength(2)
  const ids = foyer.store.get().directory.wallets.map(({ id }) => id)
  expect(ids).toEqual(Array.from({ length: 80 }, (_, index) => `w${index}`))
})

test('an aborted caller does not cancel the page for the others', async () => {
  const answer = gate()
  const server = await testServer(async (request) => {
    await answer.promise
    return page(request)
  })
  const foyer = testFoyer({ apiUrl: server.url })
  const controller = new AbortController()
  const gone = loadWalletPage(foyer, { page: 1, signal: controller.signal })
  const waiting = loadWalletPage(foyer, { page: 1 })
  controller.abort()
  await expect(gone).rejects.toMatchObject({ code: 'request-aborted' })
  answer.open()
  await waiting
  expect(foyer.store.get().directory.wallets).toHaveLength(40)
  expect(server.requests).toHaveLength(1)
})

test('error: the directory does not answer; the next call retries', async () => {
  const server = await testServer((_, response) => refuse(response, 401, 'no'))
  const foyer = testFoyer({ apiUrl: server.url })
  await expect(loadWalletPage(foyer, { page: 1 })).rejects.toMatchObject({ code: 'http-failed' })
  expect(foyer.store.get().directory.page).toBe(0)
  server.answer = page
  await loadWalletPage(foyer, { page: 1 })
  expect(foyer.store.get().directory.page).toBe(1)
})

test('returns none without an api', async () => {
  const foyer = testFoyer()
  await loadWalletPage(foyer, { page: 1 })
  expect(foyer.store.get().directory).toMatchObject({ page: 0, wallets: [] })
})
