import { expect, test } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import type { Adapter } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import { alice, bob, settled, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import type { Transaction } from '../transaction.ts'
import { signAllTransactions } from './signAllTransactions.ts'
import { signTransaction } from './signTransaction.ts'

const networks = [testNetwork('eip155:1'), testNetwork('solana:1')]
const network = networks[0]
const [one, two] = [{ to: alice }, { to: bob }] as unknown as [Transaction, Transaction]

async function connected(adapter: Partial<Adapter>) {
  const foyer = testFoyer({ networks, adapter })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  return { foyer, wallet }
}

test('signs transactions without sending them, one or several', async () => {
  const asked: object[] = []
  const { foyer } = await connected({
    async signTransactions(parameters) {
      asked.push(parameters)
      return parameters.transactions.map((_, index) => `signed ${index}`)
    },
  })
  expect(await signTransaction(foyer, { transaction: one })).toBe('signed 0')
  expect(await signAllTransactions(foyer, { transactions: [one, two] })).toEqual([
    'signed 0',
    'signed 1',
  ])
  const provider = { request: expect.any(Function) }
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

test('error: disconnected, a network not offered, an abort', async () => {
  const { foyer, wallet } = await connected({ signTransactions: () => new Promise(() => {}) })
  await expect(
    signTransaction(foyer, { transaction: one, namespace: 'solana' }),
  ).rejects.toMatchObject({ code: 'not-connected' })
  const controller = new AbortController()
  const end = signTransaction(foyer, { transaction: one, signal: controller.signal })
  await settled()
  controller.abort()
  await expect(end).rejects.toMatchObject({ code: 'request-aborted' })
  wallet.emit.onChain('eip155:99')
  await expect(signTransaction(foyer, { transaction: one })).rejects.toMatchObject({
    code: 'network-undefined',
  })
})
