import { expect, test, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/disconnect.ts'
import { start } from '../start.ts'
import {
  alice,
  bob,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { readAccount } from './readAccount.ts'
import { selectAccount } from './selectAccount.ts'

const carol = `0x${'c4'.repeat(20)}`
const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4')]
const list = (...addresses: string[]) => addresses.map((address) => ({ address }))

async function make(options: Parameters<typeof testFoyer>[0] = {}) {
  const storage = testBacking()
  const wallet = testWallet('e')
  wallet.session = { ...wallet.session, accounts: list(alice, bob, carol) }
  const foyer = testFoyer({ networks, storage, ...options })
  await connect(foyer, { connector: wallet.connector })
  /** Returns the address shown after a reload, for a wallet that returns these accounts. */
  const reload = async (...addresses: string[]) => {
    wallet.session = { ...wallet.session, accounts: list(...addresses) }
    const next = testFoyer({ networks, storage, connectors: [wallet.connector] })
    start(next)
    await vi.waitFor(() => expect(readAccount(next, 'eip155').status).toBe('connected'))
    return readAccount(next, 'eip155').address
  }
  const stored = () => storage.map.get('foyer.1.project.selected-accounts')
  return { foyer, reload, storage, stored, wallet }
}

test('shows another account and reloads its data; selecting the same one changes nothing', async () => {
  const asked: string[] = []
  const getBalance = async ({ address }: { address: string }) => BigInt(asked.push(address))
  const { foyer, storage } = await make({ adapter: { getBalance } })
  await vi.waitFor(() => expect(asked).toEqual([alice]))
  selectAccount(foyer, { address: bob })
  expect(readAccount(foyer)).toMatchObject({ address: bob, allAccounts: { length: 3 } })
  expect(storage.map.get('foyer.1.project.connections')).toContain(bob)
  await vi.waitFor(() => expect(asked).toEqual([alice, bob]))
  const before = foyer.store.get()
  selectAccount(foyer, { address: bob })
  expect(foyer.store.get()).toBe(before)
})

test('error: rejects an account that the wallet does not have, and a disconnected namespace', async () => {
  const { foyer } = await make()
  const select = (address: string, namespace?: 'solana') => () =>
    selectAccount(foyer, { address, namespace })
  expect(select(`0x${'d0'.repeat(20)}`)).toThrow('Address is invalid')
  expect(select(bob, 'solana')).toThrow('No account is connected')
  await disconnect(foyer)
  expect(select(bob)).toThrow('No account is connected')
})

test('keeps the selection over a reload while the wallet still lists it and its first account is the same', async () => {
  const { foyer, reload } = await make()
  selectAccount(foyer, { address: bob })
  expect(await reload(alice, bob)).toBe(bob)
  expect(await reload(alice)).toBe(alice)
  expect(await reload(carol, bob)).toBe(carol)
})

test('an account change in the wallet overrides the selection, after a reload too', async () => {
  const { foyer, reload, wallet } = await make()
  selectAccount(foyer, { address: bob })
  wallet.emit.onAccounts(list(alice, bob))
  expect(readAccount(foyer).address).toBe(bob)
  wallet.emit.onAccounts(list(carol, alice, bob))
  expect(readAccount(foyer).address).toBe(carol)
  expect(await reload(alice, bob, carol)).toBe(alice)
})

test('falls back to the first account when the wallet removes the selected one', async () => {
  const { foyer, wallet } = await make()
  selectAccount(foyer, { address: bob })
  wallet.emit.onAccounts(list(alice, carol))
  expect(readAccount(foyer).address).toBe(alice)
})

test('forgets the selection on disconnect, on selecting the first account, and on connecting the wallet again', async () => {
  const { foyer, stored, wallet } = await make()
  selectAccount(foyer, { address: bob })
  expect(stored()).toContain(bob)
  selectAccount(foyer, { address: alice })
  expect(stored()).toBeUndefined()
  selectAccount(foyer, { address: bob })
  await connect(foyer, { connector: wallet.connector })
  expect([readAccount(foyer).address, stored()]).toEqual([alice, undefined])
  selectAccount(foyer, { address: bob })
  await disconnect(foyer)
  expect(stored()).toBeUndefined()
})

test('keeps one selection per namespace and wallet', async () => {
  const { foyer, reload, stored } = await make()
  const sol = testWallet('s', { chainId: 'solana:5eykt4' })
  sol.session = { ...sol.session, accounts: list(alice, carol) }
  selectAccount(foyer, { address: bob })
  await connect(foyer, { connector: sol.connector })
  selectAccount(foyer, { address: carol, namespace: 'solana' })
  expect([readAccount(foyer, 'eip155').address, readAccount(foyer).address]).toEqual([bob, carol])
  expect(JSON.parse(stored() ?? '')).toEqual({
    eip155: { connectorId: 'e', address: bob, first: alice },
    solana: { connectorId: 's', address: carol, first: alice },
  })
  await disconnect(foyer, { namespace: 'solana' })
  expect(await reload(alice, bob)).toBe(bob)
})

test.each([
  '{"eip155":{"connectorId":"other","address":"B","first":"A"}}',
  '{"eip155":{"connectorId":"e","address":1,"first":"A"}}',
  '{"other":{"connectorId":"e","address":"B","first":"A"}}',
  '[]',
  '"x"',
])('ignores an invalid stored selection: %s', async (text) => {
  const { reload, storage } = await make()
  const value = text.replace('"A"', JSON.stringify(alice)).replace('"B"', JSON.stringify(bob))
  storage.map.set('foyer.1.project.selected-accounts', value)
  expect(await reload(alice, bob)).toBe(alice)
})
