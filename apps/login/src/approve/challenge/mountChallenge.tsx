import type { FrameTheme } from '@foyer/protocol/frame'
import { PrimitivesRoot } from '@foyer/ui/primitives'
import { createRoot } from 'react-dom/client'
import { pageDirection } from '../pageLanguage.ts'
import { applyTheme } from '../theme/applyTheme.ts'
import type { MountedUnlock } from '../unlock/mountUnlock.tsx'
import { ChallengeCard, type ChallengeCardProps } from './ChallengeCard.tsx'

/** Renders the operator's challenge into `root`, which must fill the document. */
export function mountChallenge(
  root: HTMLElement,
  options: ChallengeCardProps & { theme?: FrameTheme | undefined },
): MountedUnlock {
  const { ownerDocument } = root
  const react = createRoot(root)
  react.render(
    <PrimitivesRoot root={ownerDocument} direction={pageDirection}>
      <ChallengeCard {...options} />
    </PrimitivesRoot>,
  )
  applyTheme(ownerDocument.documentElement, options.theme)
  return {
    update: ({ theme }) => applyTheme(ownerDocument.documentElement, theme),
    unmount: () => react.unmount(),
  }
}
