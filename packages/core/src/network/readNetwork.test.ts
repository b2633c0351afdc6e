import { expect, test } from 'vitest'
import { connect } from '../connection/connect.ts'
import { testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { readActiveChainId, readNetwork } from './readNetwork.ts'
import { requireNetwork } from './requireNetwork.ts'
import { watchNetwork } from './watchNetwork.ts'

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453'), testNetwork('solana:5eykt4')]

test('returns the network of the connected wallet, offered or not; before, the one to connect on', async () => {
  const foyer = testFoyer({ networks })
  expect(readActiveChainId(foyer)).toBe('eip155:1')
  expect(readNetwork(foyer, 'solana')).toBe(networks[2])
  expect(readActiveChainId(foyer, 'tron')).toBeUndefined()
  expect(readNetwork(foyer, 'tron')).toBeUndefined()
  await connect(foyer, { connector: testWallet('w', { chainId: 'eip155:99' }).connector })
  expect(readActiveChainId(foyer)).toBe('eip155:99')
  expect(readNetwork(foyer)).toBeUndefined()
})

test('watchNetwork notifies about network changes of a namespace', async () => {
  const foyer = testFoyer({ networks })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  const received: unknown[] = []
  const stop = watchNetwork(foyer, (chainId, previous) => received.push([previous, chainId]))
  wallet.emit.onChain('eip155:8453')
  wallet.emit.onChain('eip155:8453')
  stop()
  wallet.emit.onChain('eip155:1')
  expect(received).toEqual([['eip155:1', 'eip155:8453']])
})

test('[8.14] [8.20] error: a network that is not offered, with an alert for the developer', () => {
  const foyer = testFoyer({ networks })
  expect(requireNetwork(foyer, 'eip155:1')).toBe(networks[0])
  expect(foyer.store.get().alerts).toEqual([])
  for (let turn = 0; turn < 2; turn++)
    expect(() => requireNetwork(foyer, 'eip155:99')).toThrow('CaipNetwork is undefined')
  expect(foyer.store.get().alerts).toEqual([
    {
      code: 'network-not-found',
      title: 'Network Not Found',
      meaning: 'The network must be in the networks array of the options.',
    },
  ])
})
