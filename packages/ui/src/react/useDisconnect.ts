import { disconnect } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Disconnects one namespace, or all of them.
 *
 * @param parameters.namespace - The namespace of `mutate()` without one. @default all
 * @returns A mutation without data; fails with `disconnect-failed`, though the page has disconnected then.
 * @example const { mutate } = useDisconnect() // in the handler of a press: mutate()
 */
export function useDisconnect({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<void, { namespace?: Namespace | undefined } | undefined> {
  return useFoyerMutation(disconnect, { namespace })
}
