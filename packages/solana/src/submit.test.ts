import { createFoyer } from '@foyer/core'
import { createRpc } from '@foyer/core/internal'
import { type SolanaChain, startSolana } from '@foyer/devnet'
import { Connection, VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toBase58, toBase64 } from './bytes.ts'
import { solanaLocalnet } from './networks.ts'
import { person } from './nodeWallet.test.kit.ts'
import { solana } from './solana.ts'
import { submit } from './submit.ts'
import { keypairOf } from './testToken.test.kit.ts'
import { makeTransfer } from './testTransaction.test.kit.ts'

let chain: SolanaChain
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 50 })
})
afterAll(() => chain.stop())

/** RPC as sites have it. */
function rpcOf() {
  const network = { ...solanaLocalnet, rpcUrls: { default: { http: [chain.url] } } }
  const foyer = createFoyer({ projectId: 'test', adapters: [solana()], networks: [network] })
  return createRpc(foyer, network)
}
function sign(parameters: Parameters<typeof makeTransfer>[0]) {
  const transaction = VersionedTransaction.deserialize(makeTransfer(parameters))
  transaction.sign([keypairOf('alice')])
  return {
    signed: toBase64(transaction.serialize()),
    id: toBase58(transaction.signatures[0] as Uint8Array),
  }
}

test('returns the id of an accepted transaction', async () => {
  const { blockhash } = await new Connection(chain.url).getLatestBlockhash()
  const { id, signed } = sign({ blockhash })
  expect(await submit({ rpc: rpcOf(), signed })).toBe(id)
})

test.each([
  [
    'a blockhash that is too old',
    { blockhash: person('bob').address },
    /too old.*BlockhashNotFound/s,
  ],
  ['too much', { lamports: 5_000_000_000_000 }, /not enough.*insufficient lamports/s],
])('error: %s, as nodes report it and core passes it on', async (_, facts, details) => {
  const { blockhash } = await new Connection(chain.url).getLatestBlockhash()
  const { signed } = sign({ blockhash, ...facts })
  await expect(submit({ rpc: rpcOf(), signed })).rejects.toMatchObject({
    code: 'transaction-rejected',
    details: expect.stringMatching(details),
  })
})

test('error: a node that lags behind, or does not answer', async () => {
  const { signed } = sign({})
  const behind = Object.assign(new Error('x'), { code: -32005, message: 'Node is behind' })
  await expect(submit({ rpc: () => Promise.reject(behind), signed })).rejects.toMatchObject({
    code: 'rpc-failed',
    details: 'The node is behind the network.',
  })
  const offline = new Error('offline')
  await expect(submit({ rpc: () => Promise.reject(offline), signed })).rejects.toBe(offline)
})
