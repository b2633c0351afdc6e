import { FoyerError } from '@foyer/protocol'
import { useCallback, useEffect, useRef, useState } from 'react'

export type ActionState =
  | { readonly status: 'idle' | 'pending' | 'done'; readonly error?: undefined }
  | { readonly status: 'error'; readonly error: FoyerError }

/**
 * Runs an async action from a button: pending while it runs, its error after. A second run while the first is pending
 * is ignored; nothing happens once the view is gone.
 *
 * @returns `run` resolves with what the action gave, or undefined when it failed.
 */
export function useAction<args extends readonly unknown[], result>(
  action: (...args: args) => Promise<result>,
): ActionState & { run: (...args: args) => Promise<result | undefined>; reset: () => void } {
  const [state, setState] = useState<ActionState>({ status: 'idle' })
  const latest = useRef(action)
  const mounted = useRef(false)
  const running = useRef(false)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  const settle = useCallback((next: ActionState) => {
    running.current = false
    if (mounted.current) setState(next)
  }, [])
  const run = useCallback(
    async (...args: args) => {
      if (running.current) return undefined
      running.current = true
      setState({ status: 'pending' })
      try {
        const result = await latest.current(...args)
        settle({ status: 'done' })
        return result
      } catch (thrown) {
        const error =
          thrown instanceof FoyerError ? thrown : new FoyerError('unknown', { cause: thrown })
        settle({ status: 'error', error })
        return undefined
      }
    },
    [settle],
  )
  const reset = useCallback(() => setState({ status: 'idle' }), [])
  return { ...state, run, reset }
}
