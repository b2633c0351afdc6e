import { Button, useStyles } from '@foyer/ui/primitives'
import { useEffect, useRef } from 'react'
import cardCss from '../card/ApprovalCard.css?inline'
import { CardIcon } from '../card/CardIcon.tsx'
import bodyCss from '../card/RequestBody.css?inline'
import { SiteHeader } from '../card/SiteHeader.tsx'
import { useHeight } from '../card/useHeight.ts'
import css from '../unlock/UnlockCard.css?inline'
import { challengeWords } from '../words.ts'
import { ChallengeFrame } from './ChallengeFrame.tsx'

export type ChallengeCardProps = {
  /** Origin of the site, attested by the browser in the handshake. */
  origin: string
  /** Address of the operator's page. */
  page: string
  /** The token of the page; empty if the page did not load. */
  onToken: (token: string) => void
  onCancel: () => void
  /** As in `mountApproval`. */
  onHeight?: ((height: number) => void) | undefined
}

/** The operator's challenge before a mail, in the frame of a site. */
export function ChallengeCard({ onCancel, onHeight, onToken, origin, page }: ChallengeCardProps) {
  useStyles(cardCss)
  useStyles(bodyCss)
  useStyles(css)
  const card = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useHeight(card, onHeight)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="approval-card" ref={card}>
      <SiteHeader origin={origin} />
      <div className="approval-middle">
        <div className="approval-scroll">
          <div className="approval-body unlock-body">
            <span className="unlock-mark">
              <CardIcon name="person" />
            </span>
            <h1 ref={heading} className="approval-title" tabIndex={-1}>
              {challengeWords.title}
            </h1>
            <p className="unlock-text">{challengeWords.text}</p>
            <ChallengeFrame page={page} onToken={onToken} />
          </div>
        </div>
      </div>
      <footer className="unlock-footer">
        <Button variant="secondary" onClick={onCancel}>
          {challengeWords.cancel}
        </Button>
      </footer>
    </div>
  )
}
