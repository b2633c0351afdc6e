import { type CallsStatus, getCallsStatus } from '@foyer/core'
import type { Namespace } from '@foyer/protocol'
import { useEffect } from 'react'
import { useFoyerContext } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Reads what became of calls, and again every 2 s while one is pending.
 *
 * @param parameters.id - The id of the calls; the query is idle while it is undefined.
 * @param parameters.namespace - @default the active one
 * @param parameters.pauseMs - Time between two reads, ms. @default 2000
 * @returns A query whose `data.status` is `pending`, `success`, `partial` or `failure`; fails as `getCallsStatus` of the core.
 * @example
 * ```ts
 * const { data: sent } = useSendCalls()
 * const { data: status } = useCallsStatus({ id: sent?.id })
 * ```
 */
export function useCallsStatus({
  id,
  namespace,
  pauseMs = 2_000,
}: {
  id: string | undefined
  namespace?: Namespace | undefined
  pauseMs?: number | undefined
}): Query<CallsStatus> {
  const { foyer } = useFoyerContext()
  const query = useQuery({
    key: id && `${namespace}:${id}`,
    load: () => getCallsStatus(foyer, { id: id as string, namespace }),
  })
  const { data, error, refetch } = query
  // Each read has a result of its own, so that each begins the next pause.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failed read keeps the data
  useEffect(() => {
    if (data?.status !== 'pending') return undefined
    const timer = setTimeout(() => void refetch(), pauseMs)
    return () => clearTimeout(timer)
  }, [data, error, pauseMs, refetch])
  return query
}
