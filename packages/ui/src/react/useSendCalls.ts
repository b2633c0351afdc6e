import { type CallsProgress, type Foyer, type SentCalls, sendCalls } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useState } from 'react'
import { type Mutation, useFoyerMutation } from './useFoyerMutation.ts'

/**
 * Asks the connected wallet to send several calls with one approval, or one after the other if it knows no batches.
 *
 * @param parameters.namespace - The namespace of the wallet. @default the active one
 * @returns A mutation whose `data.id` is for {@link useCallsStatus}, with `data.stopped` if calls were left out. `progress`
 *   says how far calls are that are sent one by one; undefined before and after. Fails as `sendCalls` of the core.
 * @example
 * ```tsx
 * const { data, isPending, mutate, progress } = useSendCalls()
 * const { data: status } = useCallsStatus({ id: data?.id })
 * return <button disabled={isPending} onClick={() => mutate({ calls: [approve, swap] })}>Swap</button>
 * ```
 */
export function useSendCalls({ namespace }: { namespace?: Namespace | undefined } = {}): Mutation<
  SentCalls,
  sendCalls.Parameters
> & {
  readonly progress: CallsProgress | undefined
} {
  const [progress, setProgress] = useState<CallsProgress>()
  const mutation = useFoyerMutation(
    async (foyer: Foyer, { onProgress, ...asked }: sendCalls.Parameters) => {
      try {
        return await sendCalls(foyer, {
          ...asked,
          onProgress(step) {
            setProgress(step)
            onProgress?.(step)
          },
        })
      } finally {
        setProgress(undefined)
      }
    },
    { namespace },
  )
  return { ...mutation, progress }
}
