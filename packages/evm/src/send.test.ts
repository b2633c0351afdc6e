import {
  connect,
  createFoyer,
  type Provider,
  type Rpc,
  readAccount,
  sendToken,
  waitForTransaction,
} from '@foyer/core'
import { devnetAccounts, devnetAddresses, type EvmChain, startEvm } from '@foyer/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnector } from './createConnector.ts'
import { defineNetwork } from './defineNetwork.ts'
import { evm } from './evm.ts'
import { askNode, createNodeWallet } from './nodeWallet.test.kit.ts'
import { send } from './send.ts'

const [alice, bob] = devnetAccounts.map(({ address }) => address) as [string, string]
const { usdc } = devnetAddresses
const zero = `0x${'0'.repeat(40)}`
const nobody = '0x00000000000000000000000000000000000f00D1'
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())

const node = (method: string, params: unknown) => askNode(chain.url, method, params)
const rpc: Rpc = ({ method, params }) => node(method, params)
const createNetwork = () =>
  defineNetwork({
    id: chain.chainId,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
const word = (text: string) => text.slice(2).toLowerCase().padStart(64, '0')
const balanceOf = async (address: string) =>
  BigInt(
    (await node('eth_call', [
      { to: usdc, data: `0x70a08231${word(address)}` },
      'latest',
    ])) as string,
  )

/** Deploys a contract of a few instructions. */
async function deploy(runtime: string): Promise<string> {
  const size = runtime.length / 2
  const [push, length, at] = [0x5f + size, size, 32 - size].map((one) =>
    one.toString(16).padStart(2, '0'),
  )
  const data = `0x${push}${runtime}60005260${length}60${at}f3`
  const hash = await node('eth_sendTransaction', [{ from: alice, data, gas: '0x100000' }])
  const read = () => node('eth_getTransactionReceipt', [hash])
  await expect.poll(read).toMatchObject({ status: '0x1' })
  return ((await read()) as { contractAddress: string }).contractAddress
}

/** Records the requests to a wallet that really sends. */
function createSender(given: Partial<send.Parameters> = {}) {
  const wallet = createNodeWallet({ nodes: [chain] })
  const { provider } = wallet
  const parameters = {
    address: alice,
    amount: 1n,
    network: createNetwork(),
    provider,
    rpc,
    to: bob,
  }
  return { wallet, run: () => send({ ...parameters, ...given }) }
}

async function connected() {
  const foyer = createFoyer({
    projectId: 'test',
    logLevel: 'silent',
    adapters: [evm()],
    networks: [createNetwork()],
  })
  const { provider } = createNodeWallet({ nodes: [chain] })
  await connect(foyer, {
    connector: createConnector({ id: 'test', type: 'INJECTED', name: 'Test', provider }),
  })
  return foyer
}

test('[7.44] a connected user sends an ERC-20 token: receiver and amount arrive', async () => {
  const foyer = await connected()
  const [mine, theirs] = [await balanceOf(alice), await balanceOf(nobody)]
  const hash = await sendToken(foyer, {
    amount: 1_500_000n,
    to: nobody,
    token: `eip155:31337:${usdc}`,
  })
  expect(readAccount(foyer).transactions).toMatchObject([{ hash, status: 'pending' }])
  expect(await waitForTransaction(foyer, { hash })).toMatchObject({ status: 'success' })
  expect(readAccount(foyer).transactions).toMatchObject([{ hash, status: 'success' }])
  expect(await balanceOf(nobody)).toBe(theirs + 1_500_000n)
  expect(await balanceOf(alice)).toBe(mine - 1_500_000n)
})

test('a connected user sends coins', async () => {
  const foyer = await connected()
  const to = '0x00000000000000000000000000000000000F00d2'
  const hash = await sendToken(foyer, { amount: 7n, to: to.toLowerCase() })
  await waitForTransaction(foyer, { hash })
  expect(await node('eth_getBalance', [to, 'latest'])).toBe('0x7')
})

test('[5.9] error: a wrong checksum, of the receiver and of the token', async () => {
  const foyer = await connected()
  const wrong = bob.replace(/[a-f]/, (letter) => letter.toUpperCase())
  const mistyped = wrong === bob ? bob.replace(/[A-F]/, (one) => one.toLowerCase()) : wrong
  for (const given of [{ to: mistyped }, { to: bob, token: mistyped }])
    await expect(sendToken(foyer, { amount: 1n, ...given })).rejects.toMatchObject({
      code: 'address-invalid',
      message: 'Address is invalid',
    })
})

test('sends a token that returns nothing, up to the largest amount', async () => {
  // SSTORE(0, the second argument).
  const token = await deploy('60243560005500')
  for (const amount of [1n, 2n ** 256n - 1n]) {
    const { run } = createSender({ amount, token })
    const hash = await run()
    await expect
      .poll(() => node('eth_getTransactionReceipt', [hash]))
      .toMatchObject({ status: '0x1' })
    const kept = await node('eth_getStorageAt', [token, '0x0', 'latest'])
    expect(BigInt(kept as string)).toBe(amount)
  }
})

test('error: a token that returns false or reverts; the wallet is not asked', async () => {
  const no = await deploy('60206000f3')
  const least = await balanceOf(alice)
  for (const given of [{ token: no }, { token: usdc, amount: least + 1n }]) {
    const { run, wallet } = createSender(given)
    await expect(run()).rejects.toMatchObject({ code: 'transaction-rejected' })
    expect(wallet.calls).toEqual([])
  }
})

test.each([
  ['the zero address', { to: zero }, 'The receiver is the zero address.'],
  ['the zero address, for a token', { to: zero, token: usdc }, 'The receiver is the zero address.'],
  ['the token itself', { to: usdc.toLowerCase(), token: usdc }, 'is the token itself'],
  ['no address', { to: 'bob.eth', token: usdc }, 'The receiver is bob.eth.'],
  ['a token that is no address', { token: '0x1' }, 'The token is 0x1.'],
  ['a token at the zero address', { token: zero }, 'The token is the zero address.'],
  ['a token that is nowhere', { token: nobody }, 'No token is at'],
])('error: %s is not a valid receiver', async (_, given, details) => {
  const { run, wallet } = createSender(given)
  await expect(run()).rejects.toMatchObject({
    code: 'address-invalid',
    details: expect.stringContaining(details),
  })
  expect(wallet.calls).toEqual([])
})

test.each([0n, -1n, 2n ** 256n, 1 as unknown as bigint])(
  'error: an amount of %s',
  async (amount) => {
    for (const token of [usdc, undefined]) {
      const { run, wallet } = createSender({ amount, token })
      await expect(run()).rejects.toMatchObject({
        code: 'params-invalid',
        details: 'amount must be from 1n to 2n ** 256n - 1n.',
      })
      expect(wallet.calls).toEqual([])
    }
  },
)

test('checks that a token exists only if it returns nothing; without an answer it is sent', async () => {
  const asked: string[] = []
  const watched: Rpc = ({ method, params }) => {
    asked.push(method)
    return node(method, params)
  }
  await createSender({ token: usdc, rpc: watched }).run()
  expect(asked).toEqual(['eth_call'])
  const rpcOf: Rpc = async ({ method }) => {
    if (method === 'eth_call') return '0x'
    throw new Error('offline')
  }
  const { run, wallet } = createSender({ token: usdc, rpc: rpcOf })
  expect(await run()).toMatch(/^0x[0-9a-f]{64}$/)
  expect(wallet.methods()).toEqual(['eth_sendTransaction'])
})

test('an unreachable node does not block sending', async () => {
  const { run, wallet } = createSender({
    token: usdc,
    rpc: () => Promise.reject(new Error('offline')),
  })
  expect(await run()).toMatch(/^0x[0-9a-f]{64}$/)
  expect(wallet.methods()).toEqual(['eth_sendTransaction'])
})

test('each request names its network', async () => {
  const calls: unknown[] = []
  const provider = {
    async request({ chainId, method }: Parameters<Provider['request']>[0]) {
      calls.push([method, chainId])
      return `0x${'1'.repeat(method === 'eth_sendTransaction' ? 64 : 130)}`
    },
  }
  const adapter = evm()
  const chainId = 'eip155:31337'
  const network = createNetwork()
  await adapter.send?.({ address: alice, amount: 1n, network, provider, rpc, to: bob })
  await adapter.signMessage?.({ address: alice, chainId, message: 'x', provider })
  await adapter.signTypedData?.({
    address: alice,
    chainId,
    provider,
    typedData: { types: { A: [] }, primaryType: 'A', message: {} },
  })
  expect(calls).toEqual([
    ['eth_sendTransaction', chainId],
    ['personal_sign', chainId],
    ['eth_signTypedData_v4', chainId],
  ])
})
