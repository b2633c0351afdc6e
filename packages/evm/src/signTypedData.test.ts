import { devnetAccounts, type EvmChain, startEvm } from '@foyer/devnet'
import { verifyTypedData } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNodeWallet } from './nodeWallet.test.kit.ts'
import { signTypedData } from './signTypedData.ts'

const alice = devnetAccounts[0]?.address as `0x${string}`
const bob = devnetAccounts[1]?.address as `0x${string}`
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())

const mail = {
  domain: { name: 'Mail', version: '1', chainId: 31337n, verifyingContract: bob },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'to', type: 'Person' },
      { name: 'amount', type: 'uint256' },
      { name: 'proof', type: 'bytes' },
    ],
  },
  primaryType: 'Mail',
  message: { to: { name: 'Bob', wallet: bob }, amount: 2n ** 255n, proof: '0x1234' },
} as const

test('returns a signature that verifies', async () => {
  const wallet = createNodeWallet({ nodes: [chain] })
  const signature = await signTypedData({
    chainId: 'eip155:31337',
    address: alice,
    provider: wallet.provider,
    typedData: mail,
  })
  expect(
    await verifyTypedData({ ...mail, address: alice, signature: signature as `0x${string}` }),
  ).toBe(true)
})

test('sends JSON: the domain with its type, big numbers as decimal text, bytes as hex', async () => {
  const wallet = createNodeWallet({ nodes: [chain] })
  const message = { ...mail.message, proof: new Uint8Array([0x12, 0x34]) }
  await signTypedData({
    chainId: 'eip155:31337',
    address: alice,
    provider: wallet.provider,
    typedData: { ...mail, message },
  })
  const [call] = wallet.calls as { method: string; params: [string, string] }[]
  expect(call?.method).toBe('eth_signTypedData_v4')
  expect(call?.params[0]).toBe(alice)
  expect(JSON.parse(call?.params[1] as string)).toEqual({
    ...mail,
    domain: { ...mail.domain, chainId: '31337' },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      ...mail.types,
    },
    message: { ...mail.message, amount: (2n ** 255n).toString() },
  })
})

test("keeps the site's domain type, and fills an empty one without a domain", async () => {
  const wallet = createNodeWallet({ nodes: [chain] })
  const { domain: _, ...bare } = mail
  const own = [{ name: 'name', type: 'string' }]
  await signTypedData({
    address: alice,
    chainId: 'eip155:31337',
    provider: wallet.provider,
    typedData: bare,
  })
  await signTypedData({
    chainId: 'eip155:31337',
    address: alice,
    provider: wallet.provider,
    typedData: { ...bare, domain: { name: 'x' }, types: { ...mail.types, EIP712Domain: own } },
  })
  const [empty, given] = wallet.calls.map(({ params }) => JSON.parse((params as string[])[1] ?? ''))
  expect(empty.types.EIP712Domain).toEqual([])
  expect(empty.domain).toEqual({})
  expect(given.types.EIP712Domain).toEqual(own)
})

test('error: a primary type that is missing from the types; the wallet is not asked', async () => {
  const wallet = createNodeWallet({ nodes: [chain] })
  await expect(
    signTypedData({
      chainId: 'eip155:31337',
      address: alice,
      provider: wallet.provider,
      typedData: { ...mail, primaryType: 'Letter' },
    }),
  ).rejects.toMatchObject({ code: 'params-invalid', details: 'types has no Letter.' })
  expect(wallet.calls).toEqual([])
})
