import { switchNetwork } from '@foyer/core'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Switches to another network of the site; {@link useNetwork} has the list.
 *
 * @returns A mutation without data; fails as `switchNetwork` of the core.
 * @example
 * ```tsx
 * const { mutate, isPending } = useSwitchNetwork()
 * return <button disabled={isPending} onClick={() => mutate({ chainId: 'eip155:8453' })}>Base</button>
 * ```
 */
export function useSwitchNetwork(): Mutation<void, Parameters<typeof switchNetwork>[1]> {
  return useFoyerMutation(switchNetwork)
}
