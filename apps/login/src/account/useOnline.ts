import { useSyncExternalStore } from 'react'

function watch(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Returns whether the browser reports to be online. */
export const useOnline = (): boolean => useSyncExternalStore(watch, () => navigator.onLine)
