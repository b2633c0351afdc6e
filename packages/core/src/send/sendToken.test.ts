import { namespaceOf } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import { readSupportedRequests } from '../account/readSupportedRequests.ts'
import type { Adapter } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import {
  alice,
  bob,
  settled,
  testAdapter,
  testFoyer,
  testNetwork,
  testWallet,
} from '../testFoyer.test.kit.ts'
import { sendToken } from './sendToken.ts'

const network = testNetwork()
async function connected(adapter: Partial<Adapter>) {
  const foyer = testFoyer({ networks: [network], adapter })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  return { foyer, wallet }
}

test('the adapter sends from the account on its network; it is listed as pending', async () => {
  const asked: object[] = []
  const { foyer } = await connected({
    async send(parameters) {
      asked.push(parameters)
      return `0x${asked.length}`
    },
  })
  const kinds: string[] = []
  foyer.events.on('request:start', ({ kind }) => kinds.push(kind))
  expect(await sendToken(foyer, { amount: 3n, to: bob })).toBe('0x1')
  expect(await sendToken(foyer, { amount: 3n, to: ` ${bob} `, token: `eip155:1:${alice}` })).toBe(
    '0x2',
  )
  const given = {
    address: alice,
    amount: 3n,
    network,
    provider: { request: expect.any(Function) },
    rpc: expect.any(Function),
    to: bob,
  }
  expect(asked).toEqual([
    { ...given, token: undefined },
    { ...given, token: alice },
  ])
  expect(kinds).toEqual(['send', 'send'])
  expect(readAccount(foyer).transactions).toMatchObject([
    { hash: '0x2', status: 'pending' },
    { hash: '0x1', status: 'pending' },
  ])
})

test('[5.10] [8.12] error: An amount and receiver address are required', async () => {
  const { foyer } = await connected({ send: async () => '0x1' })
  for (const given of [
    { amount: 0n, to: bob },
    { amount: -1n, to: bob },
    { amount: 1n, to: ' ' },
    { amount: 1 as unknown as bigint, to: bob },
    { amount: 1n, to: undefined as unknown as string },
  ])
    await expect(sendToken(foyer, given)).rejects.toMatchObject({
      code: 'amount-and-receiver-required',
      message: 'An amount and receiver address are required',
    })
})

test('[5.10] [8.12] error: A token is required', async () => {
  const { foyer } = await connected({ send: async () => '0x1' })
  for (const token of ['', ' '])
    await expect(sendToken(foyer, { amount: 1n, to: bob, token })).rejects.toMatchObject({
      code: 'token-required',
      message: 'A token is required',
    })
})

test('[5.11] [8.12] error: Unsupported chain, for every namespace but eip155 and solana', async () => {
  const chains = ['eip155:1', 'solana:1', 'bip122:1', 'tron:1', 'polkadot:1'] as const
  const foyer = testFoyer({
    networks: chains.map((chainId) => testNetwork(chainId)),
    adapters: chains.map((chainId) => {
      const namespace = namespaceOf(chainId)
      const canSend = namespace === 'eip155' || namespace === 'solana'
      return testAdapter(namespace, canSend ? { send: async () => `sent on ${chainId}` } : {})
    }),
  })
  const ends: unknown[] = []
  for (const chainId of chains) {
    const namespace = namespaceOf(chainId)
    await connect(foyer, { connector: testWallet(chainId, { chainId }).connector })
    expect(readSupportedRequests(foyer, namespace).send).toBe(ends.length < 2)
    ends.push(
      await sendToken(foyer, { amount: 1n, to: bob, namespace }).catch(({ code, message }) => ({
        code,
        message,
      })),
    )
  }
  const unsupported = { code: 'chain-unsupported', message: 'Unsupported chain' }
  expect(ends).toEqual(['sent on eip155:1', 'sent on solana:1', ...Array(3).fill(unsupported)])
})

test('error: Address is invalid, of the receiver or the token; no connection; a network not offered', async () => {
  const able = await connected({ send: async () => '0x1' })
  for (const given of [
    { to: '0x1' },
    { to: bob, token: '0x1' },
    { to: bob, token: `tron:1:${bob}` },
  ])
    await expect(sendToken(able.foyer, { amount: 1n, ...given })).rejects.toMatchObject({
      code: 'address-invalid',
      message: 'Address is invalid',
    })
  await expect(sendToken(testFoyer(), { amount: 1n, to: bob })).rejects.toMatchObject({
    code: 'not-connected',
  })
  able.wallet.emit.onChain('eip155:99')
  await expect(sendToken(able.foyer, { amount: 1n, to: bob })).rejects.toMatchObject({
    code: 'network-undefined',
  })
})

test('error: an abort ends a pending request', async () => {
  const { foyer } = await connected({ send: () => new Promise(() => {}) })
  const controller = new AbortController()
  const end = sendToken(foyer, { amount: 1n, to: bob, signal: controller.signal })
  await settled()
  controller.abort()
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  expect(foyer.store.get().requests).toEqual([])
})
