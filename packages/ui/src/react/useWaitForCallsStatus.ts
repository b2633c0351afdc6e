import { type CallsStatus, waitForCallsStatus } from '@foyer/core'
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
 * @returns A query whose `data.status` is `success`, `partial` or `failure`; fails as `waitForCallsStatus` of the core.
 * @example
 * ```ts
 * const { data: sent } = useSendCalls()
 * const { data: ended, isFetching } = useWaitForCallsStatus({ id: sent?.id })
 * ```
 */
export function useWaitForCallsStatus({
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
    load: ({ signal }) =>
      waitForCallsStatus(foyer, { id: id as string, namespace, signal, timeoutMs }),
  })
}
