import {
  connect,
  createFoyer,
  sendTransaction as sendWith,
  waitForTransaction as waitWith,
} from '@foyer/core'
import { type SolanaChain, startSolana } from '@foyer/devnet'
import { preflightCommitments } from '@foyer/protocol'
import { Connection, PublicKey } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerRequest } from './answerRequest.ts'
import { fromBase64, toBase64 } from './bytes.ts'
import { createConnector } from './createConnector.ts'
import { solanaLocalnet } from './networks.ts'
import { createNodeRpc, createNodeWallet, person } from './nodeWallet.test.kit.ts'
import { createRegistration } from './registration.ts'
import { sendTransaction } from './sendTransaction.ts'
import { solana } from './solana.ts'
import { parseStandardAccounts } from './standardWallet.ts'
import { makeSharedTransfer, makeTransfer } from './testTransaction.test.kit.ts'

const alice = person('alice')
let chain: SolanaChain
let node: Connection
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 50 })
  node = new Connection(chain.url, 'confirmed')
})
afterAll(() => chain.stop())

const networkOf = () => ({ ...solanaLocalnet, rpcUrls: { default: { http: [chain.url] } } })
const create = (options: Partial<Parameters<typeof createNodeWallet>[0]> = {}) => {
  const made = createNodeWallet({ people: [alice], url: chain.url, ...options })
  const given = parseStandardAccounts(made.everyone)
  const methods: unknown[] = []
  const provider = {
    async request(call: Parameters<typeof answerRequest>[0]) {
      methods.push(call.method)
      return answerRequest(call, { wallet: made.wallet, given })
    },
  }
  const rpc = createNodeRpc(chain.url)
  const send = (transaction: object, parameters = {}) =>
    sendTransaction({
      address: alice.address,
      network: networkOf(),
      provider,
      rpc,
      transaction: transaction as never,
      ...parameters,
    })
  return { ...made, methods, rpc, send }
}
const newest = async () => (await node.getLatestBlockhash()).blockhash
const balanceOf = (address: string) => node.getBalance(new PublicKey(address), 'confirmed')
const transferTo = async (to: string, lamports = 1_000_000) =>
  makeTransfer({ blockhash: await newest(), to, lamports })

test.each(['legacy', 0] as const)(
  'a connected user sends version %s, and it lands on a real chain',
  async (version) => {
    const to = person(version === 0 ? 'grace' : 'heidi').address
    const { wallet } = createNodeWallet({ people: [alice], url: chain.url })
    const foyer = createFoyer({ projectId: 'test', adapters: [solana()], networks: [networkOf()] })
    const registration = createRegistration(wallet)
    await connect(foyer, {
      connector: createConnector({ id: 'test', name: 'Test', imageUrl: undefined, registration }),
    })
    const before = await balanceOf(to)
    const bytes = makeTransfer({ blockhash: await newest(), to, lamports: 5, version })
    const hash = await sendWith(foyer, { transaction: { transaction: bytes } })
    expect(await waitWith(foyer, { hash })).toEqual({
      hash,
      status: 'success',
      blockNumber: expect.any(BigInt),
    })
    expect((await balanceOf(to)) - before).toBe(5)
  },
)

test('sends through the node if a wallet only signs, with the options', async () => {
  const { methods, names, rpc, send } = create({ features: ['solana:signTransaction'] })
  const to = person('ivan').address
  const before = await balanceOf(to)
  const transaction = toBase64(await transferTo(to, 7))
  const hash = await send({ transaction, options: { preflightCommitment: 'processed' } })
  await expect.poll(async () => (await balanceOf(to)) - before).toBe(7)
  expect((await node.getSignatureStatus(hash)).value?.err).toBeNull()
  expect(methods).toEqual(['solana_signAndSendTransaction', 'solana_signTransaction'])
  expect(names()).toEqual(['signTransaction'])
  expect(rpc.calls).toEqual(['sendTransaction'])
})

test('[5.5] accepts each preflight commitment, and sends the one that current nodes accept', async () => {
  const asked: unknown[] = []
  const signature = '1'.repeat(64)
  const provider = {
    async request({ params }: { params?: unknown }) {
      asked.push((params as { sendOptions: { preflightCommitment: string } }).sendOptions)
      return { signature }
    },
  }
  const { send } = create()
  for (const preflightCommitment of preflightCommitments)
    expect(
      await send({ transaction: makeTransfer(), options: { preflightCommitment } }, { provider }),
    ).toBe(signature)
  const today = 'processed confirmed finalized processed confirmed confirmed finalized finalized'
  expect(asked).toEqual(today.split(' ').map((preflightCommitment) => ({ preflightCommitment })))
})

test.each([['sure'], ['CONFIRMED'], [''], [null], [7]])(
  '[5.5] error: the preflight commitment %j; the wallet is not asked',
  async (preflightCommitment) => {
    const { methods, send } = create()
    await expect(
      send({ transaction: makeTransfer(), options: { preflightCommitment } }),
    ).rejects.toMatchObject({
      code: 'params-invalid',
      details: expect.stringMatching(
        /^transaction\.options\.preflightCommitment must be one of processed, confirmed/,
      ),
    })
    expect(methods).toEqual([])
  },
)

test('error: a wallet that only signs, without a node', async () => {
  const { send } = create({ features: ['solana:signTransaction'] })
  await expect(send({ transaction: makeTransfer() }, { rpc: undefined })).rejects.toMatchObject({
    code: 'unsupported-method',
  })
})

test('error: an unknown blockhash, by either way', async () => {
  const tooLate = {
    code: 'transaction-rejected',
    details: expect.stringContaining('Send it again'),
  }
  const blockhash = person('bob').address
  const transaction = makeTransfer({ blockhash })
  await expect(create().send({ transaction })).rejects.toMatchObject(tooLate)
  const signing = create({ features: ['solana:signTransaction'] })
  await expect(signing.send({ transaction })).rejects.toMatchObject(tooLate)
})

test('error: explains a balance that is too low', async () => {
  const signing = create({ features: ['solana:signTransaction'] })
  const transaction = await transferTo(person('bob').address, 2_000_000_000_000)
  await expect(signing.send({ transaction })).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringMatching(/has not enough.*insufficient lamports/s),
  })
})

test('error: does not send a transaction that another signer must sign', async () => {
  const { bytes, other } = makeSharedTransfer()
  const { rpc, send } = create({ features: ['solana:signTransaction'] })
  await expect(send({ transaction: bytes })).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringContaining(other.publicKey.toBase58()),
  })
  expect(rpc.calls).toEqual([])
})

test('returns the id of a transaction that an earlier try has sent', async () => {
  const { rpc, send } = create({ features: ['solana:signTransaction'] })
  const transaction = await transferTo(person('ivan').address, 11)
  const hash = await send({ transaction })
  await expect.poll(async () => (await node.getSignatureStatus(hash)).value).not.toBeNull()
  expect(await send({ transaction })).toBe(hash)
  const refusing = async () => {
    throw Object.assign(new Error('x'), {
      cause: { code: -32002, message: 'x', data: { err: 'AlreadyProcessed', logs: [] } },
    })
  }
  expect(await send({ transaction }, { rpc: refusing })).toBe(hash)
  expect(rpc.calls.length).toBe(2)
})

test('error: the user rejects', async () => {
  const { rpc, send } = create({
    answers: {
      signAndSendTransaction() {
        throw { code: 4001, message: 'User rejected the request.' }
      },
    },
  })
  await expect(send({ transaction: makeTransfer() })).rejects.toMatchObject({
    code: 'user-rejected',
  })
  expect(rpc.calls).toEqual([])
})

test.each([[{ signature: 'x' }], [{}], [null], [{ signature: '1'.repeat(66) }]])(
  'error: a wallet that answers %j',
  async (answer) => {
    const provider = { request: async () => answer }
    await expect(
      create().send({ transaction: makeTransfer() }, { provider }),
    ).rejects.toMatchObject({ code: 'unknown' })
  },
)

test("passes the site's exact bytes to the wallet", async () => {
  const { calls, send } = create({
    answers: { signAndSendTransaction: () => [{ signature: new Uint8Array(64) }] },
  })
  const transaction = makeTransfer()
  await send({ transaction })
  expect(calls[0]?.inputs[0]?.transaction).toEqual(fromBase64(toBase64(transaction)))
})
