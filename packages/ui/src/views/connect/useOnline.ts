import { useSyncExternalStore } from 'react'

/** True while the browser reports a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, read, read)
}

const read = () => navigator.onLine

function subscribe(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
