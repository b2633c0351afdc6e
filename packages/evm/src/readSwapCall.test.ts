import type { SwapStep } from '@foyer/core'
import type { SwapCall } from '@foyer/protocol/api'
import { encodeFunctionData, erc20Abi, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { readSwapCall } from './readSwapCall.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const thief = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const router = '0xcA88B57549db9f89C1f9D3603b4e04A15242e100'
const usdc = '0xD89c1432EaA169C54dC7610C744c68a2F4b6B3e5'
const on = (address: string) => `eip155:31337:${address}`
const native = on(`0x${'e'.repeat(40)}`)
const eip155 = { gasPrice: '1' }
const approval = (spender: string, amount: bigint) =>
  encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [spender as `0x${string}`, amount],
  })
const swapData = '0x7ff36ab5aabb'

const approve: { call: SwapCall; step: SwapStep } = {
  call: { from: on(alice), to: on(usdc), data: approval(router, 5n), value: '0', eip155 },
  step: { token: on(usdc), amount: 5n, spender: router },
}
const spendToken: typeof approve = {
  call: { from: on(alice), to: on(router), data: swapData, value: '0', eip155 },
  step: { token: on(usdc), amount: 5n },
}
const spendCoins: typeof approve = {
  call: { ...spendToken.call, value: '5' },
  step: { token: native, amount: 5n },
}
const read = ({ call, step }: typeof approve, change: Partial<SwapCall> = {}) =>
  readSwapCall({ address: alice, chainId: 'eip155:31337', call: { ...call, ...change }, step })

test('reads an exact approval and swaps of coins and tokens, without the fees of the api', async () => {
  expect(await read(approve)).toEqual({ to: usdc, data: approve.call.data })
  expect(await read(spendToken)).toEqual({ to: router, data: swapData })
  expect(await read(spendCoins)).toEqual({ to: router, data: swapData, value: 5n })
  // Reset of an allowance.
  const reset = {
    call: { ...approve.call, data: approval(router, 0n) },
    step: { ...approve.step, amount: 0n },
  }
  expect(await read(reset)).toEqual({ to: usdc, data: reset.call.data })
})

test.each([
  ['another account', approve, { from: on(thief) }],
  ['another chain', spendToken, { to: `eip155:1:${router}` }],
  ['another chain of the sender', spendToken, { from: `eip155:1:${alice}` }],
  [
    'another contract than the one that was given an allowance',
    { ...spendToken, step: { ...spendToken.step, target: thief } },
    {},
  ],
  ['the account itself', spendToken, { to: on(alice) }],
  ['coins beside a token', spendToken, { value: '1' }],
  ['more coins', spendCoins, { value: '6' }],
  ['coins with an approval', approve, { value: '1' }],
  ['an approval of another token', approve, { to: on(router) }],
  ['another spender', approve, { data: approval(thief, 5n) }],
  ['more than the amount', approve, { data: approval(router, 6n) }],
  ['bytes after the approval', approve, { data: `${approval(router, 5n)}00` }],
  ['no function', spendCoins, { data: '0x' }],
] satisfies [string, typeof approve, Partial<SwapCall>][])(
  'refuses %s',
  async (_, given, change) => {
    await expect(read(given, change)).rejects.toMatchObject({ code: 'transaction-rejected' })
  },
)

test('refuses a swap that gives tokens away by their own functions', async () => {
  const abi = parseAbi([
    'function transfer(address,uint256)',
    'function transferFrom(address,address,uint256)',
    'function approve(address,uint256)',
    'function increaseAllowance(address,uint256)',
    'function setApprovalForAll(address,bool)',
  ])
  const one = { abi, args: [thief, 5n] } as const
  for (const data of [
    encodeFunctionData({ ...one, functionName: 'transfer' }),
    encodeFunctionData({ ...one, functionName: 'approve' }),
    encodeFunctionData({ ...one, functionName: 'increaseAllowance' }),
    encodeFunctionData({ abi, functionName: 'transferFrom', args: [alice, thief, 5n] }),
    encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [thief, true] }),
  ])
    for (const text of [data, data.toUpperCase().replace('0X', '0x')])
      await expect(read(spendToken, { to: on(usdc), data: text })).rejects.toMatchObject({
        code: 'transaction-rejected',
      })
})
