import { useEffect, useState } from 'react'
import { useLanguage } from '../../context.ts'
import { fillMessage } from '../../i18n/fillMessage.ts'
import { Button } from '../../primitives/Button.tsx'
import { Checkbox } from '../../primitives/Checkbox.tsx'
import { HoldButton } from './HoldButton.tsx'
import type { PreviewWords } from './previewWords.ts'

/** Time before the request can be continued, ms: the second of two quick clicks on the page must not do it. */
export const settleMs = 500

/** The buttons below a request: the more can be lost, the more it takes to continue. */
export function PreviewFooter({
  care,
  more,
  onAnswer,
  ready,
  wallet,
  words,
}: {
  /** `hold`: for a risky request. `understand`: for one that is held back; `unread` if nobody knows what it does. */
  care: 'click' | 'hold' | 'understand' | 'unread'
  /** Number of requests that wait. */
  more: number
  onAnswer: (accepted: boolean) => void
  /** False while it is checked. */
  ready: boolean
  wallet: string
  words: PreviewWords['screen']
}) {
  const { locale } = useLanguage()
  const [understood, setUnderstood] = useState(false)
  const isSettled = useSettled(ready)
  const isHeldBack = care === 'understand' || care === 'unread'
  const disabled = !isSettled || (isHeldBack && !understood)
  return (
    <div className="preview-footer">
      {ready && isHeldBack ? (
        <Checkbox checked={understood} onChange={setUnderstood}>
          {care === 'unread' ? words.understandUnread : words.understand}
        </Checkbox>
      ) : null}
      <div className="preview-buttons" data-danger={isHeldBack}>
        <Button variant="secondary" onClick={() => onAnswer(false)}>
          {words.cancel}
        </Button>
        {care === 'click' ? (
          <Button
            aria-disabled={disabled || undefined}
            onClick={() => {
              if (!disabled) onAnswer(true)
            }}
          >
            {words.proceed}
          </Button>
        ) : (
          <HoldButton disabled={disabled} onHeld={() => onAnswer(true)} words={words}>
            {words.hold}
          </HoldButton>
        )}
      </div>
      <p className="preview-next">
        {fillMessage(words.next, { wallet })}
        {more > 0
          ? ` ${fillMessage(words.more, { count: new Intl.NumberFormat(locale).format(more) })}`
          : null}
      </p>
    </div>
  )
}

function useSettled(ready: boolean): boolean {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    if (!ready) return
    const timer = setTimeout(() => setSettled(true), settleMs)
    return () => {
      clearTimeout(timer)
      setSettled(false)
    }
  }, [ready])
  return isSettled
}
