import type { FrameTheme } from '@foyer/protocol/frame'
import { type MountedCard, mountCard } from '../card/mountCard.tsx'
import { ChallengeCard, type ChallengeCardProps } from './ChallengeCard.tsx'

/** Renders the operator's challenge into `root`, which must fill the document. */
export const mountChallenge = (
  root: HTMLElement,
  options: ChallengeCardProps & { theme?: FrameTheme | undefined },
): MountedCard => mountCard(root, <ChallengeCard {...options} />, options.theme)
