import type { FrameTheme } from '@foyer/protocol/frame'
import { PrimitivesRoot } from '@foyer/ui/primitives'
import { createRoot } from 'react-dom/client'
import { pageDirection } from '../pageLanguage.ts'
import { applyTheme } from '../theme/applyTheme.ts'
import type { MountedUnlock } from './mountUnlock.tsx'
import { PasskeyCard, type PasskeyCardProps } from './PasskeyCard.tsx'

/** Renders the screen on which a passkey opens or makes a wallet, into `root`, which must fill the document. */
export function mountPasskey(
  root: HTMLElement,
  options: PasskeyCardProps & { theme?: FrameTheme | undefined },
): MountedUnlock {
  const { ownerDocument } = root
  const react = createRoot(root)
  react.render(
    <PrimitivesRoot root={ownerDocument} direction={pageDirection}>
      <PasskeyCard {...options} />
    </PrimitivesRoot>,
  )
  applyTheme(ownerDocument.documentElement, options.theme)
  return {
    update: ({ theme }) => applyTheme(ownerDocument.documentElement, theme),
    unmount: () => react.unmount(),
  }
}
