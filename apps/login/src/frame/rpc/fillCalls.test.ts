import { devnetAccounts, devnetAddresses, type EvmChain, startEvm } from '@foyer/devnet'
import { FoyerError } from '@foyer/protocol'
import {
  createPublicClient,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  hexToNumber,
  http,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Rpc } from '../createRpc.ts'
import { type Call, fillCalls } from './fillCalls.ts'

const [alice] = devnetAccounts as unknown as [{ address: Hex; privateKey: Hex }]
const { weth } = devnetAddresses
const receiver = '0x00000000000000000000000000000000000f00d9'
const abi = parseAbi([
  'function deposit() payable',
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
])
/** The second call needs the coins of the first one. */
const dependent: Call[] = [
  { to: weth, value: '0x9', data: encodeFunctionData({ abi, functionName: 'deposit' }) },
  {
    to: weth,
    data: encodeFunctionData({ abi, functionName: 'transfer', args: [receiver, 9n] }),
  },
]
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())

/** The node as the frame calls it; `without` lists methods that it does not have. */
const rpcOf =
  (...without: string[]): Rpc =>
  async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(chain.url, { method: 'POST', headers, body })
    const answer = (await response.json()) as { error?: { message: string }; result?: unknown }
    const missing = { code: -32601, message: 'the method does not exist' }
    const error = without.includes(method) ? missing : answer.error
    if (error) throw new FoyerError('rpc-failed', { cause: error, details: error.message })
    return answer.result
  }
const fill = (calls: readonly Call[], rpc = rpcOf()) =>
  fillCalls(calls, { chainId: 31_337n, from: alice.address, rpc })

it('completes calls of which one needs another; each succeeds when they are sent in order', async () => {
  const filled = (await fill(dependent)) as unknown as Record<string, Hex>[]
  const account = privateKeyToAccount(alice.privateKey)
  const client = createPublicClient({ transport: http(chain.url), pollingInterval: 50 })
  const first = await client.getTransactionCount(account)
  expect(filled.map(({ nonce }) => hexToNumber(nonce!))).toEqual([first, first + 1])
  for (const { data, gas, maxFeePerGas, maxPriorityFeePerGas, nonce, to, value } of filled) {
    const serializedTransaction = await account.signTransaction({
      ...{ type: 'eip1559', chainId: 31337, to: to!, data: data!, value: hexToBigInt(value!) },
      ...{ nonce: hexToNumber(nonce!), gas: hexToBigInt(gas!) },
      maxFeePerGas: hexToBigInt(maxFeePerGas!),
      maxPriorityFeePerGas: hexToBigInt(maxPriorityFeePerGas!),
    })
    const hash = await client.sendRawTransaction({ serializedTransaction })
    expect(await client.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  }
  const owned = { address: weth, abi, functionName: 'balanceOf', args: [receiver] } as const
  expect(await client.readContract(owned)).toBe(9n)
})

it('error: calls that would fail are refused before they are shown', async () => {
  const [, transfer] = dependent as [Call, Call]
  const tooMuch = { ...transfer, data: transfer.data!.replace(/.{62}$/, 'f'.repeat(62)) }
  await expect(fill([dependent[0]!, tooMuch])).rejects.toMatchObject({ code: 'rpc-failed' })
  await expect(fill([{ to: receiver, value: '0x1' }, { data: '0xfe' }])).rejects.toMatchObject({
    code: 'rpc-failed',
  })
  await expect(fill([{ to: receiver, value: 'much' }])).rejects.toThrow(FoyerError)
})

it('without eth_simulateV1, calls that stand alone are completed, and others refused as a batch', async () => {
  const old = rpcOf('eth_simulateV1')
  const alone = [1, 2].map((value) => ({ to: receiver, value: `0x${value}` }))
  expect(await fill(alone, old)).toHaveLength(2)
  await expect(fill(dependent, old)).rejects.toMatchObject({ code: 'unsupported-method' })
})
