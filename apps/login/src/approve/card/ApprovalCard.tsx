import { useSecondsUntil, useStyles } from '@foyer/ui/primitives'
import type { ApprovalStatus } from '../approval.ts'
import { failures, overs, words } from '../words.ts'
import css from './ApprovalCard.css?inline'
import { AskingCard, type AskingCardProps } from './AskingCard.tsx'
import { CardBoundary } from './CardBoundary.tsx'
import { Ended } from './Ended.tsx'
import { SiteHeader } from './SiteHeader.tsx'

export type ApprovalCardProps = AskingCardProps & {
  /** Called when the user closes the outcome. */
  onClose: () => void
}

/** Shows one request with its requester, description and two buttons, or its outcome. */
export function ApprovalCard(props: ApprovalCardProps) {
  useStyles(css)
  const { digest, rid } = props.approval
  return (
    <CardBoundary
      // Resets all state for a new request: no earlier press or scroll counts.
      key={`${rid} ${digest}`}
      fallback={
        <div className="approval-card">
          <Ended
            tone="failed"
            title={words.unshown}
            text={words.unshownText}
            button={words.reject}
            onClose={() => props.onDecision({ rid, digest, decision: 'reject' })}
          />
        </div>
      }
    >
      <Card {...props} />
    </CardBoundary>
  )
}

function Card(props: ApprovalCardProps) {
  const { approval, onClose } = props
  const expired = useSecondsUntil(approval.expiresAt) === 0
  const status: ApprovalStatus =
    expired && props.status.is === 'asking' ? { is: 'over', reason: 'expired' } : props.status
  if (status.is === 'asking' || status.is === 'sending')
    return <AskingCard {...props} status={status} />
  return (
    <div className="approval-card">
      <SiteHeader {...approval} />
      {status.is === 'done' ? (
        <Ended tone="done" title={words.done} />
      ) : status.is === 'failed' ? (
        <Ended
          tone="failed"
          title={words.failed}
          text={failures[status.code] ?? (status.maySent ? overs.unfinished[1] : words.failedText)}
          details={status.details}
          button={words.close}
          onClose={onClose}
        />
      ) : (
        <Ended
          tone="over"
          title={overs[status.reason][0]}
          text={overs[status.reason][1]}
          button={words.close}
          onClose={onClose}
        />
      )}
    </div>
  )
}
