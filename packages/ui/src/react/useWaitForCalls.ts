import { type CallsStatus, waitForCalls } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useFoyerContext } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Waits until no call is pending; the balances are refreshed then. Unmounting ends the wait. {@link useCallsStatus} also
 * shows what is known before.
 *
 * @param parameters.id - The id of the calls; the query is idle while it is undefined.
 * @param parameters.namespace - @default the active one
 * @param parameters.timeoutMs - Timeout, ms. @default 180000
 * @returns A query whose `data.status` is `success`, `partial` or `failure`; fails as `waitForCalls` of the core.
 * @example
 * ```ts
 * const { data: sent } = useSendCalls()
 * const { data: ended, isFetching } = useWaitForCalls({ id: sent?.id })
 * ```
 */
export function useWaitForCalls({
  id,
  namespace,
  timeoutMs,
}: {
  id: string | undefined
  namespace?: Namespace | undefined
  timeoutMs?: number | undefined
}): Query<CallsStatus> {
  const { foyer } = useFoyerContext()
  return useQuery({
    key: id && `${namespace}:${id}`,
    load: ({ signal }) => waitForCalls(foyer, { id: id as string, namespace, signal, timeoutMs }),
  })
}
