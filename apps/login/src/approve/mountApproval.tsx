import type { FrameTheme } from '@foyer/protocol/frame'
import { PrimitivesRoot } from '@foyer/ui/primitives'
import { createRoot } from 'react-dom/client'
import type { Approval, ApprovalStatus, Decision } from './approval.ts'
import { ApprovalCard } from './card/ApprovalCard.tsx'
import { applyTheme } from './theme/applyTheme.ts'

export type MountApprovalOptions = {
  approval: Approval
  /** @default asking */
  status?: ApprovalStatus | undefined
  /** As `pickTheme` let it through. */
  theme?: FrameTheme | undefined
  /** In the frame of a page, or in a window of the login origin. @default 'inline' */
  surface?: 'inline' | 'popup' | undefined
  /** At most once for each request. */
  onDecision: (decision: Decision) => void
  /** The user closed the final screen. */
  onClose?: (() => void) | undefined
  /** px, 480 to 720, each time that it changes; nothing is measured while the frame is not shown. */
  onHeight?: ((height: number) => void) | undefined
  /** After 3 s in which nothing could be approved, since the frame is too small or covered: a window is the way out. */
  onBlocked?: ((why: 'size' | 'unseen') => void) | undefined
}

/** Initial height of the frame, in px: `onHeight` reports the real one. */
export const firstHeight = 560

export type MountedApproval = {
  /** Updates the state of the request, or shows another one: a new `rid` or `digest` resets everything. */
  update(next: Partial<Pick<MountApprovalOptions, 'approval' | 'status' | 'theme'>>): void
  unmount(): void
}

/**
 * Draws the approval of a request into `root`, across its whole document.
 *
 * @source security 3.5
 */
export function mountApproval(root: HTMLElement, options: MountApprovalOptions): MountedApproval {
  const { ownerDocument } = root
  let { approval, status = { is: 'asking' }, theme } = options
  const react = createRoot(root)
  const draw = () =>
    react.render(
      <PrimitivesRoot root={ownerDocument}>
        <ApprovalCard
          approval={approval}
          status={status}
          surface={options.surface ?? 'inline'}
          onDecision={options.onDecision}
          onClose={() => options.onClose?.()}
          onHeight={options.onHeight}
          onBlocked={options.onBlocked}
        />
      </PrimitivesRoot>,
    )
  draw()
  applyTheme(ownerDocument.documentElement, theme)
  return {
    update(next) {
      approval = next.approval ?? approval
      status = next.status ?? (next.approval ? { is: 'asking' } : status)
      if ('theme' in next) {
        theme = next.theme
        applyTheme(ownerDocument.documentElement, theme)
      }
      draw()
    },
    unmount: () => react.unmount(),
  }
}
