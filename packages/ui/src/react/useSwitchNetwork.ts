import { switchNetwork } from '@foyer/core'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Switches to another network of the site; {@link useNetwork} has the list.
 *
 * @returns A mutation without data; fails as `switchNetwork` of the core.
 * @example const { mutate, isPending } = useSwitchNetwork() // in the handler of a press: mutate({ chainId:
 *   'eip155:8453' })
 */
export function useSwitchNetwork(): Mutation<void, Parameters<typeof switchNetwork>[1]> {
  return useFoyerMutation(switchNetwork)
}
