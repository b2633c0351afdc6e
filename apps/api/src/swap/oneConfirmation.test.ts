import { devnetAccounts, devnetAddresses } from '@foyer/devnet'
import { builtSwap, getConvertApprove } from '@foyer/protocol/api'
import * as v from 'valibot'
import type { Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askChain } from '../rpc/sendFrom.test.kit.ts'
import { nativeAddress } from './swapSource.ts'
import { alice, ids, type SwapTx, startSwapWorld } from './swapWorld.test.kit.ts'

const { batch, uniswapV2Router, uniswapV3Router, usdc } = devnetAddresses
const account = privateKeyToAccount(devnetAccounts[0]!.privateKey)
const amount = 200_000_000n

let world: Awaited<ReturnType<typeof startSwapWorld>>
beforeAll(async () => {
  world = await startSwapWorld({ limits: { swapCallsPerMinute: 10_000 } })
})
afterAll(() => world.stop())

const swap = { amount: String(amount), from: ids.usdc, to: ids.eth, userAddress: ids.alice }
const build = (eip155: object, source = 'uniswap-v3') =>
  world.ask(world.api, '/v1/convert/build-transaction', { ...swap, source, eip155 })
const approval = async (spender: Address) => {
  const { body } = await world.ask(
    world.api,
    `/v1/convert/build-approve?tokenAddress=${ids.usdc}&userAddress=${ids.alice}&amount=${amount}&spender=${spender}`,
  )
  expect(body.error).toBeUndefined()
  expect(body.calls).toBeUndefined()
  return v.parse(getConvertApprove.response, body)
}
const allowance = async (spender: Address) => {
  const { body } = await world.ask(
    world.api,
    `/v1/convert/allowance?tokenAddress=${ids.usdc}&userAddress=${ids.alice}&spender=${spender}`,
  )
  return body.allowance
}
const types = {
  Permit: [
    { name: 'owner', type: 'address' },
    { name: 'spender', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'nonce', type: 'uint256' },
    { name: 'deadline', type: 'uint256' },
  ],
} as const
/** Signs the allowance that the api offers, with changes. */
async function sign(change: { deadline?: bigint; value?: bigint; spender?: Address } = {}) {
  const { permit } = await approval(uniswapV3Router)
  const { deadline, name, nonce, version } = permit!
  const message = {
    ...{ owner: alice, spender: uniswapV3Router as Address, value: amount },
    ...{ nonce: BigInt(nonce), deadline: BigInt(deadline), ...change },
  }
  const signature = await account.signTypedData({
    domain: { name, version, chainId: 31337, verifyingContract: usdc },
    ...{ types, primaryType: 'Permit', message },
  })
  return { permit: { deadline: String(message.deadline), signature } }
}
const errorOf = ({ body, status }: Awaited<ReturnType<typeof build>>) => [status, body.error?.code]

test('[7.36] a signed allowance and the swap are one transaction', async () => {
  const signed = await sign()
  const { body, status } = await build(signed)
  expect([status, body.error]).toEqual([200, undefined])
  const built = v.parse(builtSwap, body)
  const before = [await world.balanceOf(usdc), await world.balanceOf(nativeAddress)]
  const { fee } = await world.send(body.tx)
  expect(before[0]! - (await world.balanceOf(usdc))).toBe(amount)
  const arrived = (await world.balanceOf(nativeAddress)) - before[1]! + fee
  expect(String(arrived)).toBe(built.toAmount)
  expect(await allowance(uniswapV3Router)).toBe('0')
  // The nonce is used: the same signature is worth nothing.
  expect(errorOf(await build(signed))).toEqual([400, 'permit-invalid'])
})

test.each([
  ['that has expired', () => sign({ deadline: 1_700_000_000n })],
  ['of another amount', () => sign({ value: amount - 1n })],
  ['for another spender', () => sign({ spender: uniswapV2Router })],
  [
    'of nobody',
    async () => ({ permit: { ...(await sign()).permit, signature: `0x${'11'.repeat(65)}` } }),
  ],
  [
    'with another deadline',
    async () => ({ permit: { ...(await sign()).permit, deadline: '9999999999' } }),
  ],
])('an allowance %s is refused before anything is simulated', async (_, signed) => {
  expect(errorOf(await build(await signed()))).toEqual([400, 'permit-invalid'])
})

test('a source that takes no signature offers none and refuses one', async () => {
  expect((await approval(uniswapV2Router)).permit).toBeUndefined()
  expect(errorOf(await build(await sign(), 'uniswap-v2'))).toEqual([400, 'permit-unsupported'])
})

test('[7.36] a swap in a batch is simulated after its approval', async () => {
  expect(errorOf(await build({}))).toEqual([400, 'insufficient-allowance'])
  for (const [source, spender] of [
    ['uniswap-v2', uniswapV2Router],
    ['uniswap-v3', uniswapV3Router],
  ] as const) {
    const { tx: approve } = await approval(spender)
    const { body, status } = await build({ allowance: 'batch' }, source)
    expect([status, body.error]).toEqual([200, undefined])
    const before = [await world.balanceOf(usdc), await world.balanceOf(nativeAddress)]
    const { fee } = await world.sendBatch([approve as SwapTx, body.tx])
    expect(before[0]! - (await world.balanceOf(usdc))).toBe(amount)
    const arrived = (await world.balanceOf(nativeAddress)) - before[1]! + fee
    expect(String(arrived)).toBe(body.toAmount)
    expect(await allowance(spender)).toBe('0')
  }
})

test('an account with code is offered no signature: tokens would not ask its key', async () => {
  await askChain(world.anvil.url, 'anvil_setCode', [alice, `0xef0100${batch.slice(2)}`])
  expect((await approval(uniswapV3Router)).permit).toBeUndefined()
  await askChain(world.anvil.url, 'anvil_setCode', [alice, '0x'])
  expect((await approval(uniswapV3Router)).permit).toMatchObject({ name: 'USD Coin', version: '1' })
})
