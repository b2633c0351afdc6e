import { type FoyerError, toFoyerError } from '@foyer/protocol'
import { useEffect, useState } from 'react'

type State<status, data, error, variables> = {
  readonly status: status
  /** What the last call gave; undefined until it has succeeded. */
  readonly data: data
  /** Why the last call failed; null unless it has. */
  readonly error: error
  /** What the last call was made with. */
  readonly variables: variables
}

/** Where the last call stands, and only the last one. */
export type CallState<data, variables> =
  | State<'idle', undefined, null, undefined>
  | State<'pending', undefined, null, variables>
  | State<'success', data, null, variables>
  | State<'error', undefined, FoyerError, variables>

/** Called for the last call alone, while the component is mounted. */
export type MutationCallbacks<data, variables> = {
  readonly onSuccess?: ((data: data, variables: variables) => void) | undefined
  readonly onError?: ((error: FoyerError, variables: variables) => void) | undefined
}

/** Variables that may be undefined may be left out. */
type Call<variables, more extends readonly unknown[] = []> = undefined extends variables
  ? [variables?: variables, ...more]
  : [variables: variables, ...more]

/** The same functions in every render. */
export type MutationCalls<data, variables> = {
  /** Starts the action. Returns nothing and never throws: see `status` and `error`. */
  readonly mutate: (
    ...call: Call<variables, [callbacks?: MutationCallbacks<data, variables>]>
  ) => void
  /**
   * Starts the action.
   *
   * @returns What this very call gave, also when a later one has taken its place in the state.
   * @throws FoyerError
   */
  readonly mutateAsync: (...call: Call<variables>) => Promise<data>
  /** Back to `idle`; what a call that still runs gives is not shown. */
  readonly reset: () => void
}

/**
 * Runs an action and says where its last call stands.
 *
 * @param action - Called in the same turn as `mutate`, since a wallet's window needs the user's click. Its signal aborts
 *   when the component is gone, and when another call or `reset` takes its place.
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
      // What a callback throws is for the console.
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
    // A call without variables is one with undefined.
    calls: calls as unknown as MutationCalls<data, variables>,
  }
  return own
}
