import {
  connect,
  createFoyer,
  readActiveChainId,
  start,
  switchNetwork as switchWith,
} from '@foyer/core'
import { type EvmChain, startEvm } from '@foyer/devnet'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { addNetwork } from './addNetwork.ts'
import { createConnector } from './createConnector.ts'
import { defineNetwork } from './defineNetwork.ts'
import { evm } from './evm.ts'
import { createNodeWallet, walletError } from './nodeWallet.test.kit.ts'
import { switchNetwork } from './switchNetwork.ts'

let one: EvmChain
let two: EvmChain
beforeAll(async () => {
  one = await startEvm({ chainId: 31337, port: 0 })
  two = await startEvm({ chainId: 31338, port: 0 })
})
afterAll(() => Promise.all([one.stop(), two.stop()]))
afterEach(() => {
  vi.useRealTimers()
})

const networkOf = ({ chainId, url }: EvmChain) =>
  defineNetwork({
    id: chainId,
    name: `Devnet ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  })
type Answers = Parameters<typeof createNodeWallet>[0]['answers']
/** Creates a wallet that has the first network only, or both. */
const createWallet = (answers: Answers = {}, nodes = [one]) => createNodeWallet({ nodes, answers })
const go = ({ provider }: ReturnType<typeof createWallet>) =>
  switchNetwork({ network: networkOf(two), provider })
const refuse =
  (code: number, message = 'no', data?: unknown) =>
  () => {
    throw walletError(code, message, data)
  }
const added = (chainId = '0x7a6a') => ({
  method: 'wallet_addEthereumChain',
  params: [
    {
      chainId,
      chainName: 'Devnet 31338',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: [two.url],
      blockExplorerUrls: ['https://explorer.example'],
    },
  ],
})
const asked = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] }

test('[7.40] asks a wallet that has the network to switch', async () => {
  const wallet = createWallet({}, [one, two])
  await go(wallet)
  expect(wallet.calls[0]).toEqual(asked)
  expect(wallet.methods()).toEqual(['wallet_switchEthereumChain', 'eth_chainId'])
})

test('[4.22] [7.41] adds the network to a wallet that does not have it, and switches', async () => {
  const wallet = createWallet()
  await go(wallet)
  expect(wallet.calls.slice(0, 2)).toEqual([asked, added()])
  expect(wallet.methods()).toEqual([
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'eth_chainId',
  ])
  expect(await wallet.provider.request({ method: 'eth_blockNumber' })).toMatch(/^0x/)
})

test('[4.22] a connected user switches: asks the wallet, and follows its network', async () => {
  const wallet = createWallet()
  const connector = createConnector({
    id: 'test',
    type: 'INJECTED',
    name: 'Test',
    provider: wallet.provider,
  })
  const foyer = createFoyer({
    projectId: 'test',
    adapters: [evm()],
    networks: [networkOf(one), networkOf(two)],
    connectors: [connector],
  })
  const stop = start(foyer)
  await connect(foyer, { connector })
  expect(readActiveChainId(foyer)).toBe('eip155:31337')
  await switchWith(foyer, { chainId: 'eip155:31338' })
  expect(readActiveChainId(foyer)).toBe('eip155:31338')
  expect(foyer.store.get().connections.eip155).toMatchObject({
    status: 'connected',
    chainId: 'eip155:31338',
  })
  expect(wallet.calls).toContainEqual(added())
  stop()
})

test.each([
  ['in data.originalError', refuse(-32603, 'Internal', { originalError: { code: 4902 } })],
  ['in words', refuse(-32603, 'Unrecognized chain ID "0x7a6a".')],
  ['by having no way to switch', refuse(4200, 'Unsupported')],
  ['by 4901', refuse(4901, 'The Provider is not connected to the requested chain.')],
  ['by 5710', refuse(5710, 'Unsupported chain id')],
  ['by -32000 in words', refuse(-32000, 'Unsupported network')],
])('adds the network to a wallet that does not know it and reports %s', async (_, first) => {
  const wallet = createWallet({ wallet_switchEthereumChain: first })
  await go(wallet)
  expect(wallet.calls).toContainEqual(added())
})

test('asks again if adding did not switch', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  let isKnown = false
  const wallet = createWallet(
    {
      wallet_switchEthereumChain: (_, next) => (isKnown ? next() : refuse(4902)()),
      wallet_addEthereumChain: () => {
        isKnown = true
        return null
      },
    },
    [one, two],
  )
  const going = go(wallet)
  await vi.advanceTimersByTimeAsync(10_000)
  await going
  expect(wallet.methods().filter((method) => method === 'wallet_switchEthereumChain').length).toBe(
    2,
  )
})

test('waits for a wallet that approves before it has switched', async () => {
  const wallet = createWallet(
    {
      wallet_switchEthereumChain: (_, next) => {
        setTimeout(next, 300)
        return null
      },
    },
    [one, two],
  )
  await go(wallet)
  expect(await wallet.provider.request({ method: 'eth_chainId' })).toBe('0x7a6a')
})

test('error: a wallet that approves but does not switch', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  const wallet = createWallet({ wallet_switchEthereumChain: () => null }, [one, two])
  const refused = expect(go(wallet)).rejects.toMatchObject({
    code: 'chain-disconnected',
    details: expect.stringContaining('Devnet 31338'),
  })
  await vi.advanceTimersByTimeAsync(4_000)
  await refused
})

test('trusts a wallet that does not report its network', async () => {
  const wallet = createWallet({ wallet_switchEthereumChain: () => null, eth_chainId: refuse(4200) })
  await go(wallet)
})

test('error: the user rejects the switch; nothing is added', async () => {
  const wallet = createWallet({ wallet_switchEthereumChain: refuse(4001) }, [one, two])
  await expect(go(wallet)).rejects.toMatchObject({ code: 'user-rejected' })
  expect(wallet.methods()).toEqual(['wallet_switchEthereumChain'])
})

test('error: the user rejects adding; the wallet is not asked again', async () => {
  const wallet = createWallet({ wallet_addEthereumChain: refuse(4001) })
  await expect(go(wallet)).rejects.toMatchObject({ code: 'user-rejected' })
  expect(wallet.methods()).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
})

test('error: a wallet that can neither switch nor add', async () => {
  const wallet = createWallet({
    wallet_switchEthereumChain: refuse(4200),
    wallet_addEthereumChain: refuse(4200),
  })
  await expect(go(wallet)).rejects.toMatchObject({ code: 'unsupported-method' })
})

test.each([
  ['has no way to add', 4200],
  ['refuses the addresses of its nodes', -32602],
  ['fails', -32603],
])(
  'error: chain-unrecognised for a wallet that does not have the network and %s',
  async (_, code: number) => {
    const wallet = createWallet({
      wallet_switchEthereumChain: refuse(4901),
      wallet_addEthereumChain: refuse(code, 'the reason'),
    })
    await expect(go(wallet)).rejects.toMatchObject({
      code: 'chain-unrecognised',
      details: expect.stringContaining('Devnet 31338'),
    })
  },
)

test('error: reports a wallet that is offline while a network is added', async () => {
  const wallet = createWallet({ wallet_addEthereumChain: refuse(4900) })
  await expect(go(wallet)).rejects.toMatchObject({ code: 'provider-disconnected' })
})

test('[7.41] adds a network without an explorer', async () => {
  const wallet = createWallet()
  const { blockExplorers: _, ...network } = networkOf(two)
  await addNetwork({ network, provider: wallet.provider })
  const [{ params }] = wallet.calls as unknown as [{ params: [object] }]
  expect(Object.keys(params[0])).toEqual(['chainId', 'chainName', 'nativeCurrency', 'rpcUrls'])
})

test('error: adding a network whose node is on another one', async () => {
  const wallet = createWallet()
  const network = { ...networkOf(two), rpcUrls: { default: { http: [one.url] } } }
  await expect(addNetwork({ network, provider: wallet.provider })).rejects.toMatchObject({
    code: 'params-invalid',
  })
})
