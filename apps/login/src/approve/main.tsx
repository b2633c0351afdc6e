/** The part of the frame that a person sees; loaded by the frame when there is something to show. */
// biome-ignore lint/performance/noBarrelFile: the entry of a part of its own
export { firstHeight, type MountedApproval, mountApproval } from './mountApproval.tsx'
export { type MountedUnlock, mountUnlock } from './unlock/mountUnlock.tsx'
export type { UnlockFactor } from './unlock/UnlockCard.tsx'
