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
  /** It can do great harm. */
  danger: boolean
  gate: GateView | undefined
  sending: boolean
  /** The user has decided: all buttons are disabled. */
  decided: boolean
  hint: string | undefined
  /** Surrounds the approve button: the gate watches its content. */
  approveRef: Ref<HTMLDivElement>
  onReject: () => void
}

/** The two buttons, equally reachable, and above them the requirement still missing. */
export function Footer({
  approveRef,
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
      <p className="approval-hint" role="status">
        {hint ?? (hold && open ? words.holdHow : undefined)}
      </p>
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

/** Tells whether the button was held long enough. */
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
