import type { FrameTheme } from '@foyer/protocol/frame'
import { type MountedCard, mountCard } from '../card/mountCard.tsx'
import { PasskeyCard, type PasskeyCardProps } from './PasskeyCard.tsx'

/** Renders the screen on which a passkey opens or makes a wallet, into `root`, which must fill the document. */
export const mountPasskey = (
  root: HTMLElement,
  options: PasskeyCardProps & { theme?: FrameTheme | undefined },
): MountedCard => mountCard(root, <PasskeyCard {...options} />, options.theme)
