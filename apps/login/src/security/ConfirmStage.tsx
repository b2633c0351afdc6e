import { FoyerError } from '@foyer/protocol'
import { confirmDevice } from '@foyer/protocol/login'
import { Button, Notice, useStyles } from '@foyer/ui/primitives'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useReady } from '../account/AccountContext.ts'
import css from '../account/DeviceStep.css?inline'
import { FilledText } from '../account/FilledText.tsx'
import { failureWords } from '../account/failureWords.ts'
import { NumberBox } from '../account/NumberBox.tsx'
import { ResendButton } from '../account/ResendButton.tsx'
import { useTask } from '../account/useTask.ts'
import { words } from '../account/words.ts'

/** Poll interval at the vault, in ms: the vault has a rate limit per IP network. */
const pollMs = 3_000

/** Requests the vault's mailed link, when the user asks for it, and polls until it is approved for this browser. */
export function ConfirmStage({
  asks = false,
  email,
  isConfirmed,
  onConfirmed,
  request,
}: {
  /** Names the address first, and mails the link on a click. @default the user has just asked for it */
  asks?: boolean
  /** Where the link goes. @default the account's address */
  email?: string | undefined
  /** Requests the link. @default the one that confirms this browser */
  request?: () => Promise<{ number: string }>
  /** Asks the vault whether the link was approved. */
  isConfirmed: () => Promise<boolean>
  onConfirmed: () => void
}) {
  useStyles(css)
  const { account, facts } = useReady()
  const [number, setNumber] = useState<string>()
  const [isUnreachable, setUnreachable] = useState(false)
  const latest = useRef({ isConfirmed, onConfirmed, request })
  latest.current = { isConfirmed, onConfirmed, request }
  const send = useCallback(async () => {
    const answer = latest.current.request?.() ?? account.call(confirmDevice, {})
    setNumber((await answer).number)
  }, [account])
  const { error, pending, run } = useTask(send)
  useEffect(() => {
    if (!asks) void run()
  }, [asks, run])
  const to = email ?? facts.email ?? words.stepUp.noEmail
  const isMailed = number !== undefined
  useEffect(() => {
    if (!isMailed) return
    const later = () => setTimeout(() => void poll(), pollMs)
    let timer = later()
    let isGone = false
    async function poll() {
      const is = await latest.current.isConfirmed().catch(() => undefined)
      if (isGone) return
      if (is === true) return latest.current.onConfirmed()
      setUnreachable(is === undefined)
      timer = later()
    }
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [isMailed])
  if (error !== undefined)
    return (
      <Notice
        tone="danger"
        action={
          <Button variant="secondary" inline pending={pending} onClick={() => void run()}>
            {words.retry}
          </Button>
        }
      >
        {isHeld(error) ? words.enrol.confirmHeld : failureWords(error)}
      </Notice>
    )
  if (!isMailed && asks)
    return (
      <>
        <p className="sheet-text">
          <FilledText text={words.enrol.confirmAsk} value={to} />
        </p>
        <Button pending={pending} onClick={() => void run()}>
          {words.freeze.unfreezeAction}
        </Button>
      </>
    )
  if (!isMailed) return <p className="sheet-text">{words.enrol.confirmSending}</p>
  return (
    <>
      <p className="sheet-text">
        <FilledText text={words.enrol.confirmText} value={to} />
      </p>
      <NumberBox number={number} />
      {isUnreachable ? (
        <Notice tone="warning">{words.device.unreachable}</Notice>
      ) : (
        <p className="waiting" role="status">
          {words.device.waiting}
        </p>
      )}
      <div className="ask-links">
        <ResendButton onResend={send} />
      </div>
    </>
  )
}

/** Returns whether the vault still uses the previous address, as it does for a day after a change. */
const isHeld = (error: unknown) => error instanceof FoyerError && error.code === 'request-invalid'
