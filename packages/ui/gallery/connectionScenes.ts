import type { Connector, Foyer } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { Modal } from '../src/modal.ts'
import { entryOf, testConnector } from '../src/testConnector.test.kit.ts'
import { logos } from '../src/testFoyer.test.kit.ts'
import { testToken } from '../src/views/account/testTokens.test.kit.ts'
import { connectNamespace } from '../src/views/connections/connectNamespace.ts'
import {
  devnetId,
  fiveNamespaces,
  namespacesFoyer,
  solanaAccount,
  solanaAddress,
  solanaId,
  twoNamespaces,
} from '../src/views/connections/namespaces.test.kit.ts'
import type { Scene } from './scene.ts'

type Kit = NonNullable<Parameters<typeof namespacesFoyer>[0]>

const longName = 'The Very Long Name of a Wallet That Somebody Thought Was a Good Idea'
const namespaces: readonly Namespace[] = ['eip155', 'solana', 'bip122', 'tron', 'polkadot']

function scene(show: (modal: Modal, foyer: Foyer) => Promise<void>, kit: Kit = {}): Scene {
  return { kit: async () => (await namespacesFoyer(kit)).foyer, show }
}
const connections = (kit: Kit = {}) => scene((modal) => modal.open('Connections'), kit)
const accounts = (count: number): Kit => ({
  setUp({ solana }) {
    solana.accounts = Array.from({ length: count }, (_, index) => ({
      address: index === 0 ? solanaAddress : solanaAccount(index),
    }))
  },
})
const account = (kit: Kit = {}) => scene((modal) => modal.open('Account'), kit)

/** One wallet for two namespaces. */
const both: Connector = testConnector(1, {
  type: 'MULTI_CHAIN',
  namespaces: ['eip155', 'solana'],
  members: [
    testConnector(1, { namespaces: ['eip155'] }),
    testConnector(1, { namespaces: ['solana'] }),
  ],
})
const choosing = (kit: Kit, connector = both) =>
  scene(async (modal) => {
    await modal.open('Account')
    await modal.open('ChooseNamespace', { entry: entryOf(connector) })
  }, kit)
const family = (kit: Kit): Scene =>
  scene(async (modal, foyer) => {
    await modal.open('Networks')
    connectNamespace(
      { foyer, modal, router: modal.router },
      { namespace: 'solana', chainId: devnetId },
    )
  }, kit)

export const connectionScenes: Readonly<Record<string, Scene>> = {
  connections: connections(),
  'connections-one': connections({ connected: ['eip155'], offered: twoNamespaces.slice(0, 2) }),
  'connections-one-of-two': connections({ connected: ['eip155'] }),
  'connections-one-of-five': connections({ connected: ['solana'], offered: fiveNamespaces }),
  'connections-five': connections({ connected: namespaces, offered: fiveNamespaces }),
  'connections-accounts': connections(accounts(5)),
  'connections-many': connections(accounts(30)),
  'connections-long': connections({
    setUp({ eip155, solana }) {
      Object.assign(eip155, { name: longName, imageUrl: undefined })
      solana.accounts = [
        { address: solanaAddress, type: 'smartAccount' },
        { address: solanaAccount(1) },
      ]
    },
  }),
  'connections-none': connections({ connected: [] }),
  'account-solana': account({
    setUp({ solana }) {
      solana.balance = 41_987_654_321n
      solana.tokens = [
        testToken(1, {
          name: 'USD Coin',
          symbol: 'USDC',
          chainId: solanaId,
          address: `${solanaId}:EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v`,
          iconUrl: logos.dollar,
          value: 1250.5,
          quantity: { decimals: '6', numeric: '1250.5' },
        }),
        testToken(2, {
          name: 'Nobody Prices Me',
          symbol: 'NOPE',
          chainId: solanaId,
          address: `${solanaId}:DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263`,
          value: undefined,
          price: undefined,
          quantity: { decimals: '9', numeric: '0.000000123' },
        }),
      ]
    },
  }),
  'account-five': account({ connected: namespaces, offered: fiveNamespaces }),
  'account-wallet-long': account({
    connected: ['eip155'],
    setUp({ eip155 }) {
      Object.assign(eip155, { name: longName, imageUrl: undefined })
    },
  }),
  'choose-namespace': choosing({ connected: [] }),
  'choose-namespace-connected': choosing({ connected: ['eip155'] }),
  'choose-namespace-long': choosing(
    { connected: [], offered: fiveNamespaces },
    { ...both, name: longName, namespaces: namespaces },
  ),
  'connect-family': family({ connected: ['eip155'] }),
  'connect-family-none': family({ connected: ['eip155'], options: { connectors: [] } }),
  'networks-namespaces': scene((modal) => modal.open('Networks'), {}),
  'networks-five': scene((modal) => modal.open('Networks'), {
    connected: ['solana', 'eip155'],
    offered: fiveNamespaces,
  }),
  'networks-not-allowed': scene((modal) => modal.open('Networks'), {
    setUp({ solana }) {
      solana.scope = { chainIds: [solanaId] }
    },
  }),
}
