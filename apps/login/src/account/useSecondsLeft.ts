import { useEffect, useState } from 'react'

/** Whole seconds until a moment (ms since 1970), counted down; 0 from then on. */
export function useSecondsLeft(untilAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((untilAt - now) / 1000))
  useEffect(() => {
    if (untilAt <= Date.now()) return
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (untilAt <= Date.now()) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [untilAt])
  return left
}
