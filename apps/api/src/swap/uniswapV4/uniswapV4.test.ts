import { devnetAccounts, devnetAddresses } from '@foyer/devnet'
import { builtSwap, getConvertApprove, getConvertQuotes } from '@foyer/protocol/api'
import * as v from 'valibot'
import { type Address, encodeFunctionData, parseAbi, parseEther } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApi } from '../../createTestApi.test.kit.ts'
import { askChain, sendFrom } from '../../rpc/sendFrom.test.kit.ts'
import { approveByPermit2, permit2Address, permit2Types } from '../permit2.ts'
import { nativeAddress } from '../swapSource.ts'
import { alice, ids, type SwapTx, startSwapWorld, v4Chain } from '../swapWorld.test.kit.ts'

const { batch, permit2, universalRouter, usdc, wbtc } = devnetAddresses
const account = privateKeyToAccount(devnetAccounts[0]!.privateKey)
const source = 'uniswap-v4'

let world: Awaited<ReturnType<typeof startSwapWorld>>
let api: TestApi
beforeAll(async () => {
  world = await startSwapWorld({ limits: { swapCallsPerMinute: 10_000 } })
  api = await world.createApi({ chains: [v4Chain(world.anvil.url)] })
})
beforeEach(() => world.setEther('100'))
afterAll(() => world.stop())

const quoteAll = async (amount: bigint, from: string, to: string) => {
  const { body } = await world.ask(
    api,
    `/v1/convert/quotes?amount=${amount}&from=${from}&to=${to}&gasPrice=1`,
  )
  expect(body.error).toBeUndefined()
  return v.parse(getConvertQuotes.response, body).quotes
}
const build = (amount: bigint, from: string, to: string, more: object = {}) =>
  world.ask(api, '/v1/convert/build-transaction', {
    ...{ amount: String(amount), from, to, userAddress: ids.alice, source, ...more },
  })
const approval = async (amount: bigint, token = ids.usdc) => {
  const { body } = await world.ask(
    api,
    `/v1/convert/build-approve?tokenAddress=${token}&userAddress=${ids.alice}&amount=${amount}&spender=${permit2Address}`,
  )
  expect(body.error).toBeUndefined()
  const { permit, permit2: grant, tx } = v.parse(getConvertApprove.response, body)
  expect(permit).toBeUndefined()
  return { tx: tx as SwapTx, grant: grant! }
}
const permitAbi = parseAbi([
  'struct PermitDetails { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct PermitSingle { PermitDetails details; address spender; uint256 sigDeadline; }',
  'function permit(address owner, PermitSingle permitSingle, bytes signature)',
])
/** Signs the allowance that the api offers, with changes. */
async function sign(
  amount: bigint,
  change: { deadline?: bigint; spender?: Address; token?: Address } = {},
) {
  const { grant } = await approval(amount)
  const { deadline = BigInt(grant.deadline), spender = universalRouter, token = usdc } = change
  const signature = await account.signTypedData({
    domain: { name: 'Permit2', chainId: 31337, verifyingContract: permit2 },
    ...{ types: permit2Types, primaryType: 'PermitSingle' },
    message: {
      details: { token, amount, expiration: Number(deadline), nonce: Number(grant.nonce) },
      ...{ spender, sigDeadline: deadline },
    },
  })
  return { permit: { deadline: String(deadline), signature } }
}
const errorOf = ({ body, status }: Awaited<ReturnType<typeof build>>) => [status, body.error?.code]
/** Sends a built swap and expects that it pays what was promised, and spends exactly the amount. */
async function expectSwap(
  amount: bigint,
  [spent, received]: readonly [Address, Address],
  body: unknown,
  send = (tx: SwapTx) => world.send(tx),
) {
  const built = v.parse(builtSwap, body)
  if (built.kind !== 'call') throw new Error('This is no call')
  const before = [await world.balanceOf(spent), await world.balanceOf(received)]
  const { fee } = await send(built.tx as SwapTx)
  const feeOf = (token: Address) => (token === nativeAddress ? fee : 0n)
  expect(before[0]! - (await world.balanceOf(spent)) - feeOf(spent)).toBe(amount)
  const arrived = (await world.balanceOf(received)) - before[1]! + feeOf(received)
  expect(String(arrived)).toBe(built.toAmount)
  for (const token of [nativeAddress, usdc, wbtc])
    expect(await world.balanceOf(token, universalRouter)).toBe(0n)
}
/** Reads from Permit2 how much the router may still use: the first 32 bytes of its answer. */
const grantOf = async (token: Address) => {
  const answer = await askChain<string>(world.anvil.url, 'eth_call', [
    {
      to: permit2,
      data: encodeFunctionData({
        abi: parseAbi(['function allowance(address, address, address) view returns (uint160)']),
        functionName: 'allowance',
        args: [alice, token, universalRouter],
      }),
    },
    'latest',
  ])
  return answer.slice(0, 66)
}

test('[7.36] coins are swapped in a pool of the coin itself, and none stay in the router', async () => {
  const amount = parseEther('0.1')
  const [best] = await quoteAll(amount, ids.eth, ids.wbtc)
  expect(best).toMatchObject({
    source: { id: source },
    route: [{ name: 'Uniswap V4 0.01 %', tokens: [ids.eth, ids.wbtc] }],
  })
  expect(best!.allowanceTarget).toBeUndefined()
  // The fee, and a part of 2,000 coins.
  expect(best!.priceImpact).toBeCloseTo(0.015, 3)
  const { body, status } = await build(amount, ids.eth, ids.wbtc)
  expect([status, body.toAmount]).toEqual([200, best!.toAmount])
  await expectSwap(amount, [nativeAddress, wbtc], body)
})

test('[7.36] a signature for Permit2 and the swap over two pools are one transaction', async () => {
  const amount = 300_000_000n
  const [best] = await quoteAll(amount, ids.usdc, ids.wbtc)
  expect(best).toMatchObject({
    source: { id: source },
    allowanceTarget: permit2Address,
    permit2Spender: universalRouter,
  })
  expect(best!.route.map(({ tokens }) => tokens)).toEqual([
    [ids.usdc, ids.eth],
    [ids.eth, ids.wbtc],
  ])
  const { grant, tx } = await approval(amount)
  expect(grant).toMatchObject({ spender: universalRouter, nonce: '0' })
  expect(errorOf(await build(amount, ids.usdc, ids.wbtc))).toEqual([400, 'insufficient-allowance'])
  // Permit2 itself may not take more than the amount.
  await world.send(tx)
  expect(errorOf(await build(amount, ids.usdc, ids.wbtc))).toEqual([400, 'insufficient-allowance'])
  const eip155 = await sign(amount)
  const { body, status } = await build(amount, ids.usdc, ids.wbtc, {
    ...{ eip155, minToAmount: best!.minToAmount },
  })
  expect([status, body.toAmount]).toEqual([200, best!.toAmount])
  await expectSwap(amount, [usdc, wbtc], body)
  // Nothing is left of either allowance, and the signature is used up.
  expect(BigInt(await grantOf(usdc))).toBe(0n)
  expect(errorOf(await build(amount, ids.usdc, ids.wbtc, { eip155 }))).toEqual([
    ...[400, 'permit-invalid'],
  ])
})

test('the swap goes on when someone else has handed the signature in before', async () => {
  const amount = 50_000_000n
  await world.send((await approval(amount)).tx)
  const { nonce } = (await approval(amount)).grant
  const eip155 = await sign(amount)
  const { body } = await build(amount, ids.usdc, ids.eth, { eip155 })
  const { deadline, signature } = eip155.permit
  const details = { token: usdc, amount, expiration: Number(deadline), nonce: Number(nonce) }
  await sendFrom(world.anvil.url, {
    ...{ from: devnetAccounts[9]!.address, to: permit2 },
    data: encodeFunctionData({
      abi: permitAbi,
      functionName: 'permit',
      args: [
        alice,
        { details, spender: universalRouter, sigDeadline: BigInt(deadline) },
        signature,
      ],
    }),
  })
  await expectSwap(amount, [usdc, nativeAddress], body)
})

test.each([
  ['that has expired', () => sign(7n, { deadline: 1_700_000_000n })],
  ['of another amount', () => sign(8n)],
  ['for another contract', () => sign(7n, { spender: alice })],
  ['of another token', () => sign(7n, { token: wbtc })],
  [
    'with another deadline',
    async () => ({ permit: { ...(await sign(7n)).permit, deadline: '9999999999' } }),
  ],
])('a signature %s is refused before anything is simulated', async (_, signed) => {
  expect(errorOf(await build(7n, ids.usdc, ids.eth, { eip155: await signed() }))).toEqual([
    ...[400, 'permit-invalid'],
  ])
})

test('[7.36] in a batch both allowances come first', async () => {
  const amount = 200_000_000n
  const { grant, tx } = await approval(amount)
  const { body, status } = await build(amount, ids.usdc, ids.eth, {
    eip155: { allowance: 'batch' },
  })
  expect([status, body.error]).toEqual([200, undefined])
  const allowed = approveByPermit2({
    ...{ amount, deadline: BigInt(grant.deadline), spender: universalRouter, token: usdc },
  })
  const second = { ...tx, to: `eip155:31337:${allowed.to}`, data: allowed.data }
  await expectSwap(amount, [usdc, nativeAddress], body, (swap) =>
    world.sendBatch([tx, second, swap]),
  )
  expect(BigInt(await grantOf(usdc))).toBe(0n)
})

test('an account with code is offered no signature, and its signature is refused', async () => {
  const eip155 = await sign(9n)
  await askChain(world.anvil.url, 'anvil_setCode', [alice, `0xef0100${batch.slice(2)}`])
  expect((await approval(9n)).grant).toEqual({
    ...{ spender: universalRouter, deadline: expect.any(String) },
  })
  expect(errorOf(await build(9n, ids.usdc, ids.eth, { eip155 }))).toEqual([
    ...[400, 'permit-unsupported'],
  ])
  await askChain(world.anvil.url, 'anvil_setCode', [alice, '0x'])
})

test('a price that moved is named, and an amount beyond the pools is no quote', async () => {
  const { body } = await build(parseEther('1'), ids.eth, ids.wbtc, { eip155: { slippage: 0 } })
  await world.send((await build(parseEther('1'), ids.eth, ids.wbtc)).body.tx)
  await expect(world.send(body.tx)).rejects.toThrow('reverted')
  const huge = await build(2n ** 128n, ids.usdc, ids.eth)
  expect(errorOf(huge)).toEqual([400, 'insufficient-liquidity'])
})
