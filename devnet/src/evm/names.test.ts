import { createPublicClient, encodeFunctionData, http, namehash } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensRegistryAbi, ensResolverAbi, ensReverseRegistrarAbi } from './abis.ts'
import { devnetAccounts } from './accounts.ts'
import { devnetAddresses } from './addresses.ts'
import { type EvmChain, startEvm } from './startEvm.ts'

let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())

const alice = devnetAccounts[0]!.address
const bob = devnetAccounts[1]!.address
const claimed = devnetAccounts[2]!.address
const liar = devnetAccounts[3]!.address

/** Asks the registry for the resolver, then the resolver, like every ENS client. */
const look = async (name: string, record: 'addr' | 'name' | 'avatar') => {
  const client = createPublicClient({ transport: http(chain.url) })
  const node = namehash(name)
  const address = await client.readContract({
    address: devnetAddresses.ensRegistry,
    abi: ensRegistryAbi,
    functionName: 'resolver',
    args: [node],
  })
  const resolver = { address, abi: ensResolverAbi }
  if (record === 'avatar') {
    return client.readContract({ ...resolver, functionName: 'text', args: [node, 'avatar'] })
  }
  return client.readContract({ ...resolver, functionName: record, args: [node] })
}
const reverseOf = (address: string) => `${address.slice(2).toLowerCase()}.addr.reverse`

test('resolves alice.eth forward and in reverse, with an image as avatar', async () => {
  expect(await look('alice.eth', 'addr')).toBe(alice)
  expect(await look(reverseOf(alice), 'name')).toBe('alice.eth')
  const avatar = await look('alice.eth', 'avatar')
  expect(avatar).toMatch(/^data:image\/svg\+xml;base64,/)
  expect(atob(avatar.split(',')[1]!)).toMatch(/^<svg .*<\/svg>$/)
})

test('resolves bob.eth without an avatar', async () => {
  expect(await look('bob.eth', 'addr')).toBe(bob)
  expect(await look(reverseOf(bob), 'name')).toBe('bob.eth')
  expect(await look('bob.eth', 'avatar')).toBe('')
})

test('account 3 claims liar.eth, which belongs to account 2', async () => {
  expect(await look(reverseOf(liar), 'name')).toBe('liar.eth')
  expect(await look('liar.eth', 'addr')).toBe(claimed)
})

test('returns no resolver for an unregistered name', async () => {
  await expect(look('nobody.eth', 'addr')).rejects.toThrow('returned no data')
})

test('an account can name itself through the reverse registrar', async () => {
  const client = createPublicClient({ transport: http(chain.url) })
  const account = devnetAccounts[5]!.address
  await client.request({
    method: 'eth_sendTransaction' as never,
    params: [
      {
        from: account,
        to: devnetAddresses.ensReverseRegistrar,
        data: encodeFunctionData({
          abi: ensReverseRegistrarAbi,
          functionName: 'setName',
          args: ['carol.eth'],
        }),
      },
    ] as never,
  })
  await expect.poll(() => look(reverseOf(account), 'name').catch(String)).toBe('carol.eth')
})
