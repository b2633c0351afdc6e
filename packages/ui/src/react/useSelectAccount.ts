import { selectAccount } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Selects another account of the connected wallet; `allAccounts` of {@link useAccount} is the list.
 *
 * @param parameters.namespace - @default the active one
 * @returns A mutation without data; fails with `not-connected`, or `address-invalid` (none of this wallet's accounts).
 * @example
 * ```tsx
 * const { allAccounts } = useAccount()
 * const { mutate } = useSelectAccount()
 * return allAccounts.map(({ address }) => (
 *   <button key={address} onClick={() => mutate({ address })}>{address}</button>
 * ))
 * ```
 */
export function useSelectAccount({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<void, Parameters<typeof selectAccount>[1]> {
  return useFoyerMutation(async (foyer, variables) => selectAccount(foyer, variables), {
    namespace,
  })
}
