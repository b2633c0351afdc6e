import type { FrameTheme } from '@foyer/protocol/frame'
import { type MountedCard, mountCard } from '../card/mountCard.tsx'
import { UnlockCard, type UnlockCardProps } from './UnlockCard.tsx'

export type MountUnlockOptions = UnlockCardProps & { theme?: FrameTheme | undefined }

/**
 * Renders the unlock screen into `root`, which must fill the document. It can not create a passkey, which browsers do
 * not allow in a cross-site frame.
 * @source security 2.3, 2.8
 */
export const mountUnlock = (root: HTMLElement, options: MountUnlockOptions): MountedCard =>
  mountCard(root, <UnlockCard {...options} />, options.theme)
