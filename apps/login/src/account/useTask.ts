import { useCallback, useEffect, useRef, useState } from 'react'

/** A user action that takes a while; one at a time. */
export type Task<input extends readonly unknown[]> = {
  run(...input: input): Promise<void>
  pending: boolean
  error: unknown
  clear(): void
}

/** Runs an action for a component: whether it works, and why it failed. */
export function useTask<input extends readonly unknown[]>(
  action: (...input: input) => Promise<void>,
): Task<input> {
  const [state, setState] = useState<{ pending: boolean; error: unknown }>(rest)
  const latest = useRef(action)
  const running = useRef(false)
  const gone = useRef(false)
  latest.current = action
  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
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
    if (!gone.current) setState({ pending: false, error })
  }, [])
  const clear = useCallback(() => setState(rest), [])
  return { ...state, run, clear }
}

const rest = { pending: false, error: undefined }
