import { Button } from '@foyer/ui/primitives'
import { type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { words } from '../account/words.ts'

/** Time for which the button must be held, in ms; equal to the transition in the style sheet. */
const holdMs = 1_200
/** Between two presses that replace holding, in ms: longer than a double press, for who waits the second that they are told. */
const pauseMs = 800
/** Time within which a second press replaces holding, in ms. @source WCAG 2.2 2.1.1 */
const againMs = 8_000

/**
 * A button that must be held, with a pointer, Space or Enter. A press by a key or a screen reader can be repeated after a
 * pause instead.
 */
export function HoldButton({
  disabled,
  label,
  onHeld,
  pending,
}: {
  label: string
  disabled: boolean
  pending: boolean
  onHeld: () => void
}) {
  const [state, setState] = useState<'idle' | 'holding' | 'again'>('idle')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const holding = useRef(false)
  /** A pointer was pressed: the next click is its own. */
  const pointer = useRef(false)
  const firstPressAt = useRef(Number.NEGATIVE_INFINITY)
  const how = useId()
  useEffect(() => () => clearTimeout(timer.current), [])
  /** Changes the state, for a time. */
  const setFor = (next: typeof state, ms: number, then?: () => void) => {
    setState(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      holding.current = false
      setState('idle')
      then?.()
    }, ms)
  }
  const begin = ({ nativeEvent }: SyntheticEvent) => {
    if (!nativeEvent.isTrusted || disabled || pending) return
    holding.current = true
    setFor('holding', holdMs, onHeld)
  }
  /** Ends a hold that was too short. @returns whether there was one */
  const end = () => {
    if (!holding.current) return false
    holding.current = false
    clearTimeout(timer.current)
    setState('idle')
    return true
  }
  /** Two presses with a pause between them replace holding. */
  const press = () => {
    const now = performance.now()
    const sinceMs = now - firstPressAt.current
    if (sinceMs >= pauseMs && sinceMs <= againMs) {
      firstPressAt.current = Number.NEGATIVE_INFINITY
      clearTimeout(timer.current)
      setState('idle')
      return onHeld()
    }
    firstPressAt.current = now
    setFor('again', againMs)
  }
  return (
    <div className="hold" data-held={state === 'holding'}>
      <Button
        disabled={disabled}
        pending={pending}
        aria-describedby={how}
        onPointerDown={(event) => {
          pointer.current = true
          if (event.button === 0) begin(event)
        }}
        onPointerUp={end}
        onPointerLeave={end}
        onPointerCancel={end}
        onBlur={end}
        onContextMenu={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key !== ' ' && event.key !== 'Enter') return
          event.preventDefault()
          if (!event.repeat) begin(event)
        }}
        onKeyUp={(event) => {
          if (event.key !== ' ' && event.key !== 'Enter') return
          // Firefox sends a click on key up.
          event.preventDefault()
          if (end()) press()
        }}
        onClick={({ detail, nativeEvent }) => {
          // That of assistive technology follows no pointer, or has no count.
          if ((detail === 0 || !pointer.current) && nativeEvent.isTrusted) press()
          pointer.current = false
        }}
      >
        {state === 'holding'
          ? words.export.holding
          : state === 'again'
            ? words.export.holdAgain
            : label}
      </Button>
      <p id={how} hidden>
        {words.export.holdHow}
      </p>
    </div>
  )
}
