import { expect, test } from 'vitest'
import { gate, settled, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { deadUrl, type Received, refuse, testServer } from '../testServer.test.kit.ts'
import { featuredCount, recommendedCount } from './directory.ts'
import { isExcluded } from './isExcluded.ts'
import { loadWalletPage } from './loadWalletPage.ts'
import { prefetchWallets } from './prefetchWallets.ts'
import { searchWallets } from './searchWallets.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4')]
const listed = (id: string) => ({ id, name: `Wallet ${id}`, rdns: `org.${id}` })

/** A directory that returns what `include` lists, else `r1` to `r4`. */
const directory = ({ query }: Received) => {
  const ids = query.include?.split(',') ?? ['r1', 'r2', 'r3', 'r4']
  return { data: ids.toReversed().map(listed), count: 100 }
}
const queries = (requests: Received[]) =>
  requests.map(({ query: { projectId, st, sv, chains, ...query } }) => query)

test('[9.14] [4.17] loads 4 recommended wallets once, and keeps them', async () => {
  expect([recommendedCount, featuredCount]).toEqual([4, 4])
  const server = await testServer(directory)
  const foyer = testFoyer({ apiUrl: server.url, networks })
  await Promise.all([prefetchWallets(foyer), prefetchWallets(foyer)])
  await prefetchWallets(foyer)
  expect(server.requests).toMatchObject([
    {
      method: 'GET',
      path: '/getWallets',
      query: {
        projectId: 'project',
        st: 'foyer',
        sv: 'html-eip155_solana-0.1.0',
        entries: '4',
        chains: 'eip155:1,solana:5eykt4',
      },
    },
  ])
  expect(foyer.store.get().directory).toMatchObject({
    recommended: [{ id: 'r4' }, { id: 'r3' }, { id: 'r2' }, { id: 'r1' }],
    count: 100,
  })
})

test('[4.17] loads each kind once: excluded, featured, recent, recommended', async () => {
  const server = await testServer(directory)
  const foyer = testFoyer({
    apiUrl: server.url,
    networks,
    connectors: [testWallet('installed').connector],
    excludeWalletIds: ['x1'],
    featuredWalletIds: ['f1', 'f2'],
  })
  const recentWallets = [{ id: 'used' }, { id: 'installed' }, { id: 'org.a', rdns: 'org.a' }]
  foyer.store.set((state) => ({ ...state, recentWallets }))
  await prefetchWallets(foyer)
  await prefetchWallets(foyer)
  expect(queries(server.requests)).toEqual(
    expect.arrayContaining([
      { include: 'x1', entries: '1' },
      { include: 'f1,f2', exclude: 'x1', entries: '4' },
      { include: 'used', exclude: 'x1', entries: '1' },
      { exclude: 'x1,f1,f2', entries: '4' },
    ]),
  )
  expect(server.requests).toHaveLength(4)
  const { directory: known } = foyer.store.get()
  expect(known.featured.map(({ id }) => id)).toEqual(['f1', 'f2'])
  expect(known.recent.map(({ id }) => id)).toEqual(['used'])
  expect(known.excludedWallets).toMatchObject([{ name: 'Wallet x1', rdns: 'org.x1' }])
  expect(known.count).toBe(102)
})

test('[3.13] the directory has its page, its count, and the wallets of each kind', async () => {
  const server = await testServer(({ query }: Received) => {
    const ids = query.search
      ? ['s1']
      : query.page
        ? ['w1', 'w2']
        : (query.include ?? 'r1').split(',')
    return { data: ids.map(listed), count: query.include ? ids.length : 95 }
  })
  const foyer = testFoyer({
    apiUrl: server.url,
    excludeWalletIds: ['x1'],
    featuredWalletIds: ['f1'],
  })
  foyer.store.set((state) => ({ ...state, recentWallets: [{ id: 'used' }] }))
  await prefetchWallets(foyer)
  await loadWalletPage(foyer, { page: 1 })
  await searchWallets(foyer, { search: 's' })
  const kind = (...ids: string[]) => ids.map((id) => expect.objectContaining(listed(id)))
  expect(foyer.store.get().directory).toEqual({
    page: 1,
    count: 95,
    featured: kind('f1'),
    recommended: kind('r1'),
    recent: kind('used'),
    wallets: kind('w1', 'w2'),
    search: kind('s1'),
    excludedWallets: kind('x1'),
  })
})

test('[5.18] [6.4] the excluded wallets hide installed ones by rdns and lower-cased name', async () => {
  const server = await testServer(directory)
  const foyer = testFoyer({ apiUrl: server.url, excludeWalletIds: ['x1'] })
  const installed = { name: 'wallet X1', rdns: 'org.other' }
  expect(isExcluded(foyer, installed)).toBe(false)
  await prefetchWallets(foyer)
  expect(isExcluded(foyer, installed)).toBe(true)
  expect(isExcluded(foyer, { name: 'Other', rdns: 'org.x1' })).toBe(true)
  expect(isExcluded(foyer, { name: 'Other', id: 'x1' })).toBe(true)
  expect(isExcluded(foyer, { name: 'Other', rdns: 'org.x2', id: 'x2' })).toBe(false)
  expect(isExcluded(foyer, { name: 'Other', rdns: undefined })).toBe(false)
})

test('an excluded wallet without rdns hides no others without one', () => {
  const foyer = testFoyer()
  foyer.store.set((state) => ({
    ...state,
    directory: { ...state.directory, excludedWallets: [{ name: 'X', rdns: null }] },
  }))
  expect(isExcluded(foyer, { name: 'Y', rdns: null })).toBe(false)
})

test('requests only what the site includes', async () => {
  const server = await testServer(directory)
  await prefetchWallets(testFoyer({ apiUrl: server.url, includeWalletIds: ['i1', 'i2'] }))
  expect(queries(server.requests)).toEqual([{ include: 'i1,i2', entries: '4' }])
})

test('[8.23] ignores a failure, and requests again', async () => {
  const refusing = await testServer((_, response) => refuse(response, 401, 'no'))
  for (const apiUrl of [refusing.url, await deadUrl()]) {
    const foyer = testFoyer({ apiUrl })
    await prefetchWallets(foyer)
    expect(foyer.store.get().directory.recommended).toEqual([])
  }
  const foyer = testFoyer({ apiUrl: refusing.url })
  await prefetchWallets(foyer)
  refusing.answer = directory
  await prefetchWallets(foyer)
  expect(foyer.store.get().directory.recommended).toHaveLength(4)
})

test('requests nothing without an api', async () => {
  const foyer = testFoyer()
  const before = foyer.store.get()
  await prefetchWallets(foyer)
  await settled()
  expect(foyer.store.get()).toBe(before)
})

test('keeps the exact count of a loaded page', async () => {
  const answer = gate<object>()
  const server = await testServer(() => answer.promise)
  const foyer = testFoyer({ apiUrl: server.url })
  const end = prefetchWallets(foyer)
  foyer.store.set((state) => ({ ...state, directory: { ...state.directory, page: 1, count: 7 } }))
  answer.open({ data: [listed('r')], count: 100 })
  await end
  expect(foyer.store.get().directory).toMatchObject({ count: 7, recommended: [{ id: 'r' }] })
})
