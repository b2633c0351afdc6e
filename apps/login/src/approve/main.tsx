/** The visible part of the frame; loaded only when there is something to show. */
// biome-ignore lint/performance/noBarrelFile: the entry of a part of its own
export { firstHeight, type MountedApproval, mountApproval } from './mountApproval.tsx'
export { type MountedUnlock, mountUnlock } from './unlock/mountUnlock.tsx'
export type { UnlockFactor } from './unlock/UnlockCard.tsx'
