import type { FrameTheme } from '@foyer/protocol/frame'
import { PrimitivesRoot } from '@foyer/ui/primitives'
import { createRoot } from 'react-dom/client'
import type { Approval, ApprovalStatus, Decision } from './approval.ts'
import { ApprovalCard } from './card/ApprovalCard.tsx'
import { pageDirection } from './pageLanguage.ts'
import { applyTheme } from './theme/applyTheme.ts'

export type MountApprovalOptions = {
  approval: Approval
  /** @default asking */
  status?: ApprovalStatus | undefined
  /** Theme of the site, as returned by `pickTheme`. */
  theme?: FrameTheme | undefined
  /** In the frame of a page, or in a window of the login origin. @default 'inline' */
  surface?: 'inline' | 'popup' | undefined
  /** Called at most once per request. */
  onDecision: (decision: Decision) => void
  /** Called when the user closes the outcome. */
  onClose?: (() => void) | undefined
  /** Called with the card's height, 480 to 720 px, each time that it changes while the frame is shown. */
  onHeight?: ((height: number) => void) | undefined
  /** Called after 3 s in which the frame was too small (`size`) or covered (`unseen`): offer a popup instead. */
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
 * Renders the approval screen of a request into `root`, which must fill the document.
 *
 * @source security 3.5
 */
export function mountApproval(root: HTMLElement, options: MountApprovalOptions): MountedApproval {
  const { ownerDocument } = root
  let { approval, status = { is: 'asking' }, theme } = options
  const react = createRoot(root)
  const draw = () =>
    react.render(
      <PrimitivesRoot root={ownerDocument} direction={pageDirection}>
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
