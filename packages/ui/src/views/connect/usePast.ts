import { useEffect, useState } from 'react'

/** True once a moment, ms since 1970, is over; also after the computer slept. */
export function usePast(moment: number | undefined): boolean {
  const [past, setPast] = useState(moment !== undefined && moment <= Date.now())
  useEffect(() => {
    const look = () => setPast(moment !== undefined && moment <= Date.now())
    look()
    if (moment === undefined) return
    const timer = setTimeout(look, Math.max(0, moment - Date.now()))
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [moment])
  return past
}
