import { type FoyerError, toFoyerError } from '@foyer/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useFoyerContext } from './FoyerContext.ts'

type State<status extends 'pending' | 'success' | 'error', data, error> = {
  readonly status: status
  /** The last value read; undefined until the first one. A failed read keeps it. */
  readonly data: data
  /** Error of the last read; null unless it failed. */
  readonly error: error
  readonly isPending: status extends 'pending' ? true : false
  readonly isSuccess: status extends 'success' ? true : false
  readonly isError: status extends 'error' ? true : false
}

/** Checking `status` (or one of its flags) narrows the types of the other fields. */
export type QueryState<data> =
  | State<'pending', undefined, null>
  | State<'success', data, null>
  | State<'error', data | undefined, FoyerError>

/** A read in the shape of TanStack Query's queries. */
export type Query<data> = QueryState<data> & {
  /** Any read is pending, the first or a later one. */
  readonly isFetching: boolean
  /** The first read is pending. `isPending` alone is also true while there is nothing to read, as without a wallet. */
  readonly isLoading: boolean
  /** Reads again, bypassing the cache. Never rejects: it resolves with the resulting state. */
  readonly refetch: () => Promise<QueryState<data>>
}

type Read<data> = {
  /** Key of the data; undefined until the first read. */
  readonly of: object | undefined
  readonly data: data | undefined
  readonly error: FoyerError | null
  /** Value of `known` at the time of the error. */
  readonly before: data | undefined
  readonly isFetching: boolean
}

/**
 * Reads as soon as there is a key, and again when it changes. Drops the result of a replaced read.
 *
 * @param parameters.key - Identifies the data; undefined: nothing to read yet.
 * @param parameters.load - `force` bypasses the cache; the signal aborts on unmount and on another key.
 * @param parameters.isAutomatic - false: only `refetch` reads. @default true
 * @param parameters.known - The instance's value, preferred to that of `load`; the same object until it is read again.
 *   A new one clears an error.
 * @param parameters.isBusy - The instance is reading it already. @default false
 */
export function useQuery<data>({
  isAutomatic = true,
  isBusy = false,
  key,
  known,
  load,
}: {
  key: string | undefined
  load: (parameters: { force: boolean; signal: AbortSignal }) => Promise<data>
  isAutomatic?: boolean
  known?: data | undefined
  isBusy?: boolean
}): Query<data> {
  const { foyer } = useFoyerContext()
  const [read, setRead] = useState<Read<data>>(unread)
  const latest = useRef({ known, load })
  const running = useRef<AbortController>(undefined)
  useEffect(() => {
    latest.current = { known, load }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another key or another instance is another read
  const readNow = useCallback(
    async (force: boolean): Promise<QueryState<data>> => {
      if (key === undefined) return stateOf<data>({ data: undefined, error: null })
      const controller = new AbortController()
      const { signal } = controller
      running.current?.abort()
      running.current = controller
      setRead((last) => ({
        ...(last.of === readNow ? last : unread),
        of: readNow,
        isFetching: true,
      }))
      const show = (next: Pick<Read<data>, 'error'> & Partial<Read<data>>) => {
        if (!signal.aborted) setRead((last) => ({ ...last, ...next, isFetching: false }))
      }
      try {
        const data = await latest.current.load({ force, signal })
        show({ data, error: null })
        return stateOf({ data, error: null })
      } catch (thrown) {
        const error = toFoyerError(thrown)
        const before = latest.current.known
        show({ error, before })
        return stateOf({ data: before, error })
      }
    },
    [foyer, key],
  )
  useEffect(() => {
    if (isAutomatic) void readNow(false)
    return () => running.current?.abort()
  }, [readNow, isAutomatic])

  const { before, ...current } = read.of === readNow ? read : unread
  const isNext = isAutomatic && key !== undefined && current.of === undefined
  const isFetching = isBusy || isNext || current.isFetching
  const state = stateOf<data>({
    data: known === undefined ? current.data : known,
    error: before === known ? current.error : null,
  })
  return {
    ...state,
    isFetching,
    isLoading: isFetching && state.isPending,
    refetch: useCallback(() => readNow(true), [readNow]),
  }
}

const unread = {
  of: undefined,
  data: undefined,
  error: null,
  before: undefined,
  isFetching: false,
} satisfies Read<unknown>

function stateOf<data>({ data, error }: { data: data | undefined; error: FoyerError | null }) {
  const status = error ? 'error' : data === undefined ? 'pending' : 'success'
  return {
    status,
    data,
    error,
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
  } as QueryState<data>
}
