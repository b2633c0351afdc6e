import type { FrameTheme } from '@foyer/protocol/frame'
import { PrimitivesRoot } from '@foyer/ui/primitives'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { pageDirection } from '../pageLanguage.ts'
import { applyTheme } from '../theme/applyTheme.ts'

export type MountedCard = {
  update(next: { theme?: FrameTheme | undefined }): void
  unmount(): void
}

/** Renders a card into `root`, which must fill the document. */
export function mountCard(
  root: HTMLElement,
  card: ReactNode,
  theme: FrameTheme | undefined,
): MountedCard {
  const { ownerDocument } = root
  const react = createRoot(root)
  react.render(
    <PrimitivesRoot root={ownerDocument} direction={pageDirection}>
      {card}
    </PrimitivesRoot>,
  )
  applyTheme(ownerDocument.documentElement, theme)
  return {
    update: (next) => applyTheme(ownerDocument.documentElement, next.theme),
    unmount: () => react.unmount(),
  }
}
