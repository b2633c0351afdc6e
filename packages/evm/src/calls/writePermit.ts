import type { Calls } from '@foyer/core'
import { FoyerError, referenceOf } from '@foyer/protocol'
import { hasAddressShape } from '../hasAddressShape.ts'

/** The longest life of a signed allowance, ms; clocks may differ by some minutes. */
const longestMs = 60 * 60_000

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
  step: { amount, spender = '', token },
}) => {
  const verifyingContract = token.slice(chainId.length + 1)
  if (token !== `${chainId}:${verifyingContract}` || !hasAddressShape(verifyingContract))
    throw refusal(`${token} is no token on ${chainId}.`)
  if (!hasAddressShape(spender)) throw refusal(`${spender} is no spender.`)
  const lifeMs = BigInt(deadline) * 1000n - BigInt(now)
  if (lifeMs <= 0n || lifeMs > BigInt(longestMs))
    throw refusal(`It would hold until ${deadline} s.`)
  return {
    domain: {
      name,
      ...(version !== undefined && { version }),
      chainId: Number(referenceOf(chainId)),
      verifyingContract,
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
      value: amount,
      nonce: BigInt(nonce),
      deadline: BigInt(deadline),
    },
  }
}

function refusal(details: string): FoyerError {
  return new FoyerError('transaction-rejected', {
    details: `The allowance can not be signed. ${details}`,
  })
}
