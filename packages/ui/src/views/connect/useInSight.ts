import { useSyncExternalStore } from 'react'

/** Whether the page is the tab, or the app, that is looked at. */
export function useInSight(): boolean {
  return useSyncExternalStore(subscribe, read, read)
}

const read = () => document.visibilityState === 'visible'

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
