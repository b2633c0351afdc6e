import { Button, useStyles } from '@foyer/ui/primitives'
import { type Ref, useEffect, useId, useState } from 'react'
import { gateTimes } from '../gate/gate.ts'
import type { GateView } from '../gate/watchGate.ts'
import { words } from '../words.ts'
import css from './Footer.css?inline'

export type FooterProps = {
  /** Label of the approve button. */
  label: string
  hold: boolean
  /** True for a harmful request: the approve button is red. */
  danger: boolean
  gate: GateView | undefined
  sending: boolean
  /** True when the user has decided; disables all buttons. */
  decided: boolean
  hint: string | undefined
  /** The time until the request expires; shown in its last minute. */
  clock: string | undefined
  /** Element around the approve button, for the gate. */
  approveRef: Ref<HTMLDivElement>
  onReject: () => void
}

/** Shows the two buttons and, above them, the requirement that is still unmet. */
export function Footer({
  approveRef,
  clock,
  danger,
  decided,
  gate,
  hint,
  hold,
  label,
  onReject,
  sending,
}: FooterProps) {
  useStyles(css)
  const open = gate !== undefined && gate.why === undefined && !decided
  const held = useHeld(gate?.holding ?? false)
  const how = useId()
  return (
    <footer className="approval-footer">
      <div className="approval-lines">
        <p className="approval-hint" role="status">
          {hint ?? (hold && open ? words.holdHow : undefined)}
        </p>
        {/* A timer is not announced: its start is, once. */}
        <p role="timer">{clock}</p>
        <p className="unseen" role="status">
          {clock === undefined ? undefined : words.expiresSoon}
        </p>
      </div>
      <div className="approval-buttons">
        <Button
          variant="secondary"
          aria-disabled={decided || sending || undefined}
          onClick={() => {
            if (!decided && !sending) onReject()
          }}
        >
          {words.reject}
        </Button>
        <div
          ref={approveRef}
          className="approval-approve"
          data-open={open}
          data-danger={danger}
          data-holding={gate?.holding ?? false}
        >
          <Button
            pending={sending}
            aria-disabled={!open}
            aria-describedby={hold ? how : undefined}
            icon={<span className="approval-fill" aria-hidden="true" />}
          >
            {sending
              ? words.sending
              : held
                ? words.release
                : gate?.half
                  ? words.again
                  : hold
                    ? words.hold
                    : label}
          </Button>
          {hold ? (
            <p id={how} hidden>
              {words.holdAloud}
            </p>
          ) : null}
        </div>
      </div>
    </footer>
  )
}

/** Returns whether the button has been held long enough. */
function useHeld(holding: boolean): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!holding) return
    const timer = setTimeout(() => setHeld(true), gateTimes.hold)
    return () => {
      clearTimeout(timer)
      setHeld(false)
    }
  }, [holding])
  return held
}
