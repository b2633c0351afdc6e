import type { FrameTheme, PasskeyAssertion } from '@foyer/protocol'
import { PrimitivesRoot } from '@foyer/ui/primitives'
import { createRoot } from 'react-dom/client'
import type { GivenFactor } from '../../worker/messages.ts'
import { applyTheme } from '../theme/applyTheme.ts'
import { UnlockCard } from './UnlockCard.tsx'

/** For the key worker's `recover`: what opens the wallet, and with a passkey what the vault wants to see. */
export type UnlockFactor = {
  factor: GivenFactor
  evidence?: { kind: 'passkey'; assertion: PasskeyAssertion }
}

export type MountUnlockOptions = {
  mode: 'passkey' | 'code'
  /** Attested by the handshake. */
  origin: string
  /** Whose wallet it is. */
  email?: string | null | undefined
  /** The `options` that the vault answers to `passkeyChallenge`; needed for `passkey`, asked for once a try. */
  readPasskeyOptions?: (() => Promise<unknown>) | undefined
  theme?: FrameTheme | undefined
  /** Opens the wallet. The bytes are wiped when it settles; what it throws is told, and the person may try again. */
  onFactor: (given: UnlockFactor) => Promise<unknown>
  onCancel: () => void
  /** As of `mountApproval`. */
  onHeight?: ((height: number) => void) | undefined
}

export type MountedUnlock = {
  update(next: { theme?: FrameTheme | undefined }): void
  unmount(): void
}

/**
 * Draws the question for the person's own factor, across the whole document. Nothing is made here: a passkey in a frame of
 * another site can be used, but not created.
 *
 * @source security 2.3, 2.8
 */
export function mountUnlock(root: HTMLElement, options: MountUnlockOptions): MountedUnlock {
  const { ownerDocument } = root
  const react = createRoot(root)
  react.render(
    <PrimitivesRoot root={ownerDocument}>
      <UnlockCard {...options} />
    </PrimitivesRoot>,
  )
  applyTheme(ownerDocument.documentElement, options.theme)
  return {
    update: ({ theme }) => applyTheme(ownerDocument.documentElement, theme),
    unmount: () => react.unmount(),
  }
}
