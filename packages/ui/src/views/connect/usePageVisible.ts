import { useSyncExternalStore } from 'react'

/** True while the page is visible. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(subscribe, read, read)
}

const read = () => document.visibilityState === 'visible'

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
