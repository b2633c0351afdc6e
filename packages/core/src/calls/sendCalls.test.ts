import { FoyerError } from '@foyer/protocol'
import { expect, it, test } from 'vitest'
import { readAccount } from '../account/readAccount.ts'
import type { Adapter } from '../adapter.ts'
import { connect } from '../connection/connect.ts'
import { alice, bob, testFoyer, testNetwork, testWallet } from '../testFoyer.test.kit.ts'
import type { Transaction } from '../transaction.ts'
import type { Calls } from './calls.ts'
import { getCallsStatus } from './getCallsStatus.ts'
import { getCapabilities } from './getCapabilities.ts'
import { sendCalls } from './sendCalls.ts'
import type { CallsProgress } from './sentCalls.ts'
import { showCallsStatus } from './showCallsStatus.ts'
import { waitForCallsStatus } from './waitForCallsStatus.ts'

const networks = [testNetwork('eip155:1'), testNetwork('eip155:8453')]
const five = [1, 2, 3, 4, 5].map((value) => ({ to: bob, value })) as unknown as Transaction[]
const receipt = (hash: string, status: 'success' | 'reverted' = 'success') => ({
  ...{ hash, status, blockNumber: 1n },
})

/** A chain on which call `reverts` fails, and a wallet whose user declines call `declines`. */
async function connected({
  calls = {},
  declines,
  onSend = () => {},
  reverts,
}: {
  calls?: Partial<Calls>
  declines?: number
  onSend?: (index: number) => void
  reverts?: number
} = {}) {
  const asked: unknown[] = []
  const sent: string[] = []
  const find = (hash: string) => receipt(hash, hash === `0x${reverts}` ? 'reverted' : 'success')
  const ways: Partial<Calls> = {
    isOffered: async () => false,
    getReceipts: async ({ hashes }) =>
      hashes.map((hash) => (sent.includes(hash) ? find(hash) : undefined)),
    ...calls,
  }
  const adapter: Partial<Adapter> = {
    calls: async () => ways as Calls,
    async sendTransaction({ transaction }) {
      asked.push(transaction)
      if (asked.length - 1 === declines) throw { code: 4001 }
      const hash = `0x${asked.length - 1}`
      sent.push(hash)
      onSend(asked.length - 1)
      return hash
    },
    waitForTransaction: async ({ hash }) => find(hash),
  }
  const foyer = testFoyer({ networks, adapter, allowUnsupportedChain: true })
  const wallet = testWallet()
  await connect(foyer, { connector: wallet.connector })
  return { asked, foyer, wallet }
}

test('the wallet is asked once for all calls, and says what became of them', async () => {
  const given: unknown[] = []
  const shown: unknown[] = []
  const { asked, foyer } = await connected({
    calls: {
      isOffered: async () => true,
      async send(parameters) {
        given.push(parameters)
        return '0xid'
      },
      getStatus: async ({ chainId }) => ({
        ...{ chainId, isAtomic: true, status: 'success', receipts: [receipt('0xb')] },
      }),
      async show({ id }) {
        shown.push(id)
      },
      getCapabilities: async ({ chainIds }) =>
        Object.fromEntries(
          chainIds.map((id) => [id, { atomic: 'ready', paymasterService: false, named: {} }]),
        ),
    },
  })
  const capabilities = { paymasterService: { url: 'https://pay.example' } }
  const kinds: string[] = []
  foyer.events.on('request:start', ({ kind }) => kinds.push(kind))
  const sent = await sendCalls(foyer, { calls: five, capabilities })
  expect(sent).toEqual({ id: '0xid', way: 'together' })
  expect(given).toEqual([
    {
      ...{ address: alice, atomicRequired: false, capabilities, chainId: 'eip155:1' },
      ...{ provider: { request: expect.any(Function) }, transactions: five },
    },
  ])
  expect([kinds, asked]).toEqual([['send'], []])
  expect(await waitForCallsStatus(foyer, { id: sent.id })).toMatchObject({
    ...{ id: '0xid', status: 'success', isAtomic: true },
  })
  expect(readAccount(foyer).transactions).toMatchObject([{ hash: '0xb', status: 'success' }])
  await showCallsStatus(foyer, { id: sent.id })
  expect(shown).toEqual(['0xid'])
  expect(await getCapabilities(foyer)).toMatchObject({
    'eip155:1': { atomic: 'ready' },
    'eip155:8453': { atomic: 'ready' },
  })
})

test('a wallet without batches is asked for one call after the other', async () => {
  const { asked, foyer } = await connected()
  const steps: CallsProgress[] = []
  const sent = await sendCalls(foyer, { calls: five, onProgress: (step) => steps.push(step) })
  expect(asked).toEqual(five)
  expect(sent).toEqual({ id: expect.any(String), way: 'apart' })
  expect(steps.map(({ hashes, index, status }) => [index, status, hashes.length])).toEqual([
    ...[0, 1, 2, 3].flatMap((index) => [
      [index, 'asking', index],
      [index, 'mining', index + 1],
    ]),
    [4, 'asking', 4],
  ])
  // After a reload the id alone tells.
  const status = await getCallsStatus(foyer, { id: sent.id })
  expect(status).toMatchObject({ status: 'success', isAtomic: false, chainId: 'eip155:1' })
  expect(status.outcomes).toEqual(five.map(() => 'success'))
  await expect(showCallsStatus(foyer, { id: sent.id })).rejects.toMatchObject({
    code: 'unsupported-method',
  })
  expect(await getCapabilities((await connected({ calls: none })).foyer)).toEqual({})
})
const none: Partial<Calls> = { getCapabilities: async () => undefined }

test('when the third of five fails, the first two are done and the last two are not sent', async () => {
  const { asked, foyer } = await connected({ reverts: 2 })
  const sent = await sendCalls(foyer, { calls: five })
  expect(sent.stopped).toMatchObject({ index: 2, error: { code: 'transaction-rejected' } })
  expect(asked).toHaveLength(3)
  expect(await waitForCallsStatus(foyer, { id: sent.id })).toMatchObject({
    status: 'partial',
    outcomes: ['success', 'success', 'reverted', 'not-sent', 'not-sent'],
  })
  expect(readAccount(foyer).transactions.map(({ status }) => status)).toEqual([
    'reverted',
    'success',
    'success',
  ])
})

test('when the user declines the third of five, the first two stay done', async () => {
  const { asked, foyer } = await connected({ declines: 2 })
  const sent = await sendCalls(foyer, { calls: five })
  expect(sent.stopped).toMatchObject({ index: 2, error: { code: 'user-rejected' } })
  expect(asked).toHaveLength(3)
  expect(await getCallsStatus(foyer, { id: sent.id })).toMatchObject({
    status: 'partial',
    outcomes: ['success', 'success', 'not-sent', 'not-sent', 'not-sent'],
  })
})

test('stops when the account or the network changes between two calls', async () => {
  for (const change of ['account', 'network'] as const) {
    const made = await connected({
      onSend(index) {
        if (index !== 1) return
        if (change === 'account') made.wallet.emit.onAccounts([{ address: bob }])
        else made.wallet.emit.onChain('eip155:8453')
      },
    })
    const { asked, foyer } = made
    const { stopped } = await sendCalls(foyer, { calls: five })
    expect([change, asked.length, stopped?.index, stopped?.error.code]).toEqual([
      change,
      ...[2, 2, 'request-aborted'],
    ])
  }
})

test('a wallet that refuses the batch is asked one by one, unless it must be atomic', async () => {
  const calls = (code: number): Partial<Calls> => ({
    isOffered: async () => true,
    send: () => Promise.reject({ code }),
  })
  for (const code of [4200, 5740, 5750, 5760]) {
    const { asked, foyer } = await connected({ calls: calls(code) })
    expect(await sendCalls(foyer, { calls: five })).toMatchObject({ way: 'apart' })
    expect(asked).toHaveLength(5)
    await expect(sendCalls(foyer, { calls: five, atomicRequired: true })).rejects.toMatchObject({
      rpcCode: code,
    })
  }
})

it.each([
  ['user-rejected', 4001],
  ['internal', -32603],
  ['bundle-duplicate', 5720],
] as const)('error: %s ends it: nothing is sent one by one', async (code, rpcCode) => {
  const { asked, foyer } = await connected({
    calls: { isOffered: async () => true, send: () => Promise.reject({ code: rpcCode }) },
  })
  await expect(sendCalls(foyer, { calls: five })).rejects.toMatchObject({ code })
  expect(asked).toEqual([])
})

test('error: without batches, what must be atomic or needs a capability is refused', async () => {
  const { asked, foyer } = await connected()
  await expect(sendCalls(foyer, { calls: five, atomicRequired: true })).rejects.toMatchObject({
    ...{ code: 'atomicity-unsupported', rpcCode: 5760 },
  })
  const paymasterService = { url: 'https://pay.example' }
  const paid = { calls: five, capabilities: { paymasterService } }
  await expect(sendCalls(foyer, paid)).rejects.toMatchObject({
    ...{ code: 'capability-unsupported', details: 'paymasterService' },
  })
  await expect(sendCalls(foyer, { calls: [] })).rejects.toMatchObject({ code: 'params-invalid' })
  expect(asked).toEqual([])
  // One call is atomic anyway, and an optional capability may be left out.
  const [first] = five as [Transaction]
  const optional = { paymasterService: { ...paymasterService, optional: true } }
  const lone = { calls: [first], atomicRequired: true, capabilities: optional }
  expect(await sendCalls(foyer, lone)).toMatchObject({ way: 'apart' })
})

test('error: a first call that is declined sends nothing', async () => {
  const { asked, foyer } = await connected({ declines: 0 })
  await expect(sendCalls(foyer, { calls: five })).rejects.toMatchObject({ code: 'user-rejected' })
  expect(asked).toHaveLength(1)
})

test('error: an id that no wallet knows', async () => {
  const { foyer } = await connected({
    calls: { getStatus: () => Promise.reject(new FoyerError('bundle-unknown')) },
  })
  await expect(waitForCallsStatus(foyer, { id: '0x1' })).rejects.toMatchObject({
    code: 'bundle-unknown',
  })
})
