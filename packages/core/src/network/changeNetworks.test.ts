import { expect, test } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { connect } from '../connection/connect.ts'
import { testAdapter, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { addNetwork, removeNetwork } from './changeNetworks.ts'
import { readNetwork } from './readNetwork.ts'

const one = testNetwork('eip155:1')
const two = testNetwork('eip155:8453')
const sol = testNetwork('solana:5eykt4')
const adapters = [testAdapter('eip155'), testAdapter('solana')]
const ids = (foyer: ReturnType<typeof testFoyer>) =>
  foyer.store.get().networks.map(({ caipNetworkId }) => caipNetworkId)

test('adds a network, or replaces a known one in its place', () => {
  const foyer = testFoyer({ adapters, networks: [one, two] })
  addNetwork(foyer, sol)
  addNetwork(foyer, { ...one, name: 'Renamed' })
  expect(ids(foyer)).toEqual(['eip155:1', 'eip155:8453', 'solana:5eykt4'])
  expect(readNetwork(foyer)?.name).toBe('Renamed')
  expect(readNetwork(foyer, 'solana')).toBe(sol)
  expect(foyer.store.get().activeNamespace).toBe('eip155')
})

test('adding the network of a connected wallet makes it supported', async () => {
  const foyer = testFoyer({ adapters, networks: [one], allowUnsupportedChain: true })
  await connect(foyer, { connector: testWallet('w', { chainId: 'eip155:8453' }).connector })
  expect(readAccount(foyer).unsupportedNetwork).toBe(true)
  addNetwork(foyer, two)
  expect(readAccount(foyer).unsupportedNetwork).toBe(false)
  expect(foyer.store.get().activeChainIds.eip155).toBe('eip155:8453')
})

test('[5.13] error: an adapter must exist for the namespace, to add and to remove', () => {
  const foyer = testFoyer({ networks: [one, two] })
  for (const act of [() => addNetwork(foyer, sol), () => removeNetwork(foyer, sol.caipNetworkId)])
    expect(act).toThrow(expect.objectContaining({ code: 'adapter-not-found' }))
  expect(ids(foyer)).toEqual(['eip155:1', 'eip155:8453'])
})

test('error: an invalid network, one that is not offered, the last one', () => {
  const foyer = testFoyer({ networks: [one] })
  expect(() => addNetwork(foyer, { ...two, caipNetworkId: 'x' as never })).toThrow(
    'The options are not valid',
  )
  expect(() => addNetwork(foyer, undefined as never)).toThrow('The options are not valid')
  expect(() => removeNetwork(foyer, 'eip155:99')).toThrow('CaipNetwork is undefined')
  expect(() => removeNetwork(foyer, 'eip155:1')).toThrow('The options are not valid')
  expect(ids(foyer)).toEqual(['eip155:1'])
})

test('removing the active network activates the first of its namespace', () => {
  const foyer = testFoyer({ adapters, networks: [one, two, sol] })
  const seen: unknown[] = []
  foyer.store.subscribe(() => seen.push(readNetwork(foyer)?.caipNetworkId))
  removeNetwork(foyer, 'eip155:1')
  expect(readNetwork(foyer)).toBe(two)
  expect(seen).not.toContain(undefined)
  expect(foyer.storage.read('active-network', String)).toBe('eip155:8453')
})

test('removing its namespace activates the first of another; it can be added again', () => {
  const foyer = testFoyer({ adapters, networks: [one, sol] })
  removeNetwork(foyer, 'eip155:1')
  expect(foyer.store.get()).toMatchObject({
    activeNamespace: 'solana',
    activeChainIds: { eip155: undefined },
  })
  addNetwork(foyer, one)
  expect(foyer.store.get().activeChainIds.eip155).toBe('eip155:1')
})

test('removing an inactive network keeps the active one', () => {
  const foyer = testFoyer({ adapters, networks: [one, two, sol] })
  removeNetwork(foyer, 'solana:5eykt4')
  removeNetwork(foyer, 'eip155:8453')
  expect(readNetwork(foyer)).toBe(one)
})

test("[4.24] removing a connected wallet's network makes it unsupported", async () => {
  const foyer = testFoyer({ adapters, networks: [one, two, sol] })
  const received: unknown[] = []
  foyer.events.on('network:unsupported', ({ chainId }) => received.push(chainId))
  await connect(foyer, { connector: testWallet().connector })
  removeNetwork(foyer, 'eip155:1')
  expect(readAccount(foyer)).toMatchObject({ status: 'connected', unsupportedNetwork: true })
  expect(foyer.store.get()).toMatchObject({
    activeNamespace: 'eip155',
    activeChainIds: { eip155: 'eip155:8453' },
  })
  expect(received).toEqual(['eip155:1'])
})

test("[4.24] removing a connected wallet's namespace keeps the wallet visible", async () => {
  const foyer = testFoyer({ adapters, networks: [one, sol] })
  await connect(foyer, { connector: testWallet().connector })
  removeNetwork(foyer, 'eip155:1')
  expect(foyer.store.get().activeNamespace).toBe('eip155')
  expect(readAccount(foyer)).toMatchObject({ status: 'connected', unsupportedNetwork: true })
})
