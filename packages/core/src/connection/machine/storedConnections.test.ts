import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAccount } from '../../account/readAccount.ts'
import { alice, testBacking, testFoyer, testNetwork, testWallet } from '../../testFoyer.test.kit.ts'
import { connect } from '../connect.ts'
import { disconnect } from '../disconnect.ts'

const key = 'foyer.1.project.connections'
const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4')]
const entry = {
  connectorId: 'w',
  name: 'W',
  status: 'connected',
  address: alice,
  chainId: 'eip155:1',
}
const withStored = (text: string) => testFoyer({ networks, storage: testBacking({ [key]: text }) })

test('[3.16] wallet id and name, namespace, network and status survive a reload', () => {
  const foyer = withStored(JSON.stringify({ eip155: entry }))
  expect(foyer.store.get().connections).toEqual({
    eip155: { status: 'connecting', connectorId: 'w', address: alice, chainId: 'eip155:1' },
  })
})

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['a list', '[]'],
  ['null', 'null'],
  ['a number', '1'],
  ['no fields', '{"eip155":{}}'],
  ['null in it', '{"eip155":null}'],
  ['a wrong type', JSON.stringify({ eip155: { ...entry, address: 1 } })],
  ['a list for an address', JSON.stringify({ eip155: { ...entry, address: [alice] } })],
  ['a list for a network', JSON.stringify({ eip155: { ...entry, chainId: ['eip155:1'] } })],
  ['no address', JSON.stringify({ eip155: { ...entry, address: '<script>' } })],
  ['no network', JSON.stringify({ eip155: { ...entry, chainId: '1' } })],
  ['another namespace’s network', JSON.stringify({ eip155: { ...entry, chainId: 'solana:1' } })],
  ['another status', JSON.stringify({ eip155: { ...entry, status: 'connecting' } })],
  ['a namespace without adapter', JSON.stringify({ tron: { ...entry, chainId: 'tron:1' } })],
  ['a namespace that is none', JSON.stringify({ cosmos: entry })],
  ['the prototype', `{"__proto__":{"eip155":${JSON.stringify(entry)}}}`],
  ['the constructor', `{"constructor":${JSON.stringify(entry)}}`],
])('corrupt storage connects nothing: %s', (_, text) => {
  const foyer = withStored(text)
  expect(foyer.store.get().connections).toEqual({})
  expect(readAccount(foyer).status).toBe('disconnected')
})

test('a corrupt entry does not affect the other', () => {
  const foyer = withStored(JSON.stringify({ solana: { x: 1 }, eip155: entry }))
  expect(Object.keys(foyer.store.get().connections)).toEqual(['eip155'])
})

test('any stored value yields an instance whose connections have addresses', () => {
  const wrong = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(entry)))
  const almost = fc.record(
    Object.fromEntries(
      Object.entries(entry).map(([name, value]) => [name, fc.oneof(fc.constant(value), wrong)]),
    ),
    { requiredKeys: [] },
  )
  const anyNamespace = fc.constantFrom('eip155', 'solana', 'tron', '__proto__', 'x')
  const stored = fc.oneof(fc.jsonValue(), fc.dictionary(anyNamespace, almost))
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        stored.map((one) => JSON.stringify(one)),
      ),
      (text) => {
        const { connections } = withStored(text).store.get()
        for (const [namespace, connection] of Object.entries(connections)) {
          expect(['eip155', 'solana']).toContain(namespace)
          expect(connection).toMatchObject({ status: 'connecting', address: alice })
        }
      },
    ),
  )
})

test('two tabs that connect different namespaces keep each other’s entries', async () => {
  const storage = testBacking()
  const one = testFoyer({ networks, storage })
  const two = testFoyer({ networks, storage })
  const solana = testWallet('s', { chainId: 'solana:5eykt4' })
  await connect(one, { connector: testWallet('e').connector })
  await connect(two, { connector: solana.connector })
  const read = () => Object.keys(JSON.parse(storage.map.get(key) ?? '{}')).sort()
  expect(read()).toEqual(['eip155', 'solana'])
  await disconnect(two)
  expect(read()).toEqual(['eip155'])
  await disconnect(one)
  expect(storage.map.has(key)).toBe(false)
})

test('without storage, connections last until the reload', async () => {
  const storage = testBacking()
  Object.assign(storage.fail, { read: true, write: true, remove: true })
  const foyer = testFoyer({ networks, storage })
  await connect(foyer, { connector: testWallet().connector })
  expect(readAccount(foyer).status).toBe('connected')
  await disconnect(foyer)
  expect(readAccount(foyer).status).toBe('disconnected')
})
