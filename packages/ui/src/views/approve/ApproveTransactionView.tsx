import type { Approval, ApprovalWindow, FoyerState } from '@foyer/core'
import { findAuthConnector } from '@foyer/core/internal'
import { useEffect, useState } from 'react'
import { useFoyerState, useLanguage, useMessage, useUi } from '../../context.ts'
import type { MessageKey } from '../../i18n/en.ts'
import { Button } from '../../primitives/Button.tsx'
import { LineIcon } from '../../primitives/Icon.tsx'
import { useStyles } from '../../useStyles.ts'
import css from './ApproveTransactionView.css?inline'

const none: readonly Approval[] = []
const approvalsOf = (state: FoyerState) => state.approvals ?? none

/**
 * Shown behind the embedded wallet's own card: the request, and a button for requests that need a window.
 *
 * @source spec 2.9, 4.12
 */
export function ApproveTransactionView() {
  useStyles(css)
  const { foyer, modal, router } = useUi()
  const message = useMessage()
  const { locale } = useLanguage()
  const approvals = useFoyerState(approvalsOf)
  // Requests with an action here come first: the wallet shows the others.
  const current = approvals.find(({ popup }) => popup) ?? approvals[0]
  const { isBlocked, onOpen } = useWindow(current)
  const over = current === undefined
  useEffect(() => {
    // Usually closed already, synchronously with the last answer.
    if (!over) return
    if (router.canGoBack()) router.back()
    else modal.close({ force: true })
  }, [modal, over, router])
  const popup = current?.popup
  const words = popup ? windowWords[popup.window ?? 'none'] : waitingWords
  const isOpen = popup?.window === 'opening' || popup?.window === 'open'
  const more = approvals.length - 1
  return (
    <div className="approve" data-method={current?.method} data-behind={!popup}>
      <span className="approve-sign" aria-hidden="true">
        <LineIcon path={popup ? windowPath : shieldPath} />
        <svg className="approve-ring" viewBox="0 0 96 96" aria-hidden="true">
          <circle className="approve-track" cx="48" cy="48" r="45" />
          <circle cx="48" cy="48" r="45" pathLength="100" strokeDasharray="28 72" />
        </svg>
      </span>
      <div className="approve-words" role="status">
        <p className="approve-title">{message(words.title)}</p>
        <p className="approve-text">{message(words.text ?? kindOf(current?.method))}</p>
        {more > 0 ? (
          <p className="approve-text">
            {message('approve.more', { count: new Intl.NumberFormat(locale).format(more) })}
          </p>
        ) : null}
      </div>
      {isBlocked ? (
        <p className="approve-error" role="alert">
          {message('approve.blocked')}
        </p>
      ) : null}
      <div className="approve-actions">
        {popup ? (
          <Button variant={isOpen ? 'secondary' : 'primary'} onClick={onOpen}>
            {message(popup.window ? 'approve.openAgain' : 'approve.open')}
          </Button>
        ) : null}
        <Button variant="quiet" onClick={() => findAuthConnector(foyer)?.abortRequests()}>
          {message('approve.reject')}
        </Button>
      </div>
    </div>
  )
}

/** The request's own window. */
function useWindow(approval: Approval | undefined): { isBlocked: boolean; onOpen: () => void } {
  const [blocked, setBlocked] = useState<string>()
  return {
    isBlocked: approval !== undefined && blocked === approval.id,
    onOpen() {
      if (approval?.popup) setBlocked(approval.popup.open() ? undefined : approval.id)
    },
  }
}

type Words = { readonly title: MessageKey; readonly text?: MessageKey }
const waitingWords: Words = { title: 'approve.waiting' }
const openedWords: Words = { title: 'approve.openedTitle', text: 'approve.opened' }
const windowWords: { readonly [window in ApprovalWindow | 'none']: Words } = {
  none: { title: 'approve.windowTitle', text: 'approve.window' },
  opening: openedWords,
  open: openedWords,
  closed: { title: 'approve.closedTitle', text: 'approve.closed' },
  late: { title: 'approve.lateTitle', text: 'approve.late' },
}

/** Classifies a method for its description. @source spec 6.2 */
function kindOf(method = ''): MessageKey {
  if (method === 'wallet_sendCalls') return 'approve.calls'
  if (method === 'wallet_grantPermissions') return 'approve.grant'
  if (method === 'wallet_revokePermissions') return 'approve.revoke'
  return /send/i.test(method) ? 'approve.send' : 'approve.sign'
}

const shieldPath =
  'M12 3.500l7 2.500v5.500c0 4.300-2.800 7.500-7 9-4.200-1.500-7-4.700-7-9V6zM9 12l2.200 2.200L15.200 10'
const windowPath = 'M10 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-4M14 4h6v6M20 4l-9 9'
