import type { Foyer } from '@foyer/core'
import { type CallState, type MutationCalls, useMutation } from '../useMutation.ts'
import { useFoyerContext } from './FoyerContext.ts'

type Flags<state> = state extends { readonly status: infer status }
  ? state & {
      readonly isIdle: status extends 'idle' ? true : false
      readonly isPending: status extends 'pending' ? true : false
      readonly isSuccess: status extends 'success' ? true : false
      readonly isError: status extends 'error' ? true : false
    }
  : never

/** Status of the last call only: checking `status` (or one of its flags) narrows the types of the other fields. */
export type MutationState<data, variables> = Flags<CallState<data, variables>>

/** A user action in the shape of TanStack Query's mutations. */
export type Mutation<data, variables = undefined> = MutationState<data, variables> &
  MutationCalls<data, variables>

/**
 * A mutation that calls an action of the core.
 *
 * @param defaults - Parameters that a call may omit.
 */
export function useFoyerMutation<data, variables>(
  action: (foyer: Foyer, variables: NonNullable<variables>) => Promise<data>,
  defaults: Partial<NonNullable<variables>> = {},
): Mutation<data, variables> {
  const { foyer } = useFoyerContext()
  const mutation = useMutation((variables: variables) =>
    action(foyer, { ...defaults, ...variables } as NonNullable<variables>),
  )
  const { status } = mutation
  return {
    ...mutation,
    isIdle: status === 'idle',
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
  } as Mutation<data, variables>
}
