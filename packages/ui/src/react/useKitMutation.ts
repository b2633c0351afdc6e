import type { Foyer } from '@foyer/core'
import { type Mutation, useMutation } from '../useMutation.ts'
import { useFoyerContext } from './FoyerContext.ts'

/**
 * A mutation that calls an action of the core.
 *
 * @param defaults - What a call that does not name it is made with.
 */
export function useKitMutation<data, variables>(
  action: (foyer: Foyer, variables: NonNullable<variables>) => Promise<data>,
  defaults: Partial<NonNullable<variables>> = {},
): Mutation<data, variables> {
  const { foyer } = useFoyerContext()
  return useMutation((variables: variables) =>
    action(foyer, { ...defaults, ...variables } as NonNullable<variables>),
  )
}
