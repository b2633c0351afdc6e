import { useEffect, useState } from 'react'

/** Whole seconds until `at`, ms since 1970; counts down to 0. */
export function useSecondsLeft(at: number): number {
  const [left, setLeft] = useState(() => secondsUntil(at))
  useEffect(() => {
    const look = () => setLeft(secondsUntil(at))
    look()
    const timer = setInterval(look, 1000)
    return () => clearInterval(timer)
  }, [at])
  return left
}

const secondsUntil = (at: number) => Math.max(0, Math.ceil((at - Date.now()) / 1000))
