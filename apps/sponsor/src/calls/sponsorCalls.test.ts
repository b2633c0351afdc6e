import { createFaucet, devnetAddresses, type EvmChain, type Faucet, startEvm } from '@foyer/devnet'
import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint64,
  parseEther,
  parseGwei,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PolicyFile } from '../policy/policy.ts'
import { chainId, dollar, dollarsOf, shop, startTestSponsor } from '../startTestSponsor.test.kit.ts'
import { batchTypedData } from './encodeBatch.ts'

const { account: implementation } = devnetAddresses
const transferSelector = '0xa9059cbb'
const stranger: Address = '0x000000000000000000000000000000000000dEaD'

let chain: EvmChain
let faucet: Faucet
let sponsor: Awaited<ReturnType<typeof startTestSponsor>>
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
  faucet = createFaucet(chain)
  sponsor = await startTestSponsor(chain, { policy: policyOf() })
})
afterAll(async () => {
  await sponsor?.stop()
  await chain?.stop()
})

const policyOf = (): PolicyFile => ({
  chains: [
    {
      ...{ caipId: chainId, rpcUrl: chain.url, implementation, pollMs: 50 },
      ...{ maxFeePerGas: parseGwei('500').toString(), weiPerDay: parseEther('10').toString() },
    },
  ],
  sponsorships: [
    {
      ...{ projectId: 'shop', chain: chainId, origins: ['https://shop.example'] },
      contracts: [{ address: dollar, selectors: [transferSelector] }],
      ...{ callsPerBatch: 3, gasPerBatch: 300_000, weiPerDay: parseEther('1').toString() },
      // Two batches at the devnet's fees.
      weiPerUserPerDay: parseEther('0.002').toString(),
    },
  ],
})

/** A user with dollars and no coins. */
async function newUser() {
  const account = privateKeyToAccount(generatePrivateKey())
  await faucet.giveToken({ to: account.address, token: dollar, amount: 1_000_000n })
  return account
}
type User = Awaited<ReturnType<typeof newUser>>

const transfer = (amount: bigint, to: Address = shop): Hex =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
const call = (data: Hex, more: Partial<{ to: Address; value: string }> = {}) => ({
  ...{ to: dollar, value: '0', data, ...more },
})
let sequence = 1n

/** A batch as the wallet signs it. `upgrade`: the account becomes a smart one in the same transaction. */
async function signBatch(
  user: User,
  {
    calls = [call(transfer(500n)), call(transfer(250n))],
    code = implementation,
    deadline = Math.floor(Date.now() / 1000) + 600,
    nonce = sequence++ << 64n,
    upgrade = true,
    ...more
  }: {
    calls?: ReturnType<typeof call>[]
    code?: Address
    deadline?: number
    nonce?: bigint
    upgrade?: boolean
    user?: string
    origin?: string
    projectId?: string
  } = {},
) {
  const signature = await user.signTypedData(
    batchTypedData({
      ...{ account: user.address, chain: 31337, nonce, deadline: BigInt(deadline) },
      calls: calls.map((one) => ({ ...one, value: BigInt(one.value) })),
    }),
  )
  const authorization =
    upgrade &&
    (await user.signAuthorization({ address: code, chainId: 31337, nonce: await countOf(user) }))
  return {
    ...{ projectId: 'shop', origin: 'https://shop.example', user: `user-of-${user.address}` },
    ...{ chainId, account: user.address, calls, nonce: nonce.toString(), deadline, signature },
    ...(authorization && {
      authorization: {
        ...{ address: authorization.address, nonce: authorization.nonce },
        yParity: authorization.yParity,
        ...{ r: authorization.r, s: authorization.s },
      },
    }),
    ...more,
  }
}
const countOf = ({ address }: User) => sponsor.client.getTransactionCount({ address })
const sendBatch = (batch: unknown) => sponsor.asLogin('/internal/calls', batch)
const stateOf = async (id: string, user: string) =>
  (await sponsor.asLogin('/internal/state', { id, user })).body

test('carries out the signed calls of an account without coins, and upgrades it in the same transaction', async () => {
  const user = await newUser()
  const before = await dollarsOf(sponsor.client, shop)
  const batch = await signBatch(user)
  expect(await sponsor.asLogin('/internal/check', batch)).toEqual({
    ...{ status: 200, body: { pays: true } },
  })
  const { body, status } = await sendBatch(batch)
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({ state: 'mined', transactionHash: expect.stringMatching(/^0x/) }),
  ])
  expect(await dollarsOf(sponsor.client, shop)).toBe(before + 750n)
  expect(await sponsor.client.getBalance({ address: user.address })).toBe(0n)
  // An upgraded account needs no authorization.
  const second = await sendBatch(await signBatch(user, { upgrade: false }))
  expect(second.body).toMatchObject({ state: 'mined' })
  expect(await dollarsOf(sponsor.client, shop)).toBe(before + 1500n)
})

test('sends a repeated batch once, and refuses another one with its number', async () => {
  const user = await newUser()
  const before = await dollarsOf(sponsor.client, shop)
  const nonce = await sponsor.client.getTransactionCount({ address: sponsor.sender })
  const batch = await signBatch(user)
  const answers = await Promise.all([sendBatch(batch), sendBatch(batch), sendBatch(batch)])
  const ids = answers.map(({ body }) => (body as { id: string }).id)
  expect(new Set(ids).size).toBe(1)
  expect(await stateOf(ids[0]!, batch.user!)).toMatchObject({ state: 'mined' })
  // A user can not read the batches of another one.
  expect(await stateOf(ids[0]!, 'another-user-0001')).toMatchObject({
    error: { code: 'resource-not-found' },
  })
  const other = await signBatch(user, {
    ...{ calls: [call(transfer(1n))], nonce: BigInt(batch.nonce), upgrade: false },
  })
  expect(await sendBatch(other)).toMatchObject({ status: 409 })
  expect(await dollarsOf(sponsor.client, shop)).toBe(before + 750n)
  expect(await sponsor.client.getTransactionCount({ address: sponsor.sender })).toBe(nonce + 1)
})

test('error: refuses what the policy does not cover, with the reason and without a transaction', async () => {
  const user = await newUser()
  const approve = encodeFunctionData({
    ...{ abi: erc20Abi, functionName: 'approve', args: [stranger, maxUint64] },
  })
  const sent = await sponsor.client.getTransactionCount({ address: sponsor.sender })
  const other = await newUser()
  const good = await signBatch(user)
  const refusals: [reason: string, batch: unknown][] = [
    ['this project', await signBatch(user, { projectId: 'stolen' })],
    ['this site', await signBatch(user, { origin: 'https://evil.example' })],
    ['so many calls', await signBatch(user, { calls: Array(4).fill(call(transfer(1n))) })],
    ['send coins', await signBatch(user, { calls: [call(transfer(1n), { value: '1' })] })],
    ['this contract', await signBatch(user, { calls: [call(transfer(1n), { to: stranger })] })],
    ['this contract', await signBatch(user, { calls: [call('0x', { to: user.address })] })],
    ['this function', await signBatch(user, { calls: [call(approve)] })],
    ['this function', await signBatch(user, { calls: [call('0xa905')] })],
    ['deadline', await signBatch(user, { deadline: Math.floor(Date.now() / 1000) + 10 })],
    ['deadline', await signBatch(user, { deadline: Math.floor(Date.now() / 1000) + 7200 })],
    // Signed by somebody else, or for other calls.
    ['did not sign', { ...good, account: other.address }],
    ['did not sign', { ...good, calls: [call(transfer(1n))] }],
    ['did not sign', { ...good, deadline: good.deadline + 1 }],
    ['upgrade', await signBatch(user, { code: stranger })],
    ['upgrade', { ...good, authorization: { ...good.authorization, nonce: 7 } }],
    ['smart account', await signBatch(user, { upgrade: false })],
    ['would fail', await signBatch(user, { calls: [call(transfer(2_000_000n))] })],
  ]
  for (const [reason, batch] of refusals) {
    const { body, status } = await sendBatch(batch)
    expect([status, (body as { error: { message: string } }).error.message]).toEqual([
      ...[403, expect.stringContaining(reason)],
    ])
  }
  expect(await sponsor.client.getTransactionCount({ address: sponsor.sender })).toBe(sent)
})

test('error: a user stops at their own budget, and others go on', async () => {
  const user = await newUser()
  const statuses: number[] = []
  for (let n = 0; n < 30 && statuses.at(-1) !== 429; n++)
    statuses.push((await sendBatch(await signBatch(user, { upgrade: n === 0 }))).status)
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(429)
  // A second account of the same user has the same budget.
  const second = await newUser()
  const same = await signBatch(second, { user: `user-of-${user.address}` })
  expect(await sendBatch(same)).toMatchObject({ status: 429 })
  expect((await sendBatch(await signBatch(second))).body).toMatchObject({ state: 'mined' })
})

test('error: a batch whose account changed before its block counts as failed, though the chain calls it a success', async () => {
  const user = await newUser()
  await sponsor.client.setAutomine(false)
  const batch = await signBatch(user)
  const sending = sendBatch(batch)
  // The user spends the number of the authorization: the calls then reach an account without code.
  await sponsor.client.setBalance({ address: user.address, value: parseEther('1') })
  const ahead = await user.signTransaction({
    ...{ type: 'eip1559', chainId: 31337, nonce: 0, gas: 21_000n, to: stranger },
    ...{ maxFeePerGas: parseGwei('400'), maxPriorityFeePerGas: parseGwei('300') },
  })
  await expect
    .poll(async () => (await sponsor.client.getBlock({ blockTag: 'pending' })).transactions.length)
    .toBe(1)
  await sponsor.client.sendRawTransaction({ serializedTransaction: ahead })
  await sponsor.client.mine({ blocks: 1 })
  await sponsor.client.setAutomine(true)
  const { body } = await sending
  expect(body).toMatchObject({
    ...{ state: 'failed', reason: 'The account did not carry the calls out' },
  })
  const { transactionHash } = body as { transactionHash: Hex }
  const receipt = await sponsor.client.getTransactionReceipt({ hash: transactionHash })
  expect(receipt.status).toBe('success')
})

test('error: only the login server may ask', async () => {
  for (const Authorization of ['', 'Bearer x', 'Bearer a-token-of-the-shop'])
    for (const path of ['/internal/check', '/internal/calls', '/internal/state']) {
      const init = { method: 'POST', headers: { Authorization }, body: '{}' }
      expect((await fetch(sponsor.url + path, init)).status).toBe(403)
    }
  const unknown = { id: crypto.randomUUID(), user: 'user-without-batches' }
  expect(await sponsor.asLogin('/internal/state', unknown)).toMatchObject({ status: 404 })
})
