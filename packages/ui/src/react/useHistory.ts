import { createHistory, type HistoryState, readAccount, readActiveChainId } from '@foyer/core'
import { type ChainId, type Namespace, namespaceOf } from '@foyer/protocol'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useFoyerContext, useKit } from './FoyerContext.ts'
import type { Query, QueryState } from './useQuery.ts'

/** The pages of a history that were read. */
export type HistoryData = Pick<HistoryState, 'spamCount' | 'transactions' | 'years'> & {
  /** Limits of what the api knows. */
  readonly coverage: NonNullable<HistoryState['coverage']>
}

/** A {@link Query} in pages, in the shape of TanStack Query's infinite queries. */
export type HistoryQuery = Query<HistoryData> & {
  /** Reads the next page; joins a running read. Never rejects: it resolves with the resulting state. */
  readonly fetchNextPage: () => Promise<QueryState<HistoryData>>
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
}

/**
 * Reads the transactions of an account on a network, newest first: the first page on mount, the others on
 * `fetchNextPage`. Reads again until it lists what this instance has sent. Needs an api.
 *
 * @param parameters.address - @default the connected account of the namespace
 * @param parameters.chainId - @default the network that the namespace is on
 * @param parameters.namespace - Without `chainId`. @default the active one
 * @param parameters.showsSpam - Include transfers of spam NFTs. @default false
 * @returns A query, pending without an account; fails as `getHistory` of the core, without data then.
 * @example const { data, fetchNextPage, hasNextPage } = useHistory()
 */
export function useHistory({
  showsSpam = false,
  ...parameters
}: {
  address?: string | undefined
  chainId?: ChainId | undefined
  namespace?: Namespace | undefined
  showsSpam?: boolean | undefined
} = {}): HistoryQuery {
  const { foyer } = useFoyerContext()
  const namespace = parameters.chainId ? namespaceOf(parameters.chainId) : parameters.namespace
  const account = useKit((kit) => readAccount(kit, namespace))
  const active = useKit((kit) => readActiveChainId(kit, namespace))
  const connected = account.status === 'connected' ? account.address : undefined
  const { address = connected, chainId = active } = parameters
  const history = useMemo(() => createHistory(foyer), [foyer])
  const state = useSyncExternalStore(history.store.subscribe, history.store.get, history.store.get)
  // Before the first effect, and for one render after another account was selected.
  const [shown, setShown] = useState<string>()
  const key = address && chainId ? `${chainId}:${address}` : undefined
  useEffect(() => {
    history.show(address && chainId ? { address, chainId } : undefined)
    setShown(address && chainId ? `${chainId}:${address}` : undefined)
    return () => history.show(undefined)
  }, [history, address, chainId])
  useEffect(() => history.showSpam(showsSpam), [history, showsSpam])
  const isShown = shown === key
  const calls = useMemo(
    () => ({
      refetch: () => history.refresh().then(() => queryOf(history.store.get())),
      fetchNextPage: () => history.loadNext().then(() => queryOf(history.store.get())),
    }),
    [history],
  )
  const query = useMemo(() => queryOf(isShown ? state : undefined), [isShown, state])
  const isFetching = key !== undefined && (!isShown || state.loading !== undefined)
  return {
    ...query,
    ...calls,
    isFetching,
    isLoading: isFetching && query.isPending,
    hasNextPage: isShown && typeof state.next === 'string',
    isFetchingNextPage: isShown && state.loading === 'next',
  }
}

function queryOf(state: HistoryState | undefined): QueryState<HistoryData> {
  const { coverage, error = null, spamCount = 0, transactions = [], years = [] } = state ?? {}
  const data = coverage && { coverage, spamCount, transactions, years }
  const status = error ? 'error' : data ? 'success' : 'pending'
  return {
    status,
    data,
    error,
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
  } as QueryState<HistoryData>
}
