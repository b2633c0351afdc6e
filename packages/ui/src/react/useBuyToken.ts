import { buyToken, type OnrampOrder } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Opens a purchase for the connected account.
 *
 * @param parameters.namespace - The namespace of the account. @default the active one
 * @returns A mutation whose `data` has the `url` of the seller's page, and the `id` for {@link useWaitForOnramp}; fails as
 *   `buyToken` of the core.
 * @example
 * ```tsx
 * const { data, mutate } = useBuyToken()
 * if (data) return <a href={data.url} target="_blank" rel="noreferrer">Pay</a>
 * return <button onClick={() => mutate({ amount: 50_00n, provider: 'moonpay', purchaseCurrency: 'ETH' })}>Buy</button>
 * ```
 */
export function useBuyToken({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<OnrampOrder, buyToken.Parameters> {
  return useFoyerMutation(buyToken, { namespace })
}
