import type { SwapCrossings } from './SwapCrossings.tsx'

/** Loads what is shown of swaps across networks. */
export async function loadCrossings(): Promise<typeof SwapCrossings> {
  return (await import('./SwapCrossings.tsx')).SwapCrossings
}
