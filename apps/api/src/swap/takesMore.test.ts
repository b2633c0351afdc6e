import { devnetAddresses } from '@foyer/devnet'
import { type Address, encodeEventTopics, pad, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import type { SimulatedLog, SwapAsset } from './swapSource.ts'
import { alice, swapChain } from './swapWorld.test.kit.ts'
import { takesMore } from './takesMore.ts'

const { permit2, universalRouter, usdc, wbtc } = devnetAddresses
const thief = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const abi = parseAbi([
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
])
const spends = { address: usdc, isNative: false, chain: swapChain('') } as unknown as SwapAsset
const takes = (
  eventName: 'Approval' | 'Permit',
  args: { owner: Address; token: Address; spender: Address },
) =>
  takesMore(
    [
      {
        address: permit2,
        topics: encodeEventTopics({ abi, eventName, args }) as SimulatedLog['topics'],
        data: pad('0x07', { size: 96 }),
      },
    ],
    { user: alice, spends, spender: permit2, target: universalRouter },
  )

test.each(['Approval', 'Permit'] as const)(
  'a swap may use the %s of Permit2 that it needs, and gives no other one of its user',
  (event) => {
    const used = { owner: alice, token: usdc, spender: universalRouter } as const
    expect(takes(event, used)).toBe(false)
    expect(takes(event, { ...used, spender: thief })).toBe(true)
    expect(takes(event, { ...used, token: wbtc })).toBe(true)
    expect(takes(event, { ...used, owner: thief, spender: thief })).toBe(false)
  },
)
