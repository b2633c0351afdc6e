import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../primitives/Button.tsx'

/** Time for which the button must be held, ms; equal to the transition in the style sheet. @source security 3.5 */
export const holdMs = 700
/** Time in which a second press replaces holding, ms. @source WCAG 2.2 2.1.1 */
const againMs = 10_000

/**
 * A button that acts when it is released after it was held, with a pointer, Enter or Space: a release lets the wallet
 * open a window. A press by a key or a screen reader can be repeated instead.
 */
export function HoldButton({
  children,
  disabled,
  onHeld,
  words,
}: {
  children: ReactNode
  disabled: boolean
  onHeld: () => void
  words: { readonly release: string; readonly again: string; readonly holdHow: string }
}) {
  const [state, setState] = useState<'idle' | 'holding' | 'held' | 'again'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const firstPressAt = useRef<number>(undefined)
  const how = useId()
  useEffect(() => () => clearTimeout(timer.current), [])
  const begin = () => {
    if (disabled) return
    setState('holding')
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setState('held'), holdMs)
  }
  const cancel = () => {
    clearTimeout(timer.current)
    setState('idle')
  }
  const release = (): 'held' | 'short' => {
    const isHeld = state === 'held' && !disabled
    cancel()
    if (isHeld) onHeld()
    return isHeld ? 'held' : 'short'
  }
  /** Two presses with a pause between them replace holding. */
  const press = () => {
    const before = firstPressAt.current
    const now = performance.now()
    if (before !== undefined && now - before >= holdMs && now - before <= againMs) return onHeld()
    firstPressAt.current = now
    setState('again')
  }
  return (
    <div className="preview-hold" data-holding={state === 'holding' || state === 'held'}>
      <Button
        aria-disabled={disabled || undefined}
        aria-describedby={how}
        icon={<span className="preview-fill" aria-hidden="true" />}
        onPointerDown={(event) => event.button === 0 && begin()}
        onPointerUp={() => state !== 'idle' && release()}
        onPointerLeave={() => state !== 'again' && cancel()}
        onPointerCancel={cancel}
        onBlur={cancel}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== ' ' && event.key !== 'Enter') return
          event.preventDefault()
          if (!event.repeat) begin()
        }}
        onKeyUp={(event) => {
          if (event.key !== ' ' && event.key !== 'Enter') return
          // Firefox sends a click on key up.
          event.preventDefault()
          if (state !== 'idle' && release() === 'short') press()
        }}
        onClick={({ detail }) => {
          // Presses by pointer have a count, those by assistive technology have none.
          if (detail === 0 && !disabled) press()
        }}
      >
        {state === 'held' ? words.release : state === 'again' ? words.again : children}
      </Button>
      <p id={how} hidden>
        {words.holdHow}
      </p>
    </div>
  )
}
