import { reconnect } from '@foyer/core'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Confirms the connections from before the reload, for sites with `enableReconnect: false`.
 *
 * @returns A mutation without data, which never fails: a wallet that does not confirm is disconnected.
 * @example
 * ```ts
 * const { mutate } = useReconnect()
 * useEffect(() => mutate(), [mutate])
 * ```
 */
export function useReconnect(): Mutation<void> {
  return useFoyerMutation(reconnect)
}
