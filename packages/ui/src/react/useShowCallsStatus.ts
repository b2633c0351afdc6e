import type { Namespace } from '@foyer/protocol'
import { showCalls } from '../showCalls.ts'
import { useFoyerContext, whenModal } from './FoyerContext.ts'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Shows the user what became of calls: in their wallet if it can, else in the modal.
 *
 * @returns A mutation of `{ id, namespace }`; fails as `showCalls`.
 * @example
 * ```tsx
 * const { mutate } = useShowCallsStatus()
 * return <button onClick={() => mutate({ id })}>What happened?</button>
 * ```
 */
export function useShowCallsStatus(): Mutation<
  void,
  { id: string; namespace?: Namespace | undefined }
> {
  const context = useFoyerContext()
  return useFoyerMutation(async (_, variables: { id: string; namespace?: Namespace | undefined }) =>
    showCalls(await whenModal(context), variables),
  )
}
