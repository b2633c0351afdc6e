import { type Foyer, readAccount, readActiveChainId } from '@foyer/core'
import { type ChainId, type FoyerError, type Namespace, namespaceOf } from '@foyer/protocol'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useFoyerContext, useFoyerValue } from './FoyerContext.ts'
import type { Query, QueryState } from './useQuery.ts'

/** A {@link Query} in pages, in the shape of TanStack Query's infinite queries. */
export type PagesQuery<data> = Query<data> & {
  /** Reads the next page; joins a running read. Never rejects: it resolves with the resulting state. */
  readonly fetchNextPage: () => Promise<QueryState<data>>
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
}

/** An account on a network. */
type Owner = { readonly address: string; readonly chainId: ChainId }

/** The fields of a state that a query needs. */
type PagesState = {
  readonly loading: 'first' | 'next' | 'newest' | undefined
  readonly next: string | null | undefined
  readonly error: FoyerError | null
}

/** A reader of pages, as `createHistory` of the core creates it. */
type Pages<state> = {
  readonly store: { get(): state; subscribe(listener: () => void): () => void }
  show(owner: Owner | undefined): void
  loadNext(): Promise<void>
  refresh(): Promise<void>
  showSpam(shown: boolean): void
}

/** Parameters of a hook that reads what an account has on a network. */
export type PagesParameters = {
  address?: string | undefined
  chainId?: ChainId | undefined
  namespace?: Namespace | undefined
  showsSpam?: boolean | undefined
}

/**
 * Reads the pages of an account: the first one on mount, the others on `fetchNextPage`.
 *
 * @param create - Creates the reader. The same function in every render.
 * @param dataOf - Returns the data of a state; undefined before the first page. The same function in every render.
 */
export function usePages<state extends PagesState, data>(
  create: (foyer: Foyer) => Pages<state>,
  dataOf: (state: state) => data | undefined,
  { showsSpam = false, ...parameters }: PagesParameters,
): PagesQuery<data> {
  const { foyer } = useFoyerContext()
  const namespace = parameters.chainId ? namespaceOf(parameters.chainId) : parameters.namespace
  const account = useFoyerValue((foyer) => readAccount(foyer, namespace))
  const active = useFoyerValue((foyer) => readActiveChainId(foyer, namespace))
  const connected = account.status === 'connected' ? account.address : undefined
  const { address = connected, chainId = active } = parameters
  const pages = useMemo(() => create(foyer), [create, foyer])
  const state = useSyncExternalStore(pages.store.subscribe, pages.store.get, pages.store.get)
  // Before the first effect, and for one render after another account was selected.
  const [shown, setShown] = useState<string>()
  const key = address && chainId ? `${chainId}:${address}` : undefined
  useEffect(() => {
    pages.show(address && chainId ? { address, chainId } : undefined)
    setShown(address && chainId ? `${chainId}:${address}` : undefined)
    return () => pages.show(undefined)
  }, [pages, address, chainId])
  useEffect(() => pages.showSpam(showsSpam), [pages, showsSpam])
  const isShown = shown === key
  const calls = useMemo(() => {
    const readState = () => queryOf(pages.store.get(), dataOf)
    return {
      refetch: () => pages.refresh().then(readState),
      fetchNextPage: () => pages.loadNext().then(readState),
    }
  }, [pages, dataOf])
  const query = useMemo(
    () => queryOf(isShown ? state : undefined, dataOf),
    [isShown, state, dataOf],
  )
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

function queryOf<state extends PagesState, data>(
  state: state | undefined,
  dataOf: (state: state) => data | undefined,
): QueryState<data> {
  const error = state?.error ?? null
  const data = state && dataOf(state)
  const status = error ? 'error' : data ? 'success' : 'pending'
  return {
    status,
    data,
    error,
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
  } as QueryState<data>
}
