import { registerName } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import type { AccountName } from '@foyer/protocol/api'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Registers a name for the connected account, which its wallet confirms with a signature.
 *
 * @param parameters.namespace - @default the active one
 * @returns A mutation whose `data` is the registered name; fails as `registerName` of the core.
 * @example
 * ```tsx
 * const { mutate, isPending } = useRegisterName()
 * return <button disabled={isPending} onClick={() => mutate({ name: 'alice.names.example' })}>Register</button>
 * ```
 */
export function useRegisterName({
  namespace,
}: {
  namespace?: Namespace | undefined
} = {}): Mutation<AccountName, registerName.Parameters> {
  return useFoyerMutation(registerName, { namespace })
}
