import { useSecondsUntil } from '@foyer/ui/primitives'
import { useEffect, useRef, useState } from 'react'
import type { Approval, ApprovalStatus, Decision } from '../approval.ts'
import { passkeyFailure } from '../unlock/passkeyFailure.ts'
import { askWalletPasskey } from '../unlock/walletPasskey.ts'
import { passkeyWords, words } from '../words.ts'
import { CardIcon } from './CardIcon.tsx'
import { clockOf } from './clockOf.ts'
import { Footer } from './Footer.tsx'
import { hintOf } from './hintOf.ts'
import { labelOf } from './labelOf.ts'
import { needsHold } from './needsHold.ts'
import { RequestBody } from './RequestBody.tsx'
import { SiteHeader } from './SiteHeader.tsx'
import { useBlocked } from './useBlocked.ts'
import { useGate } from './useGate.ts'
import { useHeight } from './useHeight.ts'

/** Maximum of calls in one approval. @source security 3.4, T39 */
const maxCalls = 20

export type AskingCardProps = {
  approval: Approval
  status: ApprovalStatus
  surface: 'inline' | 'popup'
  onDecision: (decision: Decision) => void
  /** Called with the height that the whole card needs, in px. */
  onHeight?: ((height: number) => void) | undefined
  /** Called when nothing can be approved here: the frame is too small (`size`) or covered (`unseen`). */
  onBlocked?: ((why: 'size' | 'unseen') => void) | undefined
}

/** Shows a request that is pending, or being signed. */
export function AskingCard({
  approval,
  onBlocked,
  onDecision,
  onHeight,
  status,
  surface,
}: AskingCardProps) {
  const { description, digest, passkey, rid } = approval
  const card = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const approve = useRef<HTMLDivElement>(null)
  const [decided, setDecided] = useState<Decision['decision']>()
  const [refused, setRefused] = useState<string>()
  const decide = (decision: Decision['decision']) => {
    if (decided !== undefined) return
    setDecided(decision)
    if (decision === 'approve' && passkey) void signBy(passkey)
    else onDecision({ rid, digest, decision })
  }
  const signBy = async ({ id }: { id: string | undefined }) => {
    setRefused(undefined)
    try {
      const factor = await askWalletPasskey(id)
      onDecision({ rid, digest, decision: 'approve', factor })
    } catch (error) {
      // Nothing was decided yet: the user may approve again, or reject.
      setRefused(passkeyFailure(error))
      setDecided(undefined)
    }
  }
  const sending = status.is === 'sending' || decided === 'approve'
  const tooMany = description !== undefined && description.calls.length > maxCalls
  const hold = description !== undefined && needsHold(description)
  const gate = useGate(
    { card, body, approve },
    {
      // Resets the reading state for each description.
      of: sending || decided !== undefined || tooMany ? undefined : description,
      surface,
      hold,
      onApprove: () => decide('approve'),
    },
  )
  useHeight(card, onHeight)
  useBlocked(gate?.why, onBlocked)
  useEffect(() => {
    if (!description) return
    // Focus the heading, for screen readers, never a button; in a frame that is still hidden, once it is shown.
    const focusHeading = () => {
      if (document.activeElement === document.body)
        body.current?.querySelector('h1')?.focus({ preventScroll: true })
    }
    focusHeading()
    window.addEventListener('focus', focusHeading)
    return () => window.removeEventListener('focus', focusHeading)
  }, [description])
  const left = useSecondsUntil(approval.expiresAt)
  return (
    <div className="approval-card" ref={card}>
      <SiteHeader {...approval} />
      <div className="approval-middle">
        {/* biome-ignore lint/a11y/useSemanticElements: a section that scrolls */}
        <div
          ref={body}
          className="approval-scroll"
          role="region"
          aria-label={words.request}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
          tabIndex={0}
        >
          <div className="approval-body">
            <RequestBody approval={approval} />
          </div>
        </div>
        <button
          type="button"
          className="approval-more"
          hidden={!gate?.unread}
          onClick={() => {
            const area = body.current
            area?.scrollBy({ top: area.clientHeight - 60, behavior: 'smooth' })
          }}
        >
          {words.more}
          <CardIcon name="down" />
        </button>
      </div>
      <Footer
        approveRef={approve}
        gate={gate}
        hint={
          passkey && decided === 'approve' && status.is === 'asking'
            ? passkeyWords.signing
            : (refused ?? hintOf({ gate, tooMany }))
        }
        clock={clockOf(left)}
        hold={hold}
        danger={description?.risk === 'high'}
        label={labelOf(description?.kind)}
        sending={sending}
        decided={decided !== undefined}
        onReject={() => decide('reject')}
      />
    </div>
  )
}
