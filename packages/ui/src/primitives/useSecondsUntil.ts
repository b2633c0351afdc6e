import { useEffect, useState } from 'react'

/** Counts down the whole seconds until a moment (ms since 1970); 0 once it has passed. */
export function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    setNow(Date.now())
    if (at <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (at <= Date.now()) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [at])
  return Math.max(0, Math.ceil((at - now) / 1000))
}
