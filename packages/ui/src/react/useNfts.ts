import { createNfts, type NftsState, readAccount, readActiveChainId } from '@foyer/core'
import { type ChainId, type Namespace, namespaceOf } from '@foyer/protocol'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useFoyerContext, useKit } from './FoyerContext.ts'
import type { Query, QueryState } from './useQuery.ts'

/** The pages of NFTs that were read. */
export type NftsData = Pick<NftsState, 'nfts' | 'spamCount'> & {
  /** Limits of what the api knows. */
  readonly coverage: NonNullable<NftsState['coverage']>
}

/** A {@link Query} in pages, in the shape of TanStack Query's infinite queries. */
export type NftsQuery = Query<NftsData> & {
  /** Reads the next page; joins a running read. Never rejects: it resolves with the resulting state. */
  readonly fetchNextPage: () => Promise<QueryState<NftsData>>
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
}

/**
 * Reads the NFTs of an account on a network: the first page on mount, the others on `fetchNextPage`. Reads again while
 * descriptions are missing and after the account has sent something. Needs an api.
 *
 * @param parameters.address - @default the connected account of the namespace
 * @param parameters.chainId - @default the network that the namespace is on
 * @param parameters.namespace - Without `chainId`. @default the active one
 * @param parameters.showsSpam - Include spam. @default false
 * @returns A query, pending without an account; fails as `getNfts` of the core, without data then.
 * @example const { data, fetchNextPage, hasNextPage } = useNfts()
 */
export function useNfts({
  showsSpam = false,
  ...parameters
}: {
  address?: string | undefined
  chainId?: ChainId | undefined
  namespace?: Namespace | undefined
  showsSpam?: boolean | undefined
} = {}): NftsQuery {
  const { foyer } = useFoyerContext()
  const namespace = parameters.chainId ? namespaceOf(parameters.chainId) : parameters.namespace
  const account = useKit((kit) => readAccount(kit, namespace))
  const active = useKit((kit) => readActiveChainId(kit, namespace))
  const connected = account.status === 'connected' ? account.address : undefined
  const { address = connected, chainId = active } = parameters
  const nfts = useMemo(() => createNfts(foyer), [foyer])
  const state = useSyncExternalStore(nfts.store.subscribe, nfts.store.get, nfts.store.get)
  // Before the first effect, and for one render after another account was selected.
  const [shown, setShown] = useState<string>()
  const key = address && chainId ? `${chainId}:${address}` : undefined
  useEffect(() => {
    nfts.show(address && chainId ? { address, chainId } : undefined)
    setShown(address && chainId ? `${chainId}:${address}` : undefined)
    return () => nfts.show(undefined)
  }, [nfts, address, chainId])
  useEffect(() => nfts.showSpam(showsSpam), [nfts, showsSpam])
  const isShown = shown === key
  const calls = useMemo(
    () => ({
      refetch: () => nfts.refresh().then(() => queryOf(nfts.store.get())),
      fetchNextPage: () => nfts.loadNext().then(() => queryOf(nfts.store.get())),
    }),
    [nfts],
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

function queryOf(state: NftsState | undefined): QueryState<NftsData> {
  const { coverage, error = null, nfts = [], spamCount = 0 } = state ?? {}
  const data = coverage && { coverage, nfts, spamCount }
  const status = error ? 'error' : data ? 'success' : 'pending'
  return {
    status,
    data,
    error,
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
  } as QueryState<NftsData>
}
