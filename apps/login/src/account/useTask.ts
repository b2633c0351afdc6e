import { useCallback, useEffect, useRef, useState } from 'react'

/** An asynchronous user action; runs at most once at a time. */
export type Task<input extends readonly unknown[]> = {
  run(...input: input): Promise<void>
  pending: boolean
  error: unknown
  clear(): void
}

/** Runs an action for a component, and reports whether it is pending and why it failed. */
export function useTask<input extends readonly unknown[]>(
  action: (...input: input) => Promise<void>,
): Task<input> {
  const [state, setState] = useState<{ pending: boolean; error: unknown }>(idle)
  const latest = useRef(action)
  const running = useRef(false)
  const unmounted = useRef(false)
  latest.current = action
  useEffect(() => {
    unmounted.current = false
    return () => {
      unmounted.current = true
    }
  }, [])
  const run = useCallback(async (...input: input) => {
    if (running.current) return
    running.current = true
    setState({ pending: true, error: undefined })
    let error: unknown
    try {
      await latest.current(...input)
    } catch (cause) {
      error = cause
    }
    running.current = false
    if (!unmounted.current) setState({ pending: false, error })
  }, [])
  const clear = useCallback(() => setState(idle), [])
  return { ...state, run, clear }
}

const idle = { pending: false, error: undefined }
