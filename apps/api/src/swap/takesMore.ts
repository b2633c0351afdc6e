import type { Address, Hex } from 'viem'
import { getAddress, isAddressEqual } from 'viem/utils'
import { nativeAddress, type SimulatedLog, type SwapAsset } from './swapSource.ts'

/** keccak-256 of the events' signatures. @source ERC-20, ERC-721, ERC-1155, Permit2 */
const events = {
  /** `Transfer(address,address,uint256)`, of ERC-20 and ERC-721, and of coins in a trace. */
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  /** `Approval(address,address,uint256)`. */
  approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  /** Permit2's `Approval(address,address,address,uint160,uint48)`: owner, token, spender. */
  permit2Approval: '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b',
  /** Permit2's `Permit(address,address,address,uint160,uint48,uint48)`: the same, by a signature. */
  permit2Permit: '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec',
  /** `ApprovalForAll(address,address,bool)`. */
  approvalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
  /** `TransferSingle(address,address,address,uint256,uint256)`. */
  transferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  /** `TransferBatch(address,address,address,uint256[],uint256[])`. */
  transferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
}

/**
 * Returns whether a swap takes anything from the user besides the token that it spends, or gives an allowance besides the
 * one that it uses: a call may also spend allowances that the user gave for earlier swaps.
 */
export function takesMore(
  logs: readonly SimulatedLog[],
  { spender, spends, target, user }: takesMore.Allowed,
): boolean {
  const isUsers = (topic: Hex | undefined) =>
    topic !== undefined && topic.length === 66 && isAddressEqual(addressOf(topic), user)
  const isSpent = (token: Address) =>
    isAddressEqual(token, spends.isNative ? nativeAddress : (spends.address as Address))
  return logs.some(({ address, topics: [event, first, second, third] }) => {
    if (event === events.transfer) return isUsers(first) && !isSpent(address)
    // Some tokens report the rest of the used allowance.
    if (event === events.approval) {
      const isUsed =
        spender !== undefined &&
        second?.length === 66 &&
        isAddressEqual(addressOf(second), spender) &&
        isSpent(address)
      return isUsers(first) && !isUsed
    }
    if (event === events.permit2Approval || event === events.permit2Permit) {
      const isUsed =
        second?.length === 66 &&
        third?.length === 66 &&
        isSpent(addressOf(second)) &&
        isAddressEqual(addressOf(third), target)
      return isUsers(first) && !isUsed
    }
    if (event === events.approvalForAll) return isUsers(first)
    if (event === events.transferSingle || event === events.transferBatch) return isUsers(second)
    return false
  })
}

export declare namespace takesMore {
  type Allowed = {
    user: Address
    spends: SwapAsset
    /** The contract whose allowance the swap uses. */
    spender: Address | undefined
    /** The contract that is called. */
    target: Address
  }
}

const addressOf = (topic: Hex): Address => getAddress(`0x${topic.slice(26)}`)
