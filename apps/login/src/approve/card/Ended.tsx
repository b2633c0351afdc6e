import { Button, Icon, useStyles } from '@foyer/ui/primitives'
import { useEffect, useRef } from 'react'
import css from './Ended.css?inline'

/** Shows the outcome in place of the request. */
export function Ended({
  button,
  details,
  onClose,
  text,
  title,
  tone,
}: {
  tone: 'done' | 'failed' | 'over'
  title: string
  text?: string | undefined
  /** Technical details, shown on demand. */
  details?: string | undefined
  /** Label of the button; without it there is none. */
  button?: string | undefined
  onClose?: (() => void) | undefined
}) {
  useStyles(css)
  const heading = useRef<HTMLHeadingElement>(null)
  // Move the focus, since the focused element was removed.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <div className="approval-ended" role={tone === 'failed' ? 'alert' : 'status'}>
      <div className="approval-ended-words">
        <span className="approval-ended-mark" data-tone={tone}>
          {tone === 'done' ? (
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M5 12.500l4.500 4.500L19 7.500" pathLength="1" />
            </svg>
          ) : (
            <Icon name={tone === 'failed' ? 'alert' : 'info'} />
          )}
        </span>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {text === undefined ? null : <p>{text}</p>}
        {details ? <p className="approval-ended-details">{details}</p> : null}
      </div>
      {button === undefined ? null : (
        <Button variant="secondary" onClick={onClose}>
          {button}
        </Button>
      )}
    </div>
  )
}
