import type { HistoryTransaction } from '@foyer/protocol/api'
import { expect, onTestFinished, test } from 'vitest'
import type { Foyer } from '../foyer.ts'
import { writeTransaction } from '../send/sendTransaction.ts'
import { alice, bob, gate } from '../testFoyer.test.kit.ts'
import { type Answer, sendJson } from '../testServer.test.kit.ts'
import { createHistory } from './createHistory.ts'
import { coverage, pageOf, testHistory, testNft, testTransaction } from './testHistory.test.kit.ts'

const own = { address: alice, chainId: 'eip155:1' } as const
const list = (count: number) =>
  Array.from({ length: count }, (_, index) => testTransaction(count - 1 - index))
const away = { error: { code: 'transactions-failed', message: 'away' } }

/** A history that is shown, and what its api has. */
async function shown(transactions: HistoryTransaction[], answer?: Answer) {
  const server = { transactions, isDown: false }
  const kit = await testHistory(
    answer ??
      ((request, response) =>
        server.isDown
          ? sendJson(response, 500, away)
          : pageOf(server.transactions, { cursor: request.query.cursor })),
  )
  const history = open(kit.foyer)
  return { ...kit, history, server }
}
function open(foyer: Foyer) {
  const history = createHistory(foyer)
  onTestFinished(() => history.show(undefined))
  history.show(own)
  return history
}
type Shown = ReturnType<typeof createHistory>
const nonces = ({ store }: Shown) => store.get().transactions.map(({ metadata }) => metadata.nonce)
const atRest = ({ store }: Shown) => expect.poll(() => store.get().loading).toBe(undefined)

test('[3.3] the state has transactions, groups, loading, empty, cursor and network', async () => {
  const { history } = await shown(list(3))
  expect(history.store.get()).toMatchObject({
    transactions: [],
    loading: 'first',
    empty: false,
    next: undefined,
    lastNetworkInView: 'eip155:1',
  })
  await atRest(history)
  expect(history.store.get()).toMatchObject({
    transactions: [testTransaction(2), testTransaction(1)],
    years: [{ year: 2023, months: [{ month: 11, transactions: [{}, {}] }] }],
    empty: false,
    next: '2',
    coverage,
    error: null,
  })
})

test('[3.3] a history without transactions is empty', async () => {
  const { history } = await shown([])
  await expect.poll(() => history.store.get()).toMatchObject({ empty: true, next: null })
})

test('loads the next page once at a time, and none after the last', async () => {
  const { calls, history } = await shown(list(5))
  await atRest(history)
  await Promise.all([history.loadNext(), history.loadNext(), history.loadNext()])
  expect(nonces(history)).toEqual([4, 3, 2, 1])
  expect(calls()).toHaveLength(2)
  await history.loadNext()
  await history.loadNext()
  expect(nonces(history)).toEqual([4, 3, 2, 1, 0])
  expect(calls().map(({ query }) => query.cursor)).toEqual([undefined, '2', '4'])
})

test('a refresh puts new transactions first, keeps the pages, and lists none twice', async () => {
  const { history, server } = await shown(list(4))
  await atRest(history)
  await history.loadNext()
  server.transactions = list(5)
  await history.refresh()
  expect(nonces(history)).toEqual([4, 3, 2, 1, 0])
  expect(history.store.get().next).toBe(null)
})

test('drops the answer for another account or network', async () => {
  const late = gate()
  const { history } = await shown([], async ({ path, query }) => {
    if (path.includes(alice)) {
      await late.promise
      return pageOf([testTransaction(1)])
    }
    return pageOf([testTransaction(query.chainId === 'eip155:1' ? 2 : 3)])
  })
  history.show({ address: bob, chainId: 'eip155:1' })
  await expect.poll(() => nonces(history)).toEqual([2])
  history.show({ address: bob, chainId: 'eip155:8453' })
  expect(nonces(history)).toEqual([])
  expect(history.store.get().lastNetworkInView).toBe('eip155:8453')
  late.open()
  await expect.poll(() => nonces(history)).toEqual([3])
  history.show(undefined)
  expect(history.store.get()).toMatchObject({ transactions: [], lastNetworkInView: undefined })
})

test('showing the same account again reads nothing', async () => {
  const { calls, history } = await shown(list(1))
  await atRest(history)
  history.show({ ...own })
  expect(history.store.get().loading).toBe(undefined)
  expect(calls()).toHaveLength(1)
})

test('[3.4] spam NFTs are hidden, counted, and shown on demand', async () => {
  const spam = testTransaction(1, { transfers: [testNft(true)] })
  const { history } = await shown([spam, testTransaction(0)])
  await atRest(history)
  expect(nonces(history)).toEqual([0])
  expect(history.store.get().spamCount).toBe(1)
  history.showSpam(true)
  expect(nonces(history)).toEqual([1, 0])
  expect(history.store.get()).toMatchObject({ spamCount: 1, showsSpam: true })
})

test.each(['the first page', 'a later page', 'a refresh'])(
  '[4.27] [8.2] %s fails: the list is emptied, the cursor cleared, an error event tracked',
  async (which) => {
    const { foyer, history, server } = await shown(list(5))
    const tracked: unknown[] = []
    foyer.events.on('track', ({ event, properties }) => tracked.push([event, properties]))
    server.isDown = which === 'the first page'
    await atRest(history)
    server.isDown = true
    if (which === 'a later page') await history.loadNext()
    if (which === 'a refresh') await history.refresh()
    expect(history.store.get()).toMatchObject({
      transactions: [],
      years: [],
      next: undefined,
      empty: false,
      error: { code: 'transactions-failed', message: 'Failed to fetch transactions' },
    })
    expect(tracked).toEqual([
      [
        'ERROR_FETCH_TRANSACTIONS',
        { code: 'transactions-failed', isFirst: which === 'the first page' },
      ],
    ])
    server.isDown = false
    await history.refresh()
    expect(nonces(history)).toEqual([4, 3])
    expect(history.store.get().error).toBe(null)
  },
)

test('reads again until a transaction that was sent is listed', async () => {
  const { calls, foyer, history, server } = await shown(list(1))
  await atRest(history)
  const { hash } = testTransaction(1).metadata
  const sent = { hash, chainId: 'eip155:1', sentAt: Date.now(), status: 'pending' } as const
  writeTransaction(foyer, { forAddress: alice, namespace: 'eip155', sent })
  // The api knows it later.
  await expect.poll(() => calls().length).toBe(2)
  await atRest(history)
  expect(nonces(history)).toEqual([0])
  server.transactions = list(2)
  await expect.poll(() => nonces(history)).toEqual([1, 0])
})

test('a failed read that was not asked for keeps the list', async () => {
  const { calls, foyer, history, server } = await shown(list(1))
  await atRest(history)
  server.isDown = true
  const sent = { chainId: 'eip155:1', sentAt: Date.now(), status: 'success' } as const
  writeTransaction(foyer, { forAddress: alice, namespace: 'eip155', sent: { ...sent, hash: '0x' } })
  await expect.poll(() => calls().length).toBeGreaterThan(1)
  await atRest(history)
  expect(nonces(history)).toEqual([0])
  expect(history.store.get().error).toBe(null)
})
