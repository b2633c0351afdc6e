import type { Calls } from '@foyer/core'
import { referenceOf } from '@foyer/protocol'
import { checkGrant } from './checkGrant.ts'

/**
 * Writes the message of an allowance by signature. Owner, spender, amount, token and chain are the ones that the user has
 * agreed to: of the api come only the names of the token's domain, the nonce and the deadline.
 *
 * @source https://eips.ethereum.org/EIPS/eip-2612
 */
export const writePermit: Calls['writePermit'] = ({
  address,
  chainId,
  now,
  permit: { deadline, name, nonce, version },
  step,
}) => {
  const { contract, spender } = checkGrant({
    ...{ chainId, deadline, now, spender: step.spender, step },
  })
  return {
    domain: {
      name,
      ...(version !== undefined && { version }),
      chainId: Number(referenceOf(chainId)),
      verifyingContract: contract,
    },
    types: {
      Permit: [
        { name: 'owner', type: 'address' },
        { name: 'spender', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'nonce', type: 'uint256' },
        { name: 'deadline', type: 'uint256' },
      ],
    },
    primaryType: 'Permit',
    message: {
      owner: address,
      spender,
      value: step.amount,
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
    },
  }
}
