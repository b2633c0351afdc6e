import { expect, test } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { connect } from '../connection/connect.ts'
import {
  testAdapter,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { activateNamespace } from './activateNamespace.ts'
import { readNetwork } from './readNetwork.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:1'), testNetwork('solana:2')]

test("[4.23] activates another namespace on its account's network, kept over a reload", async () => {
  const storage = testBacking()
  const foyer = testFoyer({ networks, storage })
  await connect(foyer, { connector: testWallet('s', { chainId: 'solana:2' }).connector })
  activateNamespace(foyer, 'eip155')
  expect([readNetwork(foyer), readAccount(foyer).status]).toEqual([networks[0], 'disconnected'])
  activateNamespace(foyer, 'solana')
  expect([readNetwork(foyer), readAccount(foyer).status]).toEqual([networks[2], 'connected'])
  const next = testFoyer({ networks, storage })
  expect(next.store.get().activeNamespace).toBe('solana')
  expect(next.store.get().activeChainIds.solana).toBe('solana:2')
})

test('[4.24] reports a wallet on an unsupported network when its namespace becomes active', async () => {
  const foyer = testFoyer({ networks })
  const received: string[] = []
  foyer.events.on('network:unsupported', ({ chainId }) => received.push(chainId))
  const wallet = testWallet('s', { chainId: 'solana:2' })
  await connect(foyer, { connector: wallet.connector })
  activateNamespace(foyer, 'eip155')
  wallet.emit.onChain('solana:9')
  expect(received).toEqual([])
  activateNamespace(foyer, 'solana')
  expect(received).toEqual(['solana:9'])
})

test('error: no adapter, no network', () => {
  const adapters = [testAdapter('eip155'), testAdapter('solana')]
  const foyer = testFoyer({ networks: [testNetwork('eip155:1')], adapters })
  expect(() => activateNamespace(foyer, 'tron')).toThrow('Adapter not found')
  expect(() => activateNamespace(foyer, 'solana')).toThrow(
    expect.objectContaining({ code: 'network-undefined' }),
  )
  expect(foyer.store.get().activeNamespace).toBe('eip155')
})
