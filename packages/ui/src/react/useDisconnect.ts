import { disconnect } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Disconnects one namespace, or all of them.
 *
 * @param parameters.namespace - The namespace of `mutate()` without one. @default all
 * @returns A mutation without data; fails with `disconnect-failed` if the wallet rejects. The page is disconnected anyway.
 * @example
 * ```tsx
 * const { mutate } = useDisconnect()
 * return <button onClick={() => mutate()}>Disconnect</button>
 * ```
 */
export function useDisconnect({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<void, { namespace?: Namespace | undefined } | undefined> {
  return useFoyerMutation(disconnect, { namespace })
}
