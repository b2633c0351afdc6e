import { type SolanaChain, solanaAccounts, solanaTokens, startSolana } from '@foyer/devnet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerRequest } from '../answerRequest.ts'
import { getBalance } from '../getBalance.ts'
import { solanaLocalnet } from '../networks.ts'
import { createNodeRpc, createNodeWallet, person } from '../nodeWallet.test.kit.ts'
import { send } from '../send/send.ts'
import { parseStandardAccounts } from '../standardWallet.ts'
import { waitForTransaction } from '../waitForTransaction.ts'
import { createTransfers } from './createTransfers.ts'

const alice = person('alice')
const [, bob] = solanaAccounts
const maxPriorityFee = 1_000_000n
const transfers = createTransfers({ maxPriorityFee })
let chain: SolanaChain
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 50 })
})
afterAll(() => chain.stop())

test('the whole balance without the reserve can be sent', async () => {
  const rpc = createNodeRpc(chain.url)
  const { everyone, wallet } = createNodeWallet({ people: [alice], url: chain.url })
  const given = parseStandardAccounts(everyone)
  const parameters = { address: alice.address, network: solanaLocalnet, rpc }
  const { fee, reserve } = await transfers.estimateFee({ ...parameters, amount: 0n })
  expect(fee).toBe(5_000n)
  const amount = (await getBalance(parameters)) - reserve
  const before = await getBalance({ address: bob!.address, rpc })
  const hash = await send({
    ...parameters,
    amount,
    to: bob!.address,
    maxPriorityFee,
    provider: { request: (call) => answerRequest(call, { wallet, given }) },
  })
  await waitForTransaction({ hash, rpc, signal: AbortSignal.timeout(20_000) })
  expect((await getBalance({ address: bob!.address, rpc })) - before).toBe(amount)
})

test('the fee of a token includes the account that the receiver needs', async () => {
  const rpc = createNodeRpc(chain.url)
  const token = solanaTokens.find(({ symbol }) => symbol === 'USDC')!.address
  const parameters = { address: bob!.address, amount: 1n, network: solanaLocalnet, rpc, token }
  const known = await transfers.estimateFee({ ...parameters, to: solanaAccounts[2]!.address })
  const { publicKey } = (await crypto.subtle.generateKey('Ed25519', true, [
    'sign',
  ])) as CryptoKeyPair
  const { getAddressFromPublicKey } = await import('@solana/kit')
  const fresh = await transfers.estimateFee({
    ...parameters,
    to: await getAddressFromPublicKey(publicKey),
  })
  expect(fresh.fee - known.fee).toBeGreaterThan(1_000_000n)
})

test('tells wallets, tokens and programs apart, and writes requests of Solana Pay', async () => {
  const rpc = createNodeRpc(chain.url)
  const token = solanaTokens[0]!.address
  expect(await transfers.inspectReceiver({ rpc, to: bob!.address })).toBe('account')
  expect(await transfers.inspectReceiver({ rpc, to: token })).toBe('token')
  expect(
    await transfers.inspectReceiver({ rpc, to: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' }),
  ).toBe('contract')
  const request = { address: bob!.address, amount: 1_500_000n, network: solanaLocalnet }
  expect(transfers.writeRequest({ ...request, decimals: 9 })).toBe(
    `solana:${bob!.address}?amount=0.0015`,
  )
  expect(transfers.writeRequest({ ...request, decimals: 6, token })).toBe(
    `solana:${bob!.address}?amount=1.5&spl-token=${token}`,
  )
})
