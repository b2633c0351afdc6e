import type { SwapToken } from '@foyer/protocol/api'
import type { Account } from '../account/account.ts'
import { readSwapBalance } from './readSwapProblem.ts'

/** The tokens to choose from, each once. */
export type SwapTokenGroups = {
  /** The tokens that the account holds, in the order of the list. */
  readonly held: readonly SwapToken[]
  /** @source spec 9.28 */
  readonly suggested: readonly SwapToken[]
  /** @source spec 9.28 */
  readonly popular: readonly SwapToken[]
  readonly others: readonly SwapToken[]
}

/**
 * Groups the tokens of a network.
 *
 * @param parameters.search - Part of a name or symbol, or an address; trimmed. @default all
 */
export function groupSwapTokens(
  tokens: readonly SwapToken[],
  {
    account,
    search = '',
  }: {
    account: Pick<Account, 'balance' | 'chainId' | 'tokenBalance'>
    search?: string | undefined
  },
): SwapTokenGroups {
  const wanted = search.trim().toLowerCase()
  const found = tokens.filter(
    ({ address, name, symbol }) =>
      wanted === '' ||
      [name, symbol].some((text) => text.toLowerCase().includes(wanted)) ||
      address.toLowerCase().endsWith(`:${wanted}`),
  )
  const left = new Set(found)
  const take = (test: (token: SwapToken) => boolean) => {
    const taken = [...left].filter(test)
    for (const token of taken) left.delete(token)
    return taken
  }
  return {
    suggested: take((token) => token.isSuggested === true),
    held: take((token) => (readSwapBalance(account, token) ?? 0n) > 0n),
    popular: take((token) => token.isPopular === true),
    others: [...left],
  }
}
