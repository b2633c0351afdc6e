import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { alice, testBacking, testFoyer, testNetwork } from '../testFoyer.test.kit.ts'
import { sendJson, testServer } from '../testServer.test.kit.ts'
import { hasCrossings } from './hasCrossings.ts'
import { forgetCrossing, openCrossings, rememberCrossing } from './openCrossings.ts'
import { parseCrossing, readLateAt, type SwapCrossing, storeCrossing } from './swapCrossing.ts'
import { coin, dollars } from './testSwap.test.kit.ts'

const { address, decimals, symbol } = dollars
const hash = (byte: string) => `0x${byte.repeat(32)}`
const crossing: SwapCrossing = {
  ...{ hash: hash('ab'), address: alice, chainId: 'eip155:1', toChainId: 'eip155:10' },
  from: { address: coin.address, decimals: 18, symbol: 'COIN' },
  to: { address: address.replace(':1:', ':10:'), decimals, symbol },
  ...{ amount: 10n ** 18n, toAmount: 3_000_000_000n, durationSeconds: 60 },
  ...{ source: { id: 'lifi', name: 'LI.FI' }, sentAt: 1_000 },
  ...{ status: 'pending', received: undefined },
}
const received = { hash: hash('cd'), token: crossing.to.address, checkedBy: 'chain' } as const

async function testCrossings(answer: () => object | undefined) {
  const backing = testBacking()
  const server = await testServer((_, response) => {
    const told = answer()
    return told ?? sendJson(response, 502, { error: { code: 'http-failed', message: 'no' } })
  })
  const create = () =>
    testFoyer({
      ...{ apiUrl: server.url, storage: backing, storageKey: 'k' },
      networks: [testNetwork(), testNetwork('eip155:10')],
    })
  return { backing, create, server }
}

test('[2.11] a swap across networks is asked about until its end, in every tab and after a reload', async () => {
  let told: object | undefined = { status: 'pending' }
  const { create, server } = await testCrossings(() => told)
  const foyer = create()
  expect(hasCrossings(foyer)).toBe(false)
  rememberCrossing(foyer, crossing)
  const reloaded = create()
  expect(hasCrossings(reloaded)).toBe(true)
  const { follow, forget, store } = openCrossings(reloaded)
  expect(openCrossings(reloaded).store).toBe(store)
  expect(store.get()).toEqual([crossing])
  // An api that is away changes nothing.
  told = undefined
  follow()()
  await expect.poll(() => server.requests.length).toBeGreaterThan(0)
  expect(store.get()).toEqual([crossing])
  told = { status: 'received', received: { ...received, amount: '2990000000' } }
  const stop = follow()
  onTestFinished(stop)
  const ended = {
    ...crossing,
    ...{ status: 'received', received: { ...received, amount: 2_990_000_000n } },
  }
  await expect.poll(() => store.get()).toEqual([ended])
  expect(server.requests.at(-1)?.query).toMatchObject({
    ...{ source: 'lifi', hash: crossing.hash, from: 'eip155:1', to: 'eip155:10' },
    userAddress: `eip155:10:${alice}`,
  })
  expect(openCrossings(create()).store.get()).toEqual([ended])
  forget(crossing.hash)
  expect([store.get(), hasCrossings(create())]).toEqual([[], false])
})

test('what another tab has sent or forgotten is kept so', async () => {
  const { create } = await testCrossings(() => ({ status: 'pending' }))
  const [one, other] = [create(), create()]
  const { follow, store } = openCrossings(one)
  rememberCrossing(one, crossing)
  rememberCrossing(other, { ...crossing, hash: hash('22') })
  follow()()
  expect(store.get().map((each) => each.hash)).toEqual([hash('22'), hash('ab')])
  forgetCrossing(other, hash('ab'))
  rememberCrossing(one, { ...crossing, hash: hash('33') })
  expect(store.get().map((each) => each.hash)).toEqual([hash('33'), hash('22')])
})

test('those on their way are never dropped; others are, after twenty', async () => {
  const { create } = await testCrossings(() => ({ status: 'pending' }))
  const foyer = create()
  rememberCrossing(foyer, crossing)
  for (let byte = 10; byte < 35; byte++)
    rememberCrossing(foyer, { ...crossing, hash: hash(String(byte)), status: 'received' })
  const kept = openCrossings(foyer).store.get()
  expect(kept).toHaveLength(21)
  expect(kept.at(-1)).toEqual(crossing)
})

test('a stored crossing reads as it was, and anything else as nothing', () => {
  const stored = () => JSON.parse(JSON.stringify(storeCrossing(crossing)))
  expect(parseCrossing(stored())).toEqual(crossing)
  for (const change of [
    ...[{ amount: '1.5' }, { amount: 5 }, { status: 'lost' }, { sentAt: 'now' }, { hash: 7 }],
    ...[{ from: { symbol: 'X' } }, { to: null }, { source: undefined }, { toAmount: '-1' }],
  ])
    expect(parseCrossing({ ...stored(), ...change })).toBeUndefined()
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseCrossing(value)).toBeUndefined()
    }),
  )
})

test('is late after three times the expected time, and never before ten minutes', () => {
  expect(readLateAt(crossing)).toBe(1_000 + 600_000)
  expect(readLateAt({ ...crossing, durationSeconds: 1_200 })).toBe(1_000 + 3_600_000)
})
