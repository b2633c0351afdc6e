import { expect, test } from 'vitest'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/disconnect.ts'
import { testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { watchConnections } from './watchConnections.ts'
import { watchStatus } from './watchStatus.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4')]

test('[4.1] watchStatus notifies about each status of the active or a given namespace, until stopped', async () => {
  const foyer = testFoyer({ networks })
  const active: string[] = []
  const solana: string[] = []
  const stop = watchStatus(foyer, (status, previous) => active.push(`${previous} > ${status}`))
  watchStatus(foyer, (status) => solana.push(status), 'solana')
  await connect(foyer, { connector: testWallet().connector })
  await disconnect(foyer)
  stop()
  await connect(foyer, { connector: testWallet('s', { chainId: 'solana:5eykt4' }).connector })
  expect(active).toEqual([
    'disconnected > connecting',
    'connecting > connected',
    'connected > disconnected',
  ])
  expect(solana).toEqual(['connecting', 'connected'])
})

test('watchConnections notifies with the whole list, only when it changes', async () => {
  const foyer = testFoyer({ networks })
  const received: unknown[] = []
  const stop = watchConnections(foyer, (connections, previous) =>
    received.push([previous.eip155?.status, connections.eip155?.status]),
  )
  foyer.store.set((state) => ({ ...state, alerts: [...state.alerts] }))
  await connect(foyer, { connector: testWallet().connector })
  stop()
  await disconnect(foyer)
  expect(received).toEqual([
    [undefined, 'connecting'],
    ['connecting', 'connected'],
  ])
})
