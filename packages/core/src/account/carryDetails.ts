import { type AccountDetails, type Connected, noChainFacts } from './account.ts'

/**
 * Keeps the account data that a change leaves valid: none for another address; for another network, only data that does
 * not come from the chain.
 */
export function carryDetails(
  details: AccountDetails | undefined,
  from: Connected | undefined,
  to: Connected | undefined,
): AccountDetails | undefined {
  if (!details || from?.address !== to?.address || !to) return undefined
  return from?.chainId === to.chainId ? details : { ...details, ...noChainFacts }
}
