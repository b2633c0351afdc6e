import type { Connector, WalletEntry } from '@foyer/core'
import { testLogo, testWallet } from './testDirectory.test.kit.ts'
import { address } from './testFoyer.test.kit.ts'

export const never = () => new Promise<never>(() => {})

/** An announced wallet whose prompt stays open; the directory lists it under the same rdns. */
export function testConnector(index: number, more: Partial<Connector> = {}): Connector {
  const { id, name, rdns } = testWallet(index)
  return {
    id: rdns ?? id,
    type: 'ANNOUNCED',
    name,
    namespaces: ['eip155'],
    info: { rdns: rdns ?? id },
    imageUrl: testLogo(index),
    connect: never,
    disconnect: async () => {},
    watch: () => () => {},
    ...more,
  }
}

/** The session of an approved prompt. */
export const testSession = {
  provider: { request: never },
  accounts: [{ address }],
  chainId: 'eip155:1' as const,
}

/** The row of an installed wallet. */
export function entryOf(connector: Connector): WalletEntry {
  return {
    key: connector.id,
    kind: 'injected',
    name: connector.name,
    imageUrl: connector.imageUrl,
    installed: true,
    recent: false,
    connector,
    wallet: undefined,
  }
}
