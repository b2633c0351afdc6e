import { createHash } from 'node:crypto'
import { devnetPaymasterSigner, type EvmChain, startEvm } from '@foyer/devnet'
import { eq } from 'drizzle-orm'
import { encodeFunctionData, erc20Abi, type Hex, parseEther, parseGwei, toHex } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { operations, spending } from '../database/schema.ts'
import { chainId, dollar, dollarsOf, shop, startTestSponsor } from '../startTestSponsor.test.kit.ts'
import { entryPoint } from './entryPoint.ts'
import type { FullOperation } from './signOperation.ts'
import {
  implementation,
  openOperations,
  paymaster,
  transferCall,
  written,
} from './testOperations.test.kit.ts'

const key = 'the-key-of-the-shop'
let chain: EvmChain
let world: ReturnType<typeof openOperations>
let sponsor: Awaited<ReturnType<typeof startTestSponsor>>
const clock = { addMs: 0 }
const open = (contracts: { implementation?: Hex; paymaster?: Hex } = {}) =>
  startTestSponsor(chain, {
    paymasterKey: devnetPaymasterSigner.privateKey,
    now: () => Date.now() + clock.addMs,
    policy: {
      chains: [
        {
          ...{ caipId: chainId, rpcUrl: chain.url, pollMs: 50 },
          ...{ implementation, paymaster, ...contracts },
          ...{ maxFeePerGas: parseGwei('500').toString(), weiPerDay: parseEther('10').toString() },
        },
      ],
      sponsorships: [
        {
          ...{ projectId: 'shop', chain: chainId },
          paymasterKeyHash: createHash('sha256').update(key).digest('hex'),
          contracts: [{ address: dollar, selectors: ['0xa9059cbb'] }],
          ...{ callsPerBatch: 3, gasPerBatch: 600_000 },
          weiPerUserPerDay: parseEther('0.01').toString(),
          weiPerDay: parseEther('1').toString(),
        },
      ],
    },
  })
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
  world = openOperations(chain)
  sponsor = await open()
})
afterAll(async () => {
  await sponsor?.stop()
  await chain?.stop()
})

type Answer = { result?: { paymaster: Hex; paymasterData: Hex }; error?: { message: string } }
/** Calls the paymaster service, as a wallet does. */
async function ask(
  method: string,
  params: unknown,
  { at = key, url = sponsor.url } = {},
): Promise<Answer> {
  const response = await fetch(`${url}/paymaster/${at}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: 'https://wallet.example' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  if (response.ok) expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
  return (await response.json()) as Answer
}
const paramsOf = (operation: FullOperation, more: object = {}) => [
  ...[written(operation, more), entryPoint, toHex(31337), {}],
]
const pay = (operation: FullOperation, more: object = {}) =>
  ask('pm_getPaymasterData', paramsOf(operation, more))
const rowsOf = ({ address }: PrivateKeyAccount) =>
  sponsor.queries.select().from(operations).where(eq(operations.sender, address))
const spent = async (budget = `project:shop:${chainId}`) => {
  const [row] = await sponsor.queries.select().from(spending).where(eq(spending.key, budget))
  return row?.wei ?? 0n
}

test('pays for an operation: data for the estimate, then the promise, and the cost that the chain names', async () => {
  const user = await world.newUser()
  const operation = await world.build(user)
  const { callGasLimit, preVerificationGas, verificationGasLimit, ...early } = operation
  const stub = await ask('pm_getPaymasterStubData', paramsOf(early as FullOperation))
  expect(stub.result).toMatchObject({ paymaster, isFinal: false })
  const before = await spent()
  const { result } = await pay(operation)
  expect(result?.paymaster).toBe(paymaster)
  expect(result?.paymasterData).toHaveLength(stub.result!.paymasterData.length)
  const [promised] = await rowsOf(user)
  expect(promised).toMatchObject({
    ...{ state: 'promised', reserved: 315_000n * operation.maxFeePerGas },
  })
  expect(await spent()).toBe(before + promised!.reserved)
  // The same operation is the same promise.
  expect(await pay(operation)).toEqual({ jsonrpc: '2.0', id: 1, result })
  expect(await rowsOf(user)).toHaveLength(1)

  const dollars = await dollarsOf(world.client, shop)
  const receipt = await world.send(await world.sign(user, operation, result!))
  expect(receipt.status).toBe('success')
  expect(await dollarsOf(world.client, shop)).toBe(dollars + 500n)
  await expect.poll(async () => (await rowsOf(user))[0]?.state).toBe('paid')
  const [paid] = await rowsOf(user)
  expect(paid).toMatchObject({ succeeded: true, transactionHash: receipt.transactionHash })
  expect(paid!.cost!).toBeLessThan(promised!.reserved)
  expect(await spent()).toBe(before + paid!.cost!)
  expect(await sponsor.metrics()).toMatch(
    /operations_total\{chain="eip155:31337",outcome="paid"\} 1/,
  )
})

test('pays for the operation that upgrades an account', async () => {
  const user = await world.newUser({ isUpgraded: false })
  const operation = await world.build(user, { upgrades: true })
  const { address, nonce, r, s, yParity } = await world.authorize(user)
  const eip7702Auth = {
    ...{ address, chainId: toHex(31337), nonce: toHex(nonce), yParity: toHex(yParity!), r, s },
  }
  const more = { factory: '0x7702', factoryData: '0x', eip7702Auth }
  expect((await pay(operation, more)).result).toMatchObject({ paymaster })
  const foreign = await world.authorize(user, dollar)
  for (const wrong of [
    { ...more, eip7702Auth: undefined },
    { ...more, eip7702Auth: { ...eip7702Auth, address: dollar } },
    { ...more, eip7702Auth: { ...eip7702Auth, address: dollar, r: foreign.r, s: foreign.s } },
    { ...more, eip7702Auth: { ...eip7702Auth, nonce: '0x7' } },
  ])
    expect((await pay(operation, wrong)).error?.message).toContain('upgrade')
})

test('error: refuses what the policy does not cover, with the reason and without a promise', async () => {
  const user = await world.newUser()
  const plain = await world.newUser({ isUpgraded: false })
  const operation = await world.build(user)
  const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [shop, 1n] })
  const callsOf = async (...calls: ReturnType<typeof transferCall>[]) =>
    world.build(user, { calls })
  const refusals: [reason: string, params: unknown][] = [
    ['so many calls', paramsOf(await callsOf(...Array(4).fill(transferCall(1n))))],
    ['send coins', paramsOf(await callsOf({ ...transferCall(1n), value: 1n }))],
    ['this contract', paramsOf(await callsOf({ ...transferCall(1n), to: shop }))],
    ['this function', paramsOf(await callsOf({ ...transferCall(1n), data: approve }))],
    ['would fail', paramsOf(await callsOf(transferCall(2_000_000n)))],
    ['no batch of calls', paramsOf({ ...operation, callData: transferCall(1n).data })],
    ['no batch of calls', paramsOf({ ...operation, callData: `${operation.callData}00` })],
    ['more gas', paramsOf({ ...operation, callGasLimit: 600_000n })],
    ['offers more', paramsOf({ ...operation, maxFeePerGas: parseGwei('501') })],
    [
      'not complete',
      [written({ ...operation, callGasLimit: undefined as never }), entryPoint, '0x7a69'],
    ],
    ['not a smart account', paramsOf(await world.build(plain))],
    ['not a smart account', paramsOf(operation, { factory: dollar, factoryData: '0x' })],
    ['EntryPoint', [written(operation), shop, '0x7a69', {}]],
    ['this network', [written(operation), entryPoint, '0x1', {}]],
    ['', 'nonsense'],
  ]
  const before = await spent()
  for (const [reason, params] of refusals) {
    const { error, result } = await ask('pm_getPaymasterData', params)
    expect([result, error?.message]).toEqual([undefined, expect.stringContaining(reason)])
  }
  expect((await ask('pm_getAcceptedPaymentTokens', paramsOf(operation))).error).toMatchObject({
    code: -32601,
  })
  expect((await ask('pm_getPaymasterData', paramsOf(operation), { at: 'guessed' })).result).toBe(
    undefined,
  )
  expect(await spent()).toBe(before)
  expect(await rowsOf(user)).toEqual([])
})

test('error: an account stops at its budget; a promise that nobody uses is given back', async () => {
  const user = await world.newUser()
  const budgets: bigint[] = []
  let last: Answer = {}
  for (let n = 0n; n < 40n && !last.error; n++) {
    last = await pay(await world.build(user, { nonce: n << 64n }))
    budgets.push(await spent())
  }
  expect(last.error?.message).toContain('budget of this user')
  const count = (await rowsOf(user)).length
  expect(count).toBeGreaterThan(1)
  const other = await world.newUser()
  expect((await pay(await world.build(other))).result).toMatchObject({ paymaster })

  // The chain's clock decides, not ours.
  const reserved = await spent()
  await world.client.increaseTime({ seconds: 400 })
  await world.client.mine({ blocks: 1 })
  await expect
    .poll(async () => (await rowsOf(user)).every(({ state }) => state === 'expired'))
    .toBe(true)
  expect(await spent()).toBeLessThan(reserved)
  expect((await rowsOf(user)).every(({ cost }) => cost === 0n)).toBe(true)
})

test.each([
  ['is bound to other code', { implementation: shop }],
  ['is bound to no code', { paymaster: dollar }],
  ['does not exist', { paymaster: shop }],
] as const)('error: promises nothing for a contract that %s', async (_, contracts) => {
  const misled = await open(contracts)
  onTestFinished(() => misled.stop())
  const params = paramsOf(await world.build(await world.newUser()))
  for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData'])
    expect((await ask(method, params, misled)).error?.message).toBe(
      'The contract of the operator pays for accounts with other code',
    )
})
