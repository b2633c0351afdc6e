import { expect, test, vi } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import type { Adapter } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import { disconnect } from '../connection/disconnect.ts'
import { alice, bob, gate, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import type { Transaction } from '../transaction.ts'
import { sendTransaction, transactionLimit } from './sendTransaction.ts'
import { waitForTransaction } from './waitForTransaction.ts'

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453')]
const transaction = { to: bob, value: 1n } as unknown as Transaction

async function connected(adapter: Partial<Adapter>) {
  const foyer = testFoyer({ networks, adapter, allowUnsupportedChain: true })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  return { foyer, wallet }
}

test('the wallet sends from its account and network; it is listed as pending', async () => {
  const asked: unknown[] = []
  const { foyer } = await connected({
    async sendTransaction(parameters) {
      asked.push(parameters)
      return `0x${asked.length}`
    },
  })
  const kinds: string[] = []
  foyer.events.on('request:start', ({ kind }) => kinds.push(kind))
  expect(await sendTransaction(foyer, { transaction })).toBe('0x1')
  expect(await sendTransaction(foyer, { transaction })).toBe('0x2')
  expect(asked[0]).toEqual({
    address: alice,
    network: networks[0],
    provider: { request: expect.any(Function) },
    rpc: expect.any(Function),
    transaction,
  })
  expect(kinds).toEqual(['send', 'send'])
  expect(readAccount(foyer).transactions).toEqual([
    { hash: '0x2', chainId: 'eip155:1', sentAt: expect.any(Number), status: 'pending' },
    { hash: '0x1', chainId: 'eip155:1', sentAt: expect.any(Number), status: 'pending' },
  ])
})

test('keeps the newest 99', async () => {
  let count = 0
  const { foyer } = await connected({ sendTransaction: async () => `0x${++count}` })
  for (let turn = 0; turn < 101; turn++) await sendTransaction(foyer, { transaction })
  const { transactions } = readAccount(foyer)
  expect(transactionLimit).toBe(99)
  expect(transactions).toHaveLength(99)
  expect([transactions[0]?.hash, transactions.at(-1)?.hash]).toEqual(['0x101', '0x3'])
})

test('does not list what a previous account sent', async () => {
  const answer = gate<string>()
  const { foyer, wallet } = await connected({ sendTransaction: () => answer.promise })
  const end = sendTransaction(foyer, { transaction })
  wallet.emit.onAccounts([{ address: bob }])
  answer.open('0x1')
  expect(await end).toBe('0x1')
  expect(readAccount(foyer).transactions).toEqual([])
})

test('error: disconnected, an adapter without sending, a network not offered, a rejection', async () => {
  const { foyer, wallet } = await connected({
    sendTransaction: () => Promise.reject({ code: 4001 }),
  })
  await expect(sendTransaction(foyer, { transaction })).rejects.toMatchObject({
    code: 'user-rejected',
  })
  wallet.emit.onChain('eip155:99')
  await expect(sendTransaction(foyer, { transaction })).rejects.toMatchObject({
    code: 'network-undefined',
  })
  await disconnect(foyer)
  await expect(sendTransaction(foyer, { transaction })).rejects.toMatchObject({
    code: 'not-connected',
  })
  const plain = await connected({})
  await expect(sendTransaction(plain.foyer, { transaction })).rejects.toMatchObject({
    code: 'method-not-supported',
    message: 'method not supported',
  })
})

test.each(['success', 'reverted'] as const)(
  '[4.25] lists the outcome %s, and reads the balance again',
  async (status) => {
    const balances = [1n, 2n]
    const waited: unknown[] = []
    const { foyer, wallet } = await connected({
      getBalance: async () => balances.shift() ?? 9n,
      sendTransaction: async () => '0x1',
      async waitForTransaction({ hash, signal }) {
        waited.push([hash, signal.aborted])
        return { hash, status, blockNumber: 7n }
      },
    })
    await vi.waitFor(() => expect(readAccount(foyer).balance).toBe(1n))
    await sendTransaction(foyer, { transaction })
    expect(await waitForTransaction(foyer, { hash: '0x1' })).toEqual({
      hash: '0x1',
      status,
      blockNumber: 7n,
    })
    expect(waited).toEqual([['0x1', false]])
    expect(readAccount(foyer).transactions).toMatchObject([{ hash: '0x1', status }])
    await vi.waitFor(() => expect(readAccount(foyer).balance).toBe(2n))
    await waitForTransaction(foyer, { hash: '0xunknown' })
    expect(readAccount(foyer).transactions).toHaveLength(1)
    wallet.emit.onAccounts([])
  },
)

test('lists the outcome also while another wallet is connecting', async () => {
  const receipt = gate<Awaited<ReturnType<typeof waitForTransaction>>>()
  const { foyer } = await connected({
    sendTransaction: async () => '0x1',
    waitForTransaction: () => receipt.promise,
  })
  await sendTransaction(foyer, { transaction })
  const end = waitForTransaction(foyer, { hash: '0x1' })
  const other = testWallet('other')
  const answer = gate<typeof other.session>()
  other.answer = () => answer.promise
  const connecting = connect(foyer, { connector: other.connector })
  receipt.open({ hash: '0x1', status: 'success', blockNumber: 1n })
  await end
  answer.fail({ code: 4001 })
  await expect(connecting).rejects.toThrow()
  expect(readAccount(foyer).transactions).toMatchObject([{ status: 'success' }])
})

test('error: a transaction that is never mined, and an abort', async () => {
  const signals: AbortSignal[] = []
  const { foyer } = await connected({
    waitForTransaction({ signal }) {
      signals.push(signal)
      return new Promise(() => {})
    },
  })
  const end = waitForTransaction(foyer, { hash: '0x1', timeoutMs: 20 })
  await expect(end).rejects.toMatchObject({ code: 'request-timed-out' })
  const controller = new AbortController()
  const other = waitForTransaction(foyer, { hash: '0x1', signal: controller.signal })
  controller.abort()
  await expect(other).rejects.toMatchObject({ code: 'request-aborted' })
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  const plain = await connected({})
  await expect(waitForTransaction(plain.foyer, { hash: '0x1' })).rejects.toMatchObject({
    code: 'method-not-supported',
  })
})
