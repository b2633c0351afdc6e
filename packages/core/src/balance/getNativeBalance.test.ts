import { expect, test } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import type { Adapter } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import {
  alice,
  bob,
  gate,
  settled,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { type Received, refuse, testServer } from '../testServer.test.kit.ts'
import { getNativeBalance } from './getNativeBalance.ts'
import { refreshNativeBalance } from './refreshNativeBalance.ts'

const pol = { name: 'POL', symbol: 'POL', decimals: 18 }
const getBalance: NonNullable<Adapter['getBalance']> = async ({ address, rpc }) =>
  BigInt((await rpc({ method: 'eth_getBalance', params: [address, 'latest'] })) as string)
const answer = (request: Received, result: unknown) => ({
  jsonrpc: '2.0',
  id: (request.body as { id: number }).id,
  result,
})

/** Creates two networks with a node each. */
async function make(isConnected = true) {
  const nodes = [
    await testServer((request) => answer(request, '0x10')),
    await testServer((request) => answer(request, '0x20')),
  ] as const
  const rpcUrls = (index: 0 | 1) => ({ default: { http: [nodes[index].url] } })
  const networks = [
    testNetwork('eip155:1', { rpcUrls: rpcUrls(0) }),
    testNetwork('eip155:137', { rpcUrls: rpcUrls(1), nativeCurrency: pol }),
    testNetwork('solana:1'),
  ]
  const foyer = testFoyer({ networks, adapter: { getBalance }, allowUnsupportedChain: true })
  const wallet = testWallet()
  if (isConnected) {
    await connect(foyer, { connector: wallet.connector })
    await expect.poll(() => readAccount(foyer).balanceLoading).toBe(false)
  }
  return { foyer, nodes, wallet }
}

test('returns smallest units, of the connected account by default', async () => {
  const { foyer, nodes } = await make()
  expect(await getNativeBalance(foyer)).toBe(16n)
  expect(await getNativeBalance(foyer, { address: bob, chainId: 'eip155:137' })).toBe(32n)
  expect(nodes[1].requests).toMatchObject([{ body: { params: [bob, 'latest'] } }])
  expect(await getNativeBalance(foyer, { namespace: 'eip155' })).toBe(16n)
  expect(
    await getNativeBalance(foyer, { address: bob, chainId: 'eip155:137', namespace: 'solana' }),
  ).toBe(32n)
})

test('error: disconnected, an invalid address, an unknown network, an adapter without balances', async () => {
  const { foyer } = await make(false)
  await expect(getNativeBalance(foyer)).rejects.toMatchObject({ code: 'not-connected' })
  await expect(getNativeBalance(foyer, { address: '0x1' })).rejects.toMatchObject({
    code: 'address-invalid',
    message: 'Address is invalid',
  })
  await expect(
    getNativeBalance(foyer, { address: bob, chainId: 'eip155:99' }),
  ).rejects.toMatchObject({ code: 'network-undefined' })
  await expect(getNativeBalance(foyer, { address: bob, chainId: 'tron:1' })).rejects.toMatchObject({
    code: 'adapter-not-found',
  })
  const plain = testFoyer()
  await expect(getNativeBalance(plain, { address: bob })).rejects.toMatchObject({
    code: 'method-not-supported',
  })
})

test('is read on connect and on a network change', async () => {
  const { foyer, nodes, wallet } = await make()
  expect(readAccount(foyer)).toMatchObject({ balance: 16n, balanceSymbol: 'COIN' })
  nodes[1].answer = () => undefined
  wallet.emit.onChain('eip155:137')
  // Never combine the amount of one network with the coin of the other.
  expect(readAccount(foyer)).toMatchObject({
    balance: undefined,
    balanceLoading: true,
    balanceSymbol: 'POL',
  })
})

test('error: a failed refresh keeps the previous balance and ends loading', async () => {
  const { foyer, nodes } = await make()
  nodes[0].answer = (_, response) => refuse(response, 400, 'no')
  await expect(refreshNativeBalance(foyer)).rejects.toMatchObject({ code: 'rpc-failed' })
  expect(readAccount(foyer)).toMatchObject({ balance: 16n, balanceLoading: false })
})

test('ignores an answer for the previous network, and keeps the current loading state', async () => {
  const { foyer, nodes, wallet } = await make()
  const [slow, other] = [gate(), gate()]
  nodes[0].answer = async (request) => {
    await slow.promise
    return answer(request, '0x99')
  }
  nodes[1].answer = async (request) => {
    await other.promise
    return answer(request, '0x20')
  }
  const old = refreshNativeBalance(foyer)
  wallet.emit.onChain('eip155:137')
  slow.open()
  await old
  expect(readAccount(foyer)).toMatchObject({ balance: undefined, balanceLoading: true })
  other.open()
  await expect.poll(() => readAccount(foyer)).toMatchObject({ balance: 32n, balanceLoading: false })
})

test('is undefined on a network that the site does not offer', async () => {
  const { foyer, wallet } = await make()
  wallet.emit.onChain('eip155:99')
  await settled()
  expect(readAccount(foyer)).toMatchObject({
    address: alice,
    balance: undefined,
    balanceLoading: false,
    balanceSymbol: undefined,
  })
})
