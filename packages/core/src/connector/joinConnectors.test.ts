import type { Namespace } from '@foyer/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readConnection } from '../account/readConnection.ts'
import { connect } from '../connection/connect.ts'
import { addNetwork } from '../network/changeNetworks.ts'
import {
  testAdapter,
  testBacking,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { listConnectEntries } from '../wallets/listEntries.ts'
import { addConnector } from './addConnector.ts'
import { connectableNamespaces } from './connectableNamespaces.ts'
import type { Connector } from './connector.ts'
import { joinConnectors } from './joinConnectors.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:5eykt4')]
const on = { eip155: 'eip155:1', solana: 'solana:5eykt4', tron: 'tron:1' } as const

function wallet(id: string, namespace: keyof typeof on, more: Partial<Connector> = {}) {
  return testWallet(id, { chainId: on[namespace], name: id, info: undefined, ...more })
}
const make = (connectors: readonly Connector[], more: Parameters<typeof testFoyer>[0] = {}) =>
  testFoyer({ networks, connectors, ...more })

const directory = { id: 'directory', name: 'Directory', chains: [], rdns: 'org.known' }

test.each<[string, Partial<Connector>, Partial<Connector>]>([
  ['the same rdns', { info: { rdns: 'org.p' } }, { info: { rdns: 'org.p' } }],
  ['the same id', { explorerId: 'x' }, { explorerId: 'x' }],
  ['the same directory wallet', { explorerId: 'directory' }, { info: { rdns: 'org.known' } }],
  ['the same name, in other letters', { name: 'Purse' }, { name: 'PURSE' }],
])('[3.9] one MULTI_CHAIN connector: %s', (_, first, second) => {
  const a = wallet('a', 'eip155', { name: 'A', ...first }).connector
  const b = wallet('b', 'solana', { name: 'B', ...second }).connector
  expect(joinConnectors(make([a, b]), [directory])).toMatchObject([
    { type: 'MULTI_CHAIN', namespaces: ['eip155', 'solana'], members: [a, b], name: a.name },
  ])
})

test('two connectors of one namespace and one name stay separate unless their ids match', () => {
  const named = (id: string, more: Partial<Connector> = {}) =>
    wallet(id, 'eip155', { name: 'Purse', ...more }).connector
  const [a, b] = [named('a'), named('b')]
  expect(joinConnectors(make([a, b]), [])).toEqual([a, b])
  const [c, d] = [named('c', { explorerId: 'x' }), named('d', { explorerId: 'x' })]
  expect(joinConnectors(make([c, d]), [])).toEqual([c])
  const other = wallet('o', 'solana', { name: 'Purse' }).connector
  expect(joinConnectors(make([a, b, other]), [])).toMatchObject([{ members: [a, other] }, b])
  // Matches by id come before matches by name.
  const sol = wallet('s', 'solana', { name: 'Purse', explorerId: 'y' }).connector
  const real = named('r', { explorerId: 'y' })
  const [first, second] = joinConnectors(make([a, sol, real]), [])
  expect(first).toBe(a)
  expect(second?.members).toEqual([sol, real])
})

test('lists only namespaces of the site, and returns the same object while the members are the same', () => {
  const a = wallet('p', 'eip155')
  const b = wallet('p', 'solana')
  const c = wallet('p', 'tron')
  const foyer = make([a.connector, c.connector])
  expect(joinConnectors(foyer, [])).toEqual([a.connector])
  addConnector(foyer, b.connector)
  const [joined] = joinConnectors(foyer, [])
  expect(joined?.namespaces).toEqual(['eip155', 'solana'])
  expect(connectableNamespaces(foyer, c.connector)).toEqual([])
  addConnector(foyer, wallet('other', 'eip155').connector)
  expect(joinConnectors(foyer, [])[0]).toBe(joined)
  expect(joinConnectors(make([a.connector, b.connector]), [])[0]).not.toBe(joined)
})

test('connects through the member of the namespace, which a reload finds again', async () => {
  const storage = testBacking()
  const a = wallet('eth-id', 'eip155', { name: 'Purse' })
  const b = wallet('sol-id', 'solana', { name: 'Purse' })
  const foyer = make([a.connector, b.connector], { storage })
  const [entry, ...others] = listConnectEntries(foyer)
  expect(others).toEqual([])
  const connector = entry?.connector as Connector
  await connect(foyer, { connector, namespace: 'solana' })
  expect(readConnection(foyer, 'solana').connection.connector).toBe(b.connector)
  expect([a.asked, b.asked]).toEqual([[], ['connect']])
  expect(foyer.store.get().recentWallets).toEqual([{ id: 'eth-id', name: 'Purse' }])
  expect(listConnectEntries(foyer)).toMatchObject([{ kind: 'recent', recent: true, connector }])
  await connect(foyer, { connector, namespace: 'eip155' })
  expect(readConnection(foyer, 'eip155').connection.connector).toBe(a.connector)
  const { connections } = make([], { storage }).store.get()
  expect(connections).toMatchObject({
    eip155: { status: 'connecting', connectorId: 'eth-id' },
    solana: { status: 'connecting', connectorId: 'sol-id' },
  })
  expect(listConnectEntries(foyer).map(({ recent }) => recent)).toEqual([true])
  await expect(connect(foyer, { connector, namespace: 'tron' })).rejects.toMatchObject({
    code: 'chain-unsupported',
  })
})

test('shows the id, name and images of its members, and connects through that of the namespace', async () => {
  const details = { explorerId: 'x', imageId: 'i', imageUrl: 'data:1', info: { rdns: 'org.p' } }
  const asked: string[] = []
  const part = (namespace: 'eip155' | 'solana', more: Partial<Connector>) =>
    wallet('p', namespace, {
      ...more,
      connect: async () => Promise.reject(asked.push(`connect ${namespace}`)),
      disconnect: async () => void asked.push(`disconnect ${namespace}`),
      watch: () => () => void asked.push(`watch ${namespace}`),
    }).connector
  const [joined] = joinConnectors(make([part('eip155', {}), part('solana', details)]), [])
  if (!joined) throw new Error('not joined')
  expect(joined).toMatchObject(details)
  for (const namespace of ['solana', 'eip155'] as const) {
    await expect(joined.connect({ namespace } as Connector.ConnectParameters)).rejects.toBeDefined()
    await joined.disconnect({ namespace })
    joined.watch({ namespace, listener: wallet('x', 'eip155').emit })()
  }
  expect(asked).toEqual([
    ...['connect solana', 'disconnect solana', 'watch solana'],
    ...['connect eip155', 'disconnect eip155', 'watch eip155'],
  ])
})

test('local wallets come before remote ones', () => {
  const elsewhere = wallet('p', 'eip155', { type: 'EXTERNAL' }).connector
  const [evm, sol] = [wallet('p', 'eip155').connector, wallet('p', 'solana').connector]
  const same = { info: { rdns: 'org.p' } }
  const [joined] = joinConnectors(
    make([elsewhere, evm, sol].map((one, index) => ({ ...one, ...same, id: `${index}` }))),
    [],
  )
  expect(joined?.members?.map(({ id }) => id)).toEqual(['1', '2'])
  // A wallet that only has a remote member is not installed.
  const far = make([elsewhere, wallet('p', 'solana', { type: 'EXTERNAL' }).connector])
  expect(listConnectEntries(far)).toMatchObject([
    { kind: 'external', installed: false, connector: { type: 'MULTI_CHAIN' } },
  ])
})

test('never joins logins and connectors to many wallets, even with equal names', () => {
  for (const type of ['WALLET_CONNECT', 'AUTH', 'ID_AUTH'] as const) {
    const a = wallet('p', 'eip155', { explorerId: 'x' }).connector
    const b = wallet('p', 'solana', { explorerId: 'x', type }).connector
    expect(joinConnectors(make([a, b]), [])).toEqual([a, b])
  }
})

test('[5.20] MetaMask in the browser of its phone app is a member of MetaMask', () => {
  const phone = wallet('phone', 'eip155', { info: { rdns: 'io.metamask.mobile' } }).connector
  const plain = wallet('plain', 'solana', { info: { rdns: 'io.metamask' } }).connector
  expect(joinConnectors(make([phone, plain]), [])).toMatchObject([{ members: [phone, plain] }])
})

test('adding a network creates a new object with its namespace', () => {
  const a = wallet('p', 'eip155', { namespaces: ['eip155', 'tron'] }).connector
  const b = wallet('p', 'solana').connector
  const adapters = (['eip155', 'solana', 'tron'] as const).map((one) => testAdapter(one))
  const foyer = make([a, b], { adapters })
  expect(joinConnectors(foyer, [])[0]?.namespaces).toEqual(['eip155', 'solana'])
  addNetwork(foyer, testNetwork('tron:1'))
  expect(joinConnectors(foyer, [])[0]?.namespaces).toEqual(['eip155', 'tron', 'solana'])
})

test('filters the list by namespace', () => {
  const a = wallet('a', 'eip155').connector
  const [b, c] = [wallet('p', 'eip155').connector, wallet('p', 'solana').connector]
  const foyer = make([a, b, c])
  const names = (namespace?: Namespace) =>
    listConnectEntries(foyer, { namespace }).map(({ name }) => name)
  expect(names()).toEqual(['a', 'p'])
  expect(names('solana')).toEqual(['p'])
  expect(names('eip155')).toEqual(['a', 'p'])
})

test('keeps every connector exactly once', () => {
  const one = fc.record({
    id: fc.constantFrom('1', '2', '3', '4'),
    namespace: fc.constantFrom('eip155' as const, 'solana' as const),
    name: fc.constantFrom('A', 'a', 'B', 'C'),
    rdns: fc.option(fc.constantFrom('org.a', 'org.b'), { nil: undefined }),
    explorerId: fc.option(fc.constantFrom('x', 'y', 'directory'), { nil: undefined }),
    type: fc.constantFrom('ANNOUNCED' as const, 'INJECTED' as const, 'EXTERNAL' as const),
  })
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (all) => {
      const foyer = make([])
      for (const { id, namespace, rdns, ...more } of all)
        addConnector(
          foyer,
          wallet(id, namespace, { ...more, info: rdns ? { rdns } : undefined }).connector,
        )
      const { connectors } = foyer.store.get()
      const joined = joinConnectors(foyer, [directory])
      const parts = joined.flatMap((connector) => connector.members ?? [connector])
      expect(new Set(parts).size).toBe(parts.length)
      const isOne = (a: Connector, b: Connector) =>
        (!!a.info && a.info.rdns === b.info?.rdns) ||
        (!!a.explorerId && a.explorerId === b.explorerId) ||
        a.name.toLowerCase() === b.name.toLowerCase()
      const groupOf = (start: Connector) => {
        const found = [start]
        for (const one of found)
          found.push(...connectors.filter((other) => !found.includes(other) && isOne(one, other)))
        return found
      }
      for (const connector of connectors) {
        if (parts.includes(connector)) continue
        // Omitted only if its wallet is already listed for the same namespace.
        const [namespace] = connector.namespaces
        const kept = groupOf(connector).filter((other) => parts.includes(other))
        expect(kept.map(({ namespaces }) => namespaces[0])).toContain(namespace)
      }
      const entries = listConnectEntries(foyer).map((entry) => entry.connector)
      expect(entries).toHaveLength(joined.length)
      expect(new Set(entries)).toEqual(new Set(joined))
    }),
    { numRuns: 300 },
  )
})
