import { Button } from '@foyer/ui/primitives'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { words } from '../account/words.ts'

/** Time for which the button must be held, in ms; equal to the transition in the style sheet. */
const holdMs = 1_200
/** Time within which a second press replaces holding, in ms: for users of assistive technology. */
const againMs = 8_000

/**
 * A button that must be held, with a pointer, Space or Enter. A click without a press, as from a screen reader, must be
 * repeated instead.
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
  const [isHeld, setHeld] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const holding = useRef(false)
  const wasHeld = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])
  const begin = ({ nativeEvent }: SyntheticEvent) => {
    if (!nativeEvent.isTrusted || disabled || pending) return
    wasHeld.current = true
    holding.current = true
    setHeld(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      holding.current = false
      setHeld(false)
      onHeld()
    }, holdMs)
  }
  const end = () => {
    if (!holding.current) return
    holding.current = false
    setHeld(false)
    clearTimeout(timer.current)
  }
  return (
    <div className="hold" data-held={isHeld}>
      <Button
        disabled={disabled}
        pending={pending}
        onPointerDown={(event) => event.button === 0 && begin(event)}
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
          // Firefox sends a click on key up.
          if (event.key === ' ') event.preventDefault()
          end()
        }}
        onClick={({ nativeEvent }) => {
          if (wasHeld.current || !nativeEvent.isTrusted) {
            wasHeld.current = false
            return
          }
          if (isAsked) return onHeld()
          setAsked(true)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => setAsked(false), againMs)
        }}
      >
        {isHeld ? words.export.holding : isAsked ? words.export.holdAgain : label}
      </Button>
    </div>
  )
}
