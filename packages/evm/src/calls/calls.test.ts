import {
  type Calls,
  connect,
  createFoyer,
  getCapabilities as getWalletCapabilities,
  type Provider,
  sendCalls as sendBatch,
  waitForCallsStatus as waitForBatch,
} from '@foyer/core'
import {
  devnetAccounts,
  devnetAddresses,
  devTokenAbi,
  type EvmChain,
  permit2Abi,
  startEvm,
} from '@foyer/devnet'
import {
  createPublicClient,
  domainSeparator,
  encodeFunctionData,
  http,
  verifyTypedData,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnector } from '../createConnector.ts'
import { defineNetwork } from '../defineNetwork.ts'
import { evm } from '../evm.ts'
import { createNodeWallet } from '../nodeWallet.test.kit.ts'
import { signTypedData } from '../signTypedData.ts'
import { getCapabilities } from './getCapabilities.ts'
import { getStatus } from './getStatus.ts'
import { isAtomic } from './isAtomic.ts'
import { sendCalls } from './sendCalls.ts'
import { waitForCalls } from './waitForCalls.ts'
import { writePermit } from './writePermit.ts'
import { writePermit2 } from './writePermit2.ts'

const alice = devnetAccounts[0]?.address as `0x${string}`
const { permit2, universalRouter, uniswapV3Router, usdc } = devnetAddresses
const chainId = 'eip155:31337' as const
const hash = `0x${'ab'.repeat(32)}`
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())

/** A wallet that answers one after the other. */
function wallet(...answers: readonly unknown[]): Provider & { asked: unknown[] } {
  const asked: unknown[] = []
  let at = 0
  return {
    asked,
    async request(call) {
      asked.push(call)
      const answer = answers[Math.min(at++, answers.length - 1)]
      if (answer instanceof Error) throw answer
      return answer
    },
  }
}
const atomic = (answer: unknown) => isAtomic({ address: alice, chainId, provider: wallet(answer) })

test('a wallet is atomic on a chain only if it says so for this chain', async () => {
  expect(await atomic({ '0x7a69': { atomic: { status: 'supported' } } })).toBe(true)
  expect(await atomic({ '0x7A69': { atomic: { status: 'ready' } } })).toBe(true)
  for (const answer of [
    { '0x7a69': { atomic: { status: 'unsupported' } } },
    { '0x1': { atomic: { status: 'supported' } } },
    { '0x7a69': {} },
    null,
    'supported',
    Object.assign(new Error('no such method'), { code: 4200 }),
  ])
    expect(await atomic(answer)).toBe(false)
})

test('asks for all calls as one transaction, and waits for its hash', async () => {
  const transactions = [
    { to: usdc, data: '0x095ea7b3' as const },
    { to: uniswapV3Router, value: 5n },
  ]
  const asked = wallet({ id: '0xid' })
  const bundle = { address: alice, chainId, transactions } as const
  expect(await sendCalls({ ...bundle, provider: asked })).toBe('0xid')
  expect(asked.asked).toMatchObject([
    {
      method: 'wallet_sendCalls',
      params: [
        {
          ...{ version: '2.0.0', from: alice, chainId: '0x7a69', atomicRequired: true },
          calls: [
            { to: usdc, data: '0x095ea7b3', value: '0x0' },
            { to: uniswapV3Router, value: '0x5' },
          ],
        },
      ],
    },
  ])
  const refused = Object.assign(new Error('no'), { code: 5750 })
  await expect(sendCalls({ ...bundle, provider: wallet(refused) })).rejects.toMatchObject({
    code: 'upgrade-rejected',
  })
  await expect(sendCalls({ ...bundle, provider: wallet({}) })).rejects.toMatchObject({
    code: 'unknown',
  })
  const wait = (...answers: unknown[]) =>
    waitForCalls({
      ...{ chainId, id: '0xid', provider: wallet(...answers) },
      signal: new AbortController().signal,
    })
  expect(await wait({ status: 100 }, { status: 200, receipts: [{ transactionHash: hash }] })).toBe(
    hash,
  )
  await expect(wait({ status: 400 })).rejects.toMatchObject({ code: 'transaction-rejected' })
})

test('reads what a wallet can do: on each chain, on all, and in the words of version 1', async () => {
  const ask = (answer: unknown) =>
    getCapabilities({
      ...{ address: alice, chainIds: [chainId, 'eip155:1'], provider: wallet(answer) },
    })
  const paymasterService = { supported: true }
  expect(
    await ask({ '0x0': { paymasterService }, '0x7A69': { atomic: { status: 'ready' } } }),
  ).toEqual({
    [chainId]: {
      ...{ atomic: 'ready', paymasterService: true },
      named: { paymasterService, atomic: { status: 'ready' } },
    },
    'eip155:1': { atomic: 'unsupported', paymasterService: true, named: { paymasterService } },
  })
  expect(await ask({ '0x1': { atomicBatch: { supported: true } } })).toMatchObject({
    [chainId]: { atomic: 'unsupported' },
    'eip155:1': { atomic: 'supported' },
  })
  for (const answer of [null, 'yes', Object.assign(new Error('no'), { code: 4200 })])
    expect(await ask(answer)).toBeUndefined()
})

test.each([
  [{ status: 100 }, 'pending', 0],
  [{ status: 'PENDING' }, 'pending', 0],
  [{ status: 200, receipts: [{ transactionHash: hash }] }, 'success', 1],
  [{ status: 'CONFIRMED', receipts: [{ transactionHash: hash, status: '0x1' }] }, 'success', 1],
  [{ status: 400, receipts: null }, 'failure', 0],
  [{ status: 500, receipts: [{ transactionHash: hash, status: '0x0' }] }, 'failure', 1],
  [{ status: 600 }, 'partial', 0],
  // A wallet that calls a reverted transaction done is not believed.
  [{ status: 200, receipts: [{ transactionHash: hash, status: '0x0' }] }, 'failure', 1],
])('reads the status %o as %s', async (answer, status, count) => {
  const read = await getStatus({ chainId, id: '0xid', provider: wallet(answer) })
  expect([read.status, read.receipts.length, read.chainId]).toEqual([status, count, chainId])
})

test('error: an answer that is no status, and a call with a fee of its own', async () => {
  await expect(
    getStatus({ chainId, id: '0xid', provider: wallet({ status: 'good' }) }),
  ).rejects.toMatchObject({ code: 'unknown' })
  const transactions = [{ to: usdc, maxFeePerGas: 1n }]
  await expect(
    sendCalls({ address: alice, chainId, provider: wallet({ id: '1' }), transactions }),
  ).rejects.toMatchObject({ code: 'params-invalid' })
})

test('a wallet without batches sends one by one; after a third that reverts the rest is not sent', async () => {
  const { provider, methods } = createNodeWallet({ nodes: [chain] })
  const foyer = createFoyer({
    projectId: 'test',
    logLevel: 'silent',
    adapters: [evm()],
    networks: [
      defineNetwork({
        id: chain.chainId,
        name: 'Devnet',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [chain.url] } },
      }),
    ],
  })
  const connector = createConnector({ id: 'test', type: 'INJECTED', name: 'Test', provider })
  await connect(foyer, { connector })
  expect(await getWalletCapabilities(foyer)).toEqual({})
  const to = '0x00000000000000000000000000000000000F00d7'
  const coins = { to, value: 1n }
  // An unknown function of the token, with a gas limit so that the wallet does not try it before.
  const reverts = { to: usdc, data: '0xdeadbeef', gas: 100_000n } as const
  const sent = await sendBatch(foyer, { calls: [coins, coins, reverts, coins, coins] })
  expect(sent).toMatchObject({
    ...{ way: 'apart', stopped: { index: 2, error: { code: 'transaction-rejected' } } },
  })
  expect(await waitForBatch(foyer, { id: sent.id })).toMatchObject({
    ...{ status: 'partial', isAtomic: false, chainId },
    outcomes: ['success', 'success', 'reverted', 'not-sent', 'not-sent'],
    receipts: [{ status: 'success' }, { status: 'success' }, { status: 'reverted' }],
  })
  expect(methods().filter((method) => method === 'eth_sendTransaction')).toHaveLength(3)
  const balance = await createPublicClient({ transport: http(chain.url) }).getBalance({
    address: to,
  })
  expect(balance).toBe(2n)
})

const permit = { name: 'USD Coin', version: '1', nonce: '0', deadline: '2000' }
const parameters: Parameters<Calls['writePermit']>[0] = {
  ...{ address: alice, chainId, now: 1_000_000, permit },
  step: { token: `${chainId}:${usdc}`, amount: 7n, spender: uniswapV3Router },
}

test('writes the allowance that the token accepts', async () => {
  const typedData = writePermit(parameters)
  const { provider } = createNodeWallet({ nodes: [chain] })
  const signature = await signTypedData({ chainId, address: alice, provider, typedData })
  expect(
    await verifyTypedData({ ...typedData, address: alice, signature } as Parameters<
      typeof verifyTypedData
    >[0]),
  ).toBe(true)
  const [, name, version, id, contract] = (await createPublicClient({
    transport: http(chain.url),
  }).readContract({
    address: usdc,
    abi: devTokenAbi,
    functionName: 'eip712Domain',
  })) as readonly unknown[]
  expect(typedData.domain).toEqual({
    ...{ name, version, chainId: Number(id), verifyingContract: contract },
  })
})

test.each([
  ['a deadline that is over', { permit: { ...permit, deadline: '1000' } }],
  ['a deadline that is far away', { permit: { ...permit, deadline: '4601' } }],
  ['a token on another chain', { step: { ...parameters.step, token: `eip155:1:${usdc}` } }],
  ['no spender', { step: { ...parameters.step, spender: undefined } }],
])('writes no allowance with %s', (_, change) => {
  expect(() => writePermit({ ...parameters, ...change })).toThrow(
    expect.objectContaining({ code: 'transaction-rejected' }),
  )
})

const grant: Parameters<Calls['writePermit2']>[0] = {
  ...{
    chainId,
    now: 1_000_000,
    permit2: { spender: universalRouter, nonce: '0', deadline: '2000' },
  },
  step: { token: `${chainId}:${usdc}`, amount: 7n, spender: permit2 },
}

test('writes the allowance of Permit2 as a message that it accepts, and as a call', async () => {
  const client = createPublicClient({ transport: http(chain.url) })
  const { transaction, typedData } = writePermit2(grant)
  const { provider } = createNodeWallet({ nodes: [chain] })
  const sign = { chainId, address: alice, provider, typedData: typedData! }
  const signature = await signTypedData(sign)
  const verified = { ...typedData!, address: alice, signature }
  expect(await verifyTypedData(verified as Parameters<typeof verifyTypedData>[0])).toBe(true)
  const separator = await client.readContract({
    ...{ address: permit2, abi: permit2Abi, functionName: 'DOMAIN_SEPARATOR' },
  })
  expect(domainSeparator({ domain: typedData!.domain! })).toBe(separator)
  expect(transaction).toEqual({
    to: permit2,
    data: encodeFunctionData({
      ...{ abi: permit2Abi, functionName: 'approve' },
      args: [usdc, universalRouter, 7n, 2000],
    }),
  })
  const { nonce: _, ...unsigned } = grant.permit2
  expect(writePermit2({ ...grant, permit2: unsigned }).typedData).toBeUndefined()
})

test.each([
  ['at another contract', { step: { ...grant.step, spender: universalRouter } }],
  ['that holds for longer', { permit2: { ...grant.permit2, deadline: '4601' } }],
  ['for nobody', { permit2: { ...grant.permit2, spender: '0x' } }],
  ['of too much', { step: { ...grant.step, amount: 2n ** 160n } }],
])('writes no allowance of Permit2 %s', (_, change) => {
  expect(() => writePermit2({ ...grant, ...change })).toThrow(
    expect.objectContaining({ code: 'transaction-rejected' }),
  )
})
