import { Button, Notice, useSecondsUntil, useStyles } from '@foyer/ui/primitives'
import { useState } from 'react'
import { failureWords, throttledSeconds } from './failureWords.ts'
import css from './ResendButton.css?inline'
import { useTask } from './useTask.ts'
import { words } from './words.ts'

/** Time between two mails, in ms. @source spec 5.8; the server enforces it too */
const waitMs = 30_000

/** A button that resends the mail; disabled with a countdown for 30 s after the last one. */
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
