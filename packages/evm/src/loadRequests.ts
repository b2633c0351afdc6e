import type { requests } from './requests.ts'

/** Loads the requests to a connected wallet. */
export async function loadRequests(): Promise<typeof requests> {
  return (await import('./requests.ts')).requests
}
