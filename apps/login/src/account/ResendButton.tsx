import { Button, Notice, useSecondsUntil, useStyles } from '@foyer/ui/primitives'
import { useState } from 'react'
import { failureWords, throttledSeconds } from './failureWords.ts'
import css from './ResendButton.css?inline'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

/** Between two mails, ms. @source ledger 5.8; the server counts too */
const waitMs = 30_000

/** Sends the mail again, after 30 s at the soonest; counts down from the mail before. */
export function ResendButton({ onResend }: { onResend: () => Promise<void> }) {
  useStyles(css)
  const [nextAt, setNextAt] = useState(() => Date.now() + waitMs)
  const [sent, setSent] = useState(false)
  const left = useSecondsUntil(nextAt)
  const resend = useTask(async () => {
    try {
      await onResend()
      setNextAt(Date.now() + waitMs)
      setSent(true)
    } catch (error) {
      const seconds = throttledSeconds(error)
      if (seconds === undefined) throw error
      setNextAt(Date.now() + seconds * 1000)
    }
  })
  return (
    <>
      {resend.error === undefined ? null : (
        <Notice tone="danger">{failureWords(resend.error)}</Notice>
      )}
      <Button
        variant="quiet"
        inline
        pending={resend.pending}
        disabled={left > 0}
        onClick={() => void resend.run()}
      >
        {left > 0 ? words.code.resendIn(left) : words.code.resend}
      </Button>
      <span className="unseen" role="status">
        {sent ? words.code.resent : ''}
      </span>
    </>
  )
}
