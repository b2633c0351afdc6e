import type { Calls } from '@foyer/core'
import { referenceOf } from '@foyer/protocol'
import { checkGrant, refusal } from './checkGrant.ts'

/** Permit2, at one address on every chain. @source https://docs.uniswap.org/contracts/v4/deployments */
const permit2Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

/** Selector of `approve(address,address,uint160,uint48)`. @source https://github.com/Uniswap/permit2 IAllowanceTransfer */
const approveSelector = '87517c45'

/**
 * Writes the two ways to let a contract use what Permit2 may spend: a message to sign, and a call. Token, amount and
 * chain are the ones that the user has agreed to, and the contract is Permit2 itself; both hold until the deadline.
 *
 * @source https://github.com/Uniswap/permit2 PermitHash.sol
 */
export const writePermit2: Calls['writePermit2'] = ({
  chainId,
  now,
  permit2: { deadline, nonce, spender: named },
  step,
}) => {
  const { contract, spender } = checkGrant({ chainId, deadline, now, spender: named, step })
  const { amount } = step
  if (step.spender?.toLowerCase() !== permit2Address.toLowerCase())
    throw refusal(`${step.spender} is not Permit2.`)
  if (amount >= 2n ** 160n) throw refusal(`${amount} is more than Permit2 allows.`)
  const words = [BigInt(contract), BigInt(spender), amount, BigInt(deadline)]
  return {
    transaction: {
      to: permit2Address,
      data: `0x${approveSelector}${words.map((word) => word.toString(16).padStart(64, '0')).join('')}`,
    },
    typedData:
      nonce === undefined
        ? undefined
        : {
            domain: {
              name: 'Permit2',
              chainId: Number(referenceOf(chainId)),
              verifyingContract: permit2Address,
            },
            types,
            primaryType: 'PermitSingle',
            message: {
              details: {
                ...{ token: contract, amount },
                ...{ expiration: BigInt(deadline), nonce: BigInt(nonce) },
              },
              spender,
              sigDeadline: BigInt(deadline),
            },
          },
  }
}

const types = {
  PermitSingle: [
    { name: 'details', type: 'PermitDetails' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
  PermitDetails: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ],
}
