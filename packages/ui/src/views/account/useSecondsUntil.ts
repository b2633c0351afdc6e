import { useEffect, useState } from 'react'

/** Whole seconds until a moment (ms since 1970), counting down; 0 once it has passed. */
export function useSecondsUntil(at: number): number {
  const [now, setNow] = useState(Date.now)
  const left = Math.max(0, Math.ceil((at - now) / 1000))
  useEffect(() => {
    if (at <= Date.now()) return
    const timer = setInterval(() => {
      setNow(Date.now())
      if (at <= Date.now()) clearInterval(timer)
    }, 1000)
    setNow(Date.now())
    return () => clearInterval(timer)
  }, [at])
  return left
}
