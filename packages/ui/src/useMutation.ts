import { type FoyerError, toFoyerError } from '@foyer/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'

type Status = 'idle' | 'pending' | 'success' | 'error'

type State<status extends Status, data, error, variables> = {
  readonly status: status
  /** What the last call gave; undefined until it has succeeded. */
  readonly data: data
  /** Why the last call failed; null unless it has. */
  readonly error: error
  /** What the last call was made with. */
  readonly variables: variables
  readonly isIdle: status extends 'idle' ? true : false
  readonly isPending: status extends 'pending' ? true : false
  readonly isSuccess: status extends 'success' ? true : false
  readonly isError: status extends 'error' ? true : false
}

/** The last call, and only the last one: checking `status` (or one of its flags) tells the types of the other fields. */
export type MutationState<data, variables> =
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

/** An action that a user starts, in the shape of TanStack Query's mutations. */
export type Mutation<data, variables = undefined> = MutationState<data, variables> & {
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
 * Runs an action and says where its last call stands. The functions it returns are the same in every render.
 *
 * @param action - Called in the same turn as `mutate`, since a wallet's window needs the user's click.
 */
export function useMutation<data, variables = undefined>(
  action: (variables: variables) => Promise<data>,
): Mutation<data, variables> {
  type Known = MutationState<data, variables>
  const [state, setState] = useState<Known>(() => stateOf('idle') as Known)
  const latest = useRef(action)
  const calls = useRef(0)
  const mounted = useRef(false)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])

  const start = useCallback(
    (variables: variables, callbacks?: MutationCallbacks<data, variables>) => {
      calls.current += 1
      const call = calls.current
      const show = (next: object) => {
        if (call === calls.current) setState(next as Known)
      }
      const isWatched = () => call === calls.current && mounted.current
      show(stateOf('pending', { variables }))
      const run = async () => latest.current(variables)
      return run().then(
        (data) => {
          show(stateOf('success', { data, variables }))
          if (isWatched()) callbacks?.onSuccess?.(data, variables)
          return data
        },
        (thrown: unknown) => {
          const error = toFoyerError(thrown)
          show(stateOf('error', { error, variables }))
          if (isWatched()) callbacks?.onError?.(error, variables)
          throw error
        },
      )
    },
    [],
  )
  const mutateAsync = useCallback((variables?: variables) => start(variables as variables), [start])
  return {
    ...state,
    mutate: useCallback(
      (variables?: variables, callbacks?: MutationCallbacks<data, variables>) => {
        start(variables as variables, callbacks).catch(() => {
          // The state says it.
        })
      },
      [start],
    ),
    mutateAsync,
    reset: useCallback(() => {
      calls.current += 1
      setState(stateOf('idle') as Known)
    }, []),
  } as Mutation<data, variables>
}

function stateOf(
  status: Status,
  known: { data?: unknown; error?: FoyerError; variables?: unknown } = {},
) {
  return {
    status,
    data: undefined,
    error: null,
    variables: undefined,
    ...known,
    isIdle: status === 'idle',
    isPending: status === 'pending',
    isSuccess: status === 'success',
    isError: status === 'error',
  }
}
