import type { SwapProgress } from './SwapProgress.tsx'

/** Loads what is shown once a swap has begun. */
export async function loadProgress(): Promise<typeof SwapProgress> {
  return (await import('./SwapProgress.tsx')).SwapProgress
}
