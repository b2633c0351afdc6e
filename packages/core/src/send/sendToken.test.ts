import { expect, test } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import type { Adapter, Transaction } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import { signAllTransactions } from '../sign/signAllTransactions.ts'
import { signTransaction } from '../sign/signTransaction.ts'
import { alice, bob, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import { sendToken } from './sendToken.ts'

const network = testNetwork()
async function connected(adapter: Partial<Adapter>) {
  const foyer = testFoyer({ networks: [network], adapter })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  return { foyer, provider: wallet.provider }
}

test('the chain family sends from the account on its network; it is listed as pending', async () => {
  const asked: object[] = []
  const { foyer, provider } = await connected({
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
    provider,
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

test('[8.12] error: Unsupported chain, Address is invalid, nobody connected', async () => {
  const { foyer } = await connected({})
  await expect(sendToken(foyer, { amount: 1n, to: bob })).rejects.toMatchObject({
    code: 'chain-unsupported',
    message: 'Unsupported chain',
  })
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
})

test('signs transactions without sending them, one or several', async () => {
  const asked: object[] = []
  const { foyer, provider } = await connected({
    async signTransactions(parameters) {
      asked.push(parameters)
      return parameters.transactions.map((_, index) => `signed ${index}`)
    },
  })
  const [one, two] = [{ to: alice }, { to: bob }] as unknown as Transaction[] as [
    Transaction,
    Transaction,
  ]
  expect(await signTransaction(foyer, { transaction: one })).toBe('signed 0')
  expect(await signAllTransactions(foyer, { transactions: [one, two] })).toEqual([
    'signed 0',
    'signed 1',
  ])
  expect(asked[1]).toEqual({ address: alice, network, provider, transactions: [one, two] })
  expect(readAccount(foyer).transactions).toEqual([])
  await expect(signAllTransactions(foyer, { transactions: [] })).rejects.toMatchObject({
    code: 'params-invalid',
  })
  const less = await connected({ signTransactions: async () => [] })
  await expect(signTransaction(less.foyer, { transaction: one })).rejects.toMatchObject({
    code: 'unknown',
  })
  const none = await connected({})
  await expect(signTransaction(none.foyer, { transaction: one })).rejects.toMatchObject({
    code: 'method-not-supported',
  })
})
