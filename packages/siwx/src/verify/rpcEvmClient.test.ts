import { compileOnce, devnetAccounts, type EvmChain, startEvm } from '@foyer/devnet'
import {
  concatHex,
  createTestClient,
  encodeFunctionData,
  http,
  numberToHex,
  parseAbi,
  publicActions,
  serializeErc6492Signature,
  walletActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rpcEvmClient } from './rpcEvmClient.ts'
import type { EvmClient } from './verifyEvm.ts'

const message = 'ünïcode, signed by a contract'
const factoryAbi = parseAbi(['function deploy(address owner) returns (address)'])
const sender = devnetAccounts[7]!.address
const open = (url: string) =>
  createTestClient({ mode: 'anvil', transport: http(url) })
    .extend(publicActions)
    .extend(walletActions)
let chain: EvmChain
let node: ReturnType<typeof open>
let client: EvmClient
let factory: `0x${string}`
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
  node = open(chain.url)
  client = rpcEvmClient((call) => node.request(call as never))
  const data = await compileOnce('DevSignerFactory')
  const hash = await node.sendTransaction({ account: sender, chain: null, data })
  const receipt = await node.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  factory = receipt.contractAddress!
})
afterAll(() => chain?.stop())

/** A contract account that is not deployed yet, at the address where its factory puts it. */
const newAccount = async () => {
  const owner = privateKeyToAccount(generatePrivateKey())
  const args = [owner.address] as const
  const deploy = { abi: factoryAbi, functionName: 'deploy', args } as const
  const { result: address } = await node.simulateContract({
    ...deploy,
    address: factory,
    account: sender,
  })
  const data = encodeFunctionData(deploy)
  const signature = await owner.signMessage({ message })
  const wrapped = serializeErc6492Signature({ address: factory, data, signature })
  return { address, data, signature, wrapped }
}

test('verifies a contract before and after its deployment, as viem does', async () => {
  const { address, data, signature, wrapped } = await newAccount()
  const verify = (signed: `0x${string}`, text = message) =>
    client.verifyMessage({ address, message: text, signature: signed })
  expect(await verify(wrapped)).toBe(true)
  expect(await verify(wrapped, 'another text')).toBe(false)
  expect(await verify(signature)).toBe(false)
  expect(await node.verifyMessage({ address, message, signature: wrapped })).toBe(true)
  const hash = await node.sendTransaction({ account: sender, chain: null, to: factory, data })
  await node.waitForTransactionReceipt({ hash, pollingInterval: 20 })
  for (const signed of [signature, wrapped]) {
    expect(await verify(signed)).toBe(true)
    expect(await verify(signed, 'another text')).toBe(false)
  }
})

test('refuses a signature whose factory makes another account, and malformed ones', async () => {
  const [one, other] = [await newAccount(), await newAccount()]
  const mark = '6492'.repeat(16)
  for (const signature of [
    other.wrapped,
    `0x${mark}`,
    concatHex([numberToHex(2n ** 255n, { size: 32 }), `0x${mark}`]),
    '0x00',
  ] as const)
    expect(await client.verifyMessage({ address: one.address, message, signature })).toBe(false)
})

test('passes on what the node can not answer, and reads its network', async () => {
  const broken = rpcEvmClient(async () => {
    throw new Error('no node')
  })
  const address = sender
  const asked = { address, message, signature: '0x00' } as const
  await expect(broken.verifyMessage(asked)).rejects.toThrow('no node')
  expect(await client.getChainId()).toBe(31337)
})
