import { type AccountDetails, type Connected, noChainFacts } from './account.ts'

/**
 * What is still true of an account after a change. Another address: nothing that was learnt about the earlier one.
 * Another network: nothing that was learnt from the chain.
 */
export function carryDetails(
  details: AccountDetails | undefined,
  from: Connected | undefined,
  to: Connected | undefined,
): AccountDetails | undefined {
  if (!details || from?.address !== to?.address || !to) return undefined
  return from?.chainId === to.chainId ? details : { ...details, ...noChainFacts }
}
