import { useSyncExternalStore } from 'react'

function watch(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Tells whether the browser reports a connection. */
export const useOnline = (): boolean => useSyncExternalStore(watch, () => navigator.onLine)
