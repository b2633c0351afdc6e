import type { Nft } from '@foyer/protocol/api'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import { writeTransaction } from '../send/sendTransaction.ts'
import { alice, bob, gate, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { type Answer, refuse, sendJson, testServer } from '../testServer.test.kit.ts'
import { createNfts } from './createNfts.ts'
import { getNfts } from './getNfts.ts'
import { supportsNfts } from './supportsNfts.ts'

const own = { address: alice, chainId: 'eip155:1' } as const
const coverage = { from: '2020-01-01T00:00:00.000Z', internalTransfers: true }
const testNft = (index: number, more: Partial<Nft> = {}): Nft => ({
  chainId: 'eip155:1',
  contract: bob,
  tokenId: String(index),
  name: `Number ${index}`,
  collection: 'Numbers',
  imageUrl: null,
  standard: 'ERC721',
  isSpam: false,
  isPending: false,
  quantity: '1',
  ...more,
})
const list = (count: number) => Array.from({ length: count }, (_, index) => testNft(index))

/** An api with these NFTs, two a page, and a connected account. */
async function prepare(nfts: Nft[], answer?: Answer) {
  const api = { nfts, isDown: false }
  const server = await testServer(
    answer ??
      ((request, response) => {
        if (!request.path.endsWith('/nfts')) return refuse(response, 404, 'no')
        if (api.isDown) return sendJson(response, 500, { error: { code: 'x', message: 'x' } })
        const start = Number(request.query.cursor ?? 0)
        const next = start + 2 < api.nfts.length ? String(start + 2) : null
        return { data: api.nfts.slice(start, start + 2), next, coverage }
      }),
  )
  const foyer = testFoyer({ apiUrl: server.url, networks: [testNetwork()] })
  await connect(foyer, { connector: testWallet().connector })
  const calls = () => server.requests.filter(({ path }) => path.endsWith('/nfts'))
  return { api, calls, foyer }
}
async function shown(...given: Parameters<typeof prepare>) {
  const kit = await prepare(...given)
  const nfts = createNfts(kit.foyer)
  onTestFinished(() => nfts.show(undefined))
  nfts.show(own)
  const state = () => nfts.store.get()
  return { ...kit, nfts, state, ids: () => state().nfts.map(({ tokenId }) => tokenId) }
}
const atRest = ({ state }: Pick<Awaited<ReturnType<typeof shown>>, 'state'>) =>
  expect.poll(() => state().loading).toBe(undefined)

test('[2.4] reads page after page, one at a time, and none after the last', async () => {
  const kit = await shown(list(3))
  expect(kit.state()).toMatchObject({ nfts: [], loading: 'first', next: undefined, empty: false })
  await atRest(kit)
  expect(kit.state()).toMatchObject({ nfts: list(2), next: '2', coverage, error: null })
  await Promise.all([kit.nfts.loadNext(), kit.nfts.loadNext()])
  await kit.nfts.loadNext()
  expect([kit.ids(), kit.state().next, kit.calls().length]).toEqual([['0', '1', '2'], null, 2])
})

test('a refresh reads the known pages again: what was sent is gone, what came is there', async () => {
  const kit = await shown(list(5))
  await atRest(kit)
  await kit.nfts.loadNext()
  kit.api.nfts = [testNft(1), testNft(2), testNft(3), testNft(9)]
  await kit.nfts.refresh()
  expect([kit.ids(), kit.state().next]).toEqual([['1', '2', '3', '9'], null])
})

test('[3.4] spam is hidden and counted, and shown on demand', async () => {
  const kit = await shown([testNft(1, { isSpam: true }), testNft(2)])
  await atRest(kit)
  expect([kit.ids(), kit.state().spamCount, kit.state().empty]).toEqual([['2'], 1, false])
  kit.nfts.showSpam(true)
  expect([kit.ids(), kit.state().spamCount]).toEqual([['1', '2'], 1])
  kit.nfts.showSpam(false)
  kit.api.nfts = [testNft(1, { isSpam: true })]
  await kit.nfts.refresh()
  expect(kit.state()).toMatchObject({ nfts: [], empty: true, spamCount: 1 })
})

test('a failed read empties the list; the next one recovers', async () => {
  const kit = await shown(list(1))
  await atRest(kit)
  kit.api.isDown = true
  await kit.nfts.refresh()
  expect(kit.state()).toMatchObject({
    ...{ nfts: [], next: undefined, error: { code: 'http-failed' }, loading: undefined },
  })
  kit.api.isDown = false
  await kit.nfts.refresh()
  expect(kit.state()).toMatchObject({ nfts: list(1), error: null })
})

test('drops the answer for another account', async () => {
  const late = gate()
  const kit = await shown([], async ({ path }) => {
    if (path.includes(alice)) await late.promise
    return { data: [testNft(path.includes(alice) ? 1 : 2)], next: null, coverage }
  })
  kit.nfts.show({ ...own, address: bob })
  await atRest(kit)
  late.open()
  await expect.poll(kit.ids).toEqual(['2'])
})

test('reads again until the descriptions are there', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const kit = await shown([testNft(1, { isPending: true, name: null })])
  await vi.waitUntil(() => kit.state().nfts.length === 1)
  kit.api.nfts = [testNft(1)]
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitUntil(() => kit.state().nfts[0]?.name === 'Number 1')
  const calls = kit.calls().length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(kit.calls()).toHaveLength(calls)
})

test('reads again after the account has sent something', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const kit = await shown(list(2))
  await vi.waitUntil(() => kit.state().nfts.length === 2)
  writeTransaction(kit.foyer, {
    ...{ forAddress: alice, namespace: 'eip155' },
    sent: { hash: '0x1', chainId: 'eip155:1', sentAt: Date.now(), status: 'pending' },
  })
  kit.api.nfts = [testNft(1)]
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitUntil(() => kit.ids().join() === '1')
})

test('error: names what is missing', async () => {
  const { foyer } = await prepare([], (_, response) =>
    sendJson(response, 400, { error: { code: 'chain-unsupported', message: 'no' } }),
  )
  expect(supportsNfts(foyer)).toBe(false)
  await expect(getNfts(foyer)).rejects.toMatchObject({ code: 'chain-unsupported' })
  const without = testFoyer({ networks: [testNetwork()] })
  await expect(getNfts(without, own)).rejects.toMatchObject({ code: 'http-failed' })
  await expect(getNfts(without)).rejects.toMatchObject({ code: 'not-connected' })
})
