import { waitForOnramp } from '@foyer/core'
import type { OnrampSessionState } from '@foyer/protocol/api'
import { useFoyerContext } from './FoyerContext.ts'
import { type Query, useQuery } from './useQuery.ts'

/**
 * Waits for the end of a purchase, and reads the balances again when the coins have arrived.
 *
 * @param parameters.id - Of the purchase, from {@link useBuyToken}; undefined: nothing to wait for yet.
 * @returns A query whose `data` is the last state (`arrived`, `failed`, `expired`); pending until then.
 * @example
 * ```tsx
 * const { data } = useWaitForOnramp({ id })
 * return <p>{data?.status ?? 'Waiting'}</p>
 * ```
 */
export function useWaitForOnramp({ id }: { id: string | undefined }): Query<OnrampSessionState> {
  const { foyer } = useFoyerContext()
  return useQuery<OnrampSessionState>({
    key: id,
    load: ({ signal }) => waitForOnramp(foyer, { id: id ?? '', signal }),
  })
}
