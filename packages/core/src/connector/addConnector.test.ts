import { expect, test } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { connect } from '../connection/connect.ts'
import { testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { listConnectEntries } from '../wallets/listEntries.ts'
import { addConnector } from './addConnector.ts'
import { discover } from './discover.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4')]
const purse = () => ({
  evm: testWallet('org.purse', { name: 'Purse' }),
  sol: testWallet('org.purse', { name: 'Purse', chainId: 'solana:5eykt4' }),
})

test('lists each id and namespaces once, the first one stays; removing an unlisted one removes none', () => {
  const foyer = testFoyer()
  const [first, second] = [testWallet('a').connector, testWallet('a').connector]
  const solana = testWallet('a', { chainId: 'solana:1' }).connector
  addConnector(foyer, first)
  addConnector(foyer, solana)
  const before = foyer.store.get()
  const removeSecond = addConnector(foyer, second)
  expect(foyer.store.get()).toBe(before)
  removeSecond()
  expect(foyer.store.get().connectors).toEqual([first, solana])
  expect(foyer.store.get().connectors[0]).toBe(first)
})

test('removes a wallet that disappears while the list is open, and lists it again when it reappears', async () => {
  const leave: (() => void)[] = []
  const { evm } = purse()
  const foyer = testFoyer({
    adapter: {
      async discover(onConnector) {
        leave.push(onConnector(evm.connector))
        return () => {}
      },
    },
  })
  await discover(foyer)
  expect(listConnectEntries(foyer)).toHaveLength(1)
  leave[0]?.()
  leave[0]?.()
  expect(listConnectEntries(foyer)).toEqual([])
  addConnector(foyer, evm.connector)
  expect(listConnectEntries(foyer)[0]?.connector).toBe(evm.connector)
})

test('removing a member of a MULTI_CHAIN wallet keeps the others and the connection', async () => {
  const { evm, sol } = purse()
  const foyer = testFoyer({ networks, connectors: [evm.connector] })
  const leave = addConnector(foyer, sol.connector)
  const joined = listConnectEntries(foyer)[0]?.connector
  if (!joined) throw new Error('no entry')
  await connect(foyer, { connector: joined, namespace: 'solana' })
  leave()
  expect(listConnectEntries(foyer).map(({ connector }) => connector)).toEqual([evm.connector])
  expect(readAccount(foyer, 'solana').status).toBe('connected')
  sol.emit.onDisconnect()
  await Promise.resolve()
  expect(readAccount(foyer, 'solana').status).toBe('disconnected')
  // A list that was drawn earlier can still connect it.
  await connect(foyer, { connector: joined, namespace: 'eip155' })
  expect(readAccount(foyer, 'eip155').status).toBe('connected')
})
