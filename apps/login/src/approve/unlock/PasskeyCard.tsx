import { Button, Notice, useStyles } from '@foyer/ui/primitives'
import { useEffect, useRef, useState } from 'react'
import cardCss from '../card/ApprovalCard.css?inline'
import { CardIcon } from '../card/CardIcon.tsx'
import bodyCss from '../card/RequestBody.css?inline'
import { SiteHeader } from '../card/SiteHeader.tsx'
import { useHeight } from '../card/useHeight.ts'
import { passkeyWords } from '../words.ts'
import { passkeyFailure } from './passkeyFailure.ts'
import css from './UnlockCard.css?inline'

export type PasskeyCardProps = {
  /** Origin of the site, attested by the browser in the handshake. */
  origin: string
  /** Logs in with a passkey. An error is shown, and the user may retry. */
  onOpen: () => Promise<unknown>
  /** Makes a wallet with a new passkey, in a window that it opens. */
  onCreate: () => Promise<unknown>
  onCancel: () => void
  /** As in `mountApproval`. */
  onHeight?: ((height: number) => void) | undefined
}

/** Opens a wallet that passkeys alone hold, or makes one. */
export function PasskeyCard({ onCancel, onCreate, onHeight, onOpen, origin }: PasskeyCardProps) {
  useStyles(cardCss)
  useStyles(bodyCss)
  useStyles(css)
  const card = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [working, setWorking] = useState<'open' | 'create'>()
  const [failure, setFailure] = useState<string>()
  useHeight(card, onHeight)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const run = async (what: 'open' | 'create', action: () => Promise<unknown>) => {
    if (working) return
    setWorking(what)
    setFailure(undefined)
    try {
      await action()
    } catch (error) {
      setFailure(passkeyFailure(error))
      setWorking(undefined)
    }
  }
  return (
    <div className="approval-card" ref={card}>
      <SiteHeader origin={origin} />
      <div className="approval-middle">
        <div className="approval-scroll">
          <div className="approval-body unlock-body">
            <span className="unlock-mark">
              <CardIcon name="key" />
            </span>
            <h1 ref={heading} className="approval-title" tabIndex={-1}>
              {passkeyWords.title}
            </h1>
            <p className="unlock-text">{passkeyWords.text}</p>
            {failure === undefined ? null : (
              <Notice tone="danger">
                <p>{failure}</p>
              </Notice>
            )}
            {working === 'create' ? (
              <p className="unlock-small" role="status">
                {passkeyWords.inWindow}
              </p>
            ) : (
              <Button
                variant="quiet"
                disabled={working !== undefined}
                onClick={() => void run('create', onCreate)}
              >
                {passkeyWords.create}
              </Button>
            )}
          </div>
        </div>
      </div>
      <footer className="unlock-footer">
        <Button variant="secondary" onClick={onCancel}>
          {passkeyWords.cancel}
        </Button>
        <Button pending={working === 'open'} onClick={() => void run('open', onOpen)}>
          {passkeyWords.use}
        </Button>
      </footer>
    </div>
  )
}
