/** The approval screens, a bundle of their own that the frame loads on demand. */
export type { MountedCard } from './card/mountCard.tsx'
// biome-ignore lint/performance/noBarrelFile: the entry of a part of its own
export { mountChallenge } from './challenge/mountChallenge.tsx'
export { firstHeight, type MountedApproval, mountApproval } from './mountApproval.tsx'
export { mountPasskey } from './unlock/mountPasskey.tsx'
export { mountUnlock } from './unlock/mountUnlock.tsx'
export type { UnlockFactor } from './unlock/UnlockCard.tsx'
export { askWalletPasskey } from './unlock/walletPasskey.ts'
