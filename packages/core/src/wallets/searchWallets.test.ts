import { expect, test } from 'vitest'
import { gate, testFoyer } from '../testFoyer.test.kit.ts'
import { refuse, testServer } from '../testServer.test.kit.ts'
import { searchDebounceMs, walletSearchSize } from './directory.ts'
import { searchWallets } from './searchWallets.ts'

const found = (id: string) => ({ data: [{ id, name: id }], count: 1 })
const ids = (foyer: ReturnType<typeof testFoyer>) =>
  foyer.store.get().directory.search.map(({ id }) => id)

test('[7.21] [9.14] [5.17] requests 100 entries of the trimmed text; the debounce is 300 ms', async () => {
  expect([walletSearchSize, searchDebounceMs]).toEqual([100, 300])
  const server = await testServer(({ query }) => found(query.search ?? ''))
  const foyer = testFoyer({ apiUrl: server.url, excludeWalletIds: ['x'] })
  await searchWallets(foyer, { search: '  rain bow\t' })
  expect(server.requests[0]?.query).toEqual({
    projectId: 'project',
    st: 'foyer',
    sv: 'html-eip155-0.1.0',
    page: '1',
    entries: '100',
    search: 'rain bow',
    exclude: 'x',
    chains: 'eip155:1',
  })
  expect(ids(foyer)).toEqual(['rain bow'])
})

test('[5.17] blank text clears the results without a request', async () => {
  const server = await testServer(() => found('a'))
  const foyer = testFoyer({ apiUrl: server.url })
  await searchWallets(foyer, { search: 'a' })
  await searchWallets(foyer, { search: ' \n' })
  expect(ids(foyer)).toEqual([])
  expect(server.requests).toHaveLength(1)
})

test('the last search wins, whichever answer comes first', async () => {
  const slow = gate()
  const server = await testServer(async ({ query }) => {
    if (query.search === 'slow') await slow.promise
    return found(query.search ?? '')
  })
  const foyer = testFoyer({ apiUrl: server.url })
  const early = searchWallets(foyer, { search: 'slow' })
  await searchWallets(foyer, { search: 'fast' })
  slow.open()
  await early
  expect(ids(foyer)).toEqual(['fast'])
})

test('ignores results after the text was cleared', async () => {
  const slow = gate()
  const server = await testServer(async () => {
    await slow.promise
    return found('late')
  })
  const foyer = testFoyer({ apiUrl: server.url })
  const early = searchWallets(foyer, { search: 'a' })
  await searchWallets(foyer, { search: '' })
  slow.open()
  await early
  expect(ids(foyer)).toEqual([])
})

test("cuts long text to the directory's limit", async () => {
  const server = await testServer(() => found('a'))
  await searchWallets(testFoyer({ apiUrl: server.url }), { search: 'x'.repeat(500) })
  expect(server.requests[0]?.query.search).toHaveLength(100)
})

test('error: an abort, a directory that does not answer', async () => {
  const server = await testServer((_, response) => refuse(response, 401, 'no'))
  const foyer = testFoyer({ apiUrl: server.url })
  await expect(searchWallets(foyer, { search: 'a' })).rejects.toMatchObject({ code: 'http-failed' })
  await expect(
    searchWallets(foyer, { search: 'a', signal: AbortSignal.abort() }),
  ).rejects.toMatchObject({ code: 'request-aborted' })
})

test('finds nothing without an api', async () => {
  const foyer = testFoyer()
  await searchWallets(foyer, { search: 'a' })
  expect(ids(foyer)).toEqual([])
})
