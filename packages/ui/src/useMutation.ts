import { type FoyerError, toFoyerError } from '@foyer/protocol'
import { useEffect, useState } from 'react'

type State<status, data, error, variables> = {
  readonly status: status
  /** Result of the last call; undefined until it has succeeded. */
  readonly data: data
  /** Error of the last call; null unless it failed. */
  readonly error: error
  /** Variables of the last call. */
  readonly variables: variables
}

/** State of the last call only. */
export type CallState<data, variables> =
  | State<'idle', undefined, null, undefined>
  | State<'pending', undefined, null, variables>
  | State<'success', data, null, variables>
  | State<'error', undefined, FoyerError, variables>

/** Called for the last call only, while the component is mounted. */
export type MutationCallbacks<data, variables> = {
  readonly onSuccess?: ((data: data, variables: variables) => void) | undefined
  readonly onError?: ((error: FoyerError, variables: variables) => void) | undefined
}

/** Optional if they may be undefined. */
type Call<variables, more extends readonly unknown[] = []> = undefined extends variables
  ? [variables?: variables, ...more]
  : [variables: variables, ...more]

/** Stable functions. */
export type MutationCalls<data, variables> = {
  /** Starts the action. Returns nothing and never throws: see `status` and `error`. */
  readonly mutate: (
    ...call: Call<variables, [callbacks?: MutationCallbacks<data, variables>]>
  ) => void
  /**
   * Starts the action.
   *
   * @returns The result of this call, also after a later one has replaced it in the state.
   * @throws FoyerError
   */
  readonly mutateAsync: (...call: Call<variables>) => Promise<data>
  /** Resets to `idle`; ignores the result of a running call. */
  readonly reset: () => void
}

/**
 * Runs an action and tracks its last call.
 *
 * @param action - Called synchronously by `mutate`, since a wallet's window needs the user's click. Its signal aborts
 *   on unmount, and on another call or `reset`.
 */
export function useMutation<data, variables = undefined>(
  action: (variables: variables, signal: AbortSignal) => Promise<data>,
): CallState<data, variables> & MutationCalls<data, variables> {
  const [state, setState] = useState<CallState<data, variables>>(idle)
  const [own] = useState(() => createCalls({ action, setState }))
  useEffect(() => {
    own.latest = action
  })
  useEffect(() => {
    own.isMounted = true
    return () => {
      own.isMounted = false
      own.abort()
    }
  }, [own])
  return { ...state, ...own.calls }
}

const idle = { status: 'idle', data: undefined, error: null, variables: undefined } as const

function createCalls<data, variables>({
  action,
  setState,
}: {
  action: (variables: variables, signal: AbortSignal) => Promise<data>
  setState: (state: CallState<data, variables>) => void
}) {
  let last = new AbortController()
  const begin = () => {
    last.abort()
    last = new AbortController()
    return last
  }
  const mutateAsync = async (variables: variables) => {
    const call = begin()
    const show = (state: CallState<data, variables>) => {
      if (call === last) setState(state)
    }
    show({ ...idle, status: 'pending', variables })
    try {
      const data = await own.latest(variables, call.signal)
      show({ ...idle, status: 'success', data, variables })
      return data
    } catch (thrown) {
      const error = toFoyerError(thrown)
      show({ ...idle, status: 'error', error, variables })
      throw error
    }
  }
  const calls = {
    mutateAsync,
    mutate(variables: variables, { onError, onSuccess }: MutationCallbacks<data, variables> = {}) {
      const end = mutateAsync(variables)
      const call = last
      const isWatched = () => call === last && own.isMounted
      // Exceptions of callbacks go to the console.
      void end.then(
        (data) => isWatched() && onSuccess?.(data, variables),
        (error) => isWatched() && onError?.(error, variables),
      )
    },
    reset() {
      begin()
      setState(idle)
    },
  }
  const own = {
    latest: action,
    isMounted: false,
    abort: () => last.abort(),
    // A call without variables passes undefined.
    calls: calls as unknown as MutationCalls<data, variables>,
  }
  return own
}
