import { connect, type Foyer } from '@foyer/core'
import { expect, test } from 'vitest'
import { network, testFoyer } from '../../testFoyer.test.kit.ts'
import { testLogin } from '../../testLogin.test.kit.ts'
import { disconnectWallets } from './disconnectWallets.ts'

const solanaId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const statusOf = (foyer: Foyer) =>
  Object.values(foyer.store.get().connections).map(({ status }) => status)

test('leaving a login in one namespace disconnects it in all of them', async () => {
  const login = testLogin()
  login.isIn = true
  const { foyer } = await testFoyer({
    connected: false,
    options: {
      connectors: [login.connector],
      networks: [network('eip155:1', 'Ethereum'), network(solanaId, 'Solana')],
    },
  })
  await connect(foyer, { connector: login.connector, namespace: 'eip155' })
  await expect.poll(() => statusOf(foyer)).toEqual(['connected', 'connected'])
  await disconnectWallets(foyer, 'solana')
  expect(statusOf(foyer)).toEqual(['disconnected', 'disconnected'])
})

test('the next login after leaving one begins in the namespace that was active', async () => {
  const login = testLogin()
  login.isIn = true
  const { foyer } = await testFoyer({
    connected: false,
    options: {
      connectors: [login.connector],
      networks: [network('eip155:1', 'Ethereum'), network(solanaId, 'Solana')],
    },
  })
  await connect(foyer, { connector: login.connector })
  await expect.poll(() => statusOf(foyer)).toEqual(['connected', 'connected'])
  await disconnectWallets(foyer, 'eip155')
  expect(foyer.store.get().activeNamespace).toBe('eip155')
  login.isIn = true
  await connect(foyer, { connector: login.connector })
  expect(foyer.store.get().activeNamespace).toBe('eip155')
})
