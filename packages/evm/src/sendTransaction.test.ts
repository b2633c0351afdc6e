import {
  connect,
  createFoyer,
  sendTransaction as sendWith,
  waitForTransaction as waitWith,
} from '@foyer/core'
import { devnetAccounts, type EvmChain, startEvm } from '@foyer/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnector } from './createConnector.ts'
import { defineNetwork } from './defineNetwork.ts'
import { evm } from './evm.ts'
import { askNode, createNodeWallet, walletError } from './nodeWallet.test.kit.ts'
import { sendTransaction } from './sendTransaction.ts'

const alice = devnetAccounts[0]?.address as string
const to = '0x00000000000000000000000000000000000f00D1'
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())

const createWallet = (answers = {}) => createNodeWallet({ nodes: [chain], answers })
const networkOf = ({ chainId, url }: EvmChain) =>
  defineNetwork({
    id: chainId,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
const send = (
  { provider }: ReturnType<typeof createWallet>,
  transaction: Parameters<typeof sendTransaction>[0]['transaction'],
) => sendTransaction({ address: alice, network: networkOf(chain), provider, transaction })

test('[1.5] a connected user sends a transaction, and it is mined on a real chain', async () => {
  const { provider } = createWallet()
  const connector = createConnector({ id: 'test', type: 'INJECTED', name: 'Test', provider })
  const foyer = createFoyer({
    projectId: 'test',
    adapters: [evm()],
    networks: [networkOf(chain)],
  })
  await connect(foyer, { connector })
  const hash = await sendWith(foyer, { transaction: { to, value: 5n } })
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  const receipt = await waitWith(foyer, { hash })
  expect(receipt).toEqual({ hash, status: 'success', blockNumber: expect.any(BigInt) })
  expect(await askNode(chain.url, 'eth_getBalance', [to, 'latest'])).toBe('0x5')
})

test('sends hex numbers, the sender and the network', async () => {
  const wallet = createWallet()
  await send(wallet, {
    to: to.toLowerCase(),
    value: 10n ** 18n,
    data: '0x1234',
    gas: 100_000n,
    maxFeePerGas: 2_000_000_000n,
    maxPriorityFeePerGas: 1_000_000_000n,
    nonce: undefined,
  })
  expect(wallet.calls).toEqual([
    {
      method: 'eth_sendTransaction',
      params: [
        {
          from: alice,
          chainId: '0x7a69',
          to,
          data: '0x1234',
          value: '0xde0b6b3a7640000',
          gas: '0x186a0',
          maxFeePerGas: '0x77359400',
          maxPriorityFeePerGas: '0x3b9aca00',
        },
      ],
    },
  ])
})

test('creates a contract', async () => {
  const wallet = createWallet()
  // PUSH1 0 PUSH1 0 RETURN: a contract without code.
  const hash = await send(wallet, { data: '0x60006000f3' })
  await expect
    .poll(() => askNode(chain.url, 'eth_getTransactionReceipt', [hash]))
    .toMatchObject({ status: '0x1', contractAddress: expect.stringMatching(/^0x/) })
})

test('error: an amount above the balance, with the node’s message', async () => {
  const wallet = createWallet()
  await expect(send(wallet, { to, value: 10n ** 24n })).rejects.toMatchObject({
    name: 'FoyerError',
    details: expect.stringMatching(/insufficient funds/i),
  })
})

test('error: an invalid transaction; the wallet is not asked', async () => {
  const wallet = createWallet()
  await expect(send(wallet, { to: 'alice.eth' })).rejects.toMatchObject({ code: 'address-invalid' })
  expect(wallet.calls).toEqual([])
})

test('error: the user rejects', async () => {
  const wallet = createWallet({
    eth_sendTransaction: () => {
      throw walletError(4001, 'User denied transaction signature.')
    },
  })
  await expect(send(wallet, { to })).rejects.toMatchObject({ code: 'user-rejected' })
})

test.each([[null], ['0x'], ['0x1234'], [`0x${'g'.repeat(64)}`], [{ hash: `0x${'0'.repeat(64)}` }]])(
  'error: a wallet that does not return a hash (%#)',
  async (answer) => {
    const wallet = createWallet({ eth_sendTransaction: () => answer })
    await expect(send(wallet, { to })).rejects.toMatchObject({
      code: 'unknown',
      details: expect.stringContaining('no transaction hash'),
    })
  },
)
