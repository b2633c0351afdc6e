import type { SwapStep } from '@foyer/core'
import { type ChainId, FoyerError } from '@foyer/protocol'
import { hasAddressShape } from '../hasAddressShape.ts'

/** The longest life of an allowance, ms; clocks may differ by some minutes. */
const longestMs = 60 * 60_000

/**
 * Checks the api's part of an allowance that ends by itself.
 *
 * @returns The addresses of the token and the spender.
 * @throws FoyerError `transaction-rejected`; `details` says what is wrong
 */
export function checkGrant({
  chainId,
  deadline,
  now,
  spender = '',
  step: { token },
}: {
  chainId: ChainId
  /** In seconds since 1970, decimal digits. */
  deadline: string
  now: number
  spender?: string | undefined
  step: SwapStep
}): { contract: string; spender: string } {
  const contract = token.slice(chainId.length + 1)
  if (token !== `${chainId}:${contract}` || !hasAddressShape(contract))
    throw refusal(`${token} is no token on ${chainId}.`)
  if (!hasAddressShape(spender)) throw refusal(`${spender} is no spender.`)
  const lifeMs = BigInt(deadline) * 1000n - BigInt(now)
  if (lifeMs <= 0n || lifeMs > BigInt(longestMs))
    throw refusal(`It would hold until ${deadline} s.`)
  return { contract, spender }
}

export function refusal(details: string): FoyerError {
  return new FoyerError('transaction-rejected', {
    details: `The allowance can not be given. ${details}`,
  })
}
