import type { requests } from './requests.ts'

/** Loads what asks a connected wallet. */
export async function loadRequests(): Promise<typeof requests> {
  return (await import('./requests.ts')).requests
}
