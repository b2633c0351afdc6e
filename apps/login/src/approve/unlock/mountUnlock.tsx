import type { FrameTheme } from '@foyer/protocol/frame'
import { PrimitivesRoot } from '@foyer/ui/primitives'
import { createRoot } from 'react-dom/client'
import { pageDirection } from '../pageLanguage.ts'
import { applyTheme } from '../theme/applyTheme.ts'
import { UnlockCard, type UnlockCardProps } from './UnlockCard.tsx'

export type MountUnlockOptions = UnlockCardProps & { theme?: FrameTheme | undefined }

export type MountedUnlock = {
  update(next: { theme?: FrameTheme | undefined }): void
  unmount(): void
}

/**
 * Renders the unlock screen into `root`, which must fill the document. It can not create a passkey, which browsers do
 * not allow in a cross-site frame.
 * @source security 2.3, 2.8
 */
export function mountUnlock(root: HTMLElement, options: MountUnlockOptions): MountedUnlock {
  const { ownerDocument } = root
  const react = createRoot(root)
  react.render(
    <PrimitivesRoot root={ownerDocument} direction={pageDirection}>
      <UnlockCard {...options} />
    </PrimitivesRoot>,
  )
  applyTheme(ownerDocument.documentElement, options.theme)
  return {
    update: ({ theme }) => applyTheme(ownerDocument.documentElement, theme),
    unmount: () => react.unmount(),
  }
}
